package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import io.duetime.engine.tck.torture.FaultLog.Entry;
import io.duetime.engine.tck.torture.JobLateness.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The report as one page that needs nothing else: tables, and a plot of lateness over time. */
final class HtmlReport {
  private static final int WIDTH = 1_000;
  private static final int HEIGHT = 300;
  private static final int MARKS = 90;
  private static final int LEFT = 60;
  private static final double MOST_DECADES = 5;
  private static final String STYLE =
      """
      body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#fff}
      h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse}
      td,th{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid #dde3ea}td.n,th.n{text-align:right}
      .broken{color:#b00020;font-weight:600}svg{width:100%;height:auto}code{font-size:.85em;overflow-wrap:anywhere}
      @media(prefers-color-scheme:dark){body{color:#dde3ea;background:#14191f}td,th{border-color:#333d48}.broken{color:#ff8a80}}\
      """;

  private HtmlReport() {}

  static String of(Findings findings) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">");
    page.append("<title>Torture of ").append(escaped(findings.options().store()));
    page.append("</title><style>").append(STYLE).append("</style>");
    page.append("<h1").append(findings.isClean() ? ">" : " class=\"broken\">");
    page.append(findings.isClean() ? "Every rule holds" : "Rules are broken");
    page.append("</h1><p>").append(escaped(findings.summary())).append("</p>");
    page.append("<h2>Lateness over time</h2>").append(plot(findings));
    page.append("<p>Without faults: ").append(findings.lateness().quiet());
    page.append(".<br>With faults: ").append(findings.lateness().disturbed()).append(".</p>");
    rules(page, findings);
    faults(page, findings);
    list(page, "Violations", findings.violations());
    list(page, "Allowed, as a master failed before a replica had confirmed", findings.excused());
    return page.append("</html>\n").toString();
  }

  private static void list(StringBuilder page, String title, List<Violation> violations) {
    page.append(violations.isEmpty() ? "" : "<h2>" + title + "</h2><ul>");
    for (Violation one : violations) {
      page.append("<li><code>").append(escaped(one.toString())).append("</code></li>");
    }
    page.append(violations.isEmpty() ? "" : "</ul>");
  }

  private static void rules(StringBuilder page, Findings findings) {
    page.append("<h2>Rules</h2><table><tr><th>rule<th class=\"n\">checked<th class=\"n\">broken");
    Map<Rule, Long> broken = findings.broken();
    findings
        .checked()
        .forEach((rule, count) -> {
          long times = broken.getOrDefault(rule, 0L);
          page.append("<tr><td>").append(rule).append("<td class=\"n\">").append(count);
          page.append("<td class=\"n").append(times > 0 ? " broken\">" : "\">").append(times);
        });
    page.append("</table>");
  }

  private static void faults(StringBuilder page, Findings findings) {
    page.append("<h2>Faults</h2><table><tr><th>fault<th class=\"n\">times<th>what");
    Map<Fault.Kind, String> rows = new TreeMap<>(findings.impossible());
    findings.faults().counts().forEach((kind, count) -> rows.put(kind, kind.text));
    rows.forEach((kind, text) -> {
      long count = findings.faults().counts().getOrDefault(kind, 0L);
      page.append("<tr><td>").append(kind).append("<td class=\"n\">").append(count);
      page.append("<td>").append(escaped(text));
    });
    page.append("</table>");
  }

  // The lateness of each second on a logarithmic scale, and below it a row of marks for each group
  // of faults.
  private static String plot(Findings findings) {
    Map<Long, Numbers> seconds = findings.lateness().bySecond();
    long start = findings.startMillis();
    double scale = (WIDTH - LEFT) / (double) findings.options().time().toMillis();
    StringBuilder svg = new StringBuilder();
    svg.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT + MARKS + 30);
    svg.append("\" role=\"img\" aria-label=\"Lateness in each second, and the faults\"");
    svg.append(" font-size=\"11\" fill=\"currentColor\">");
    for (int decade = 0; decade <= MOST_DECADES; decade++) {
      double y = y(Math.pow(10, decade));
      line(svg, LEFT, y, WIDTH, y, "#8886");
      text(
          svg,
          0,
          y + 4,
          decade < 3
              ? Math.round(Math.pow(10, decade)) + " ms"
              : Math.round(Math.pow(10, decade - 3)) + " s");
    }
    curve(svg, seconds, start, scale, Numbers::most, "#d1495b");
    curve(svg, seconds, start, scale, Numbers::p99, "#e9a23b");
    curve(svg, seconds, start, scale, Numbers::median, "#2e86ab");
    text(
        svg,
        LEFT + 10,
        12,
        "median (blue), 99th percentile (orange), maximum (red) of each second");
    for (Entry fault : findings.faults().entries()) {
      int row = row(fault.kind().group);
      double x = LEFT + Math.max(0, fault.startMillis() - start) * scale;
      double width = Math.max(1.5, (fault.endMillis() - fault.startMillis()) * scale);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"10\" fill=\"#7a5195\" opacity=\".7\">"
                  + "<title>%s %s, %d ms</title></rect>",
              x,
              HEIGHT + 15 * row,
              width,
              fault.kind(),
              escaped(fault.target()),
              fault.endMillis() - fault.startMillis()));
    }
    for (Fault.Group group : Fault.Group.values()) {
      text(svg, 0, HEIGHT + 15 * row(group) + 9, group.name().toLowerCase(Locale.ROOT));
    }
    text(svg, LEFT, HEIGHT + MARKS + 20, "0 s");
    text(svg, WIDTH - 60, HEIGHT + MARKS + 20, findings.options().time().toSeconds() + " s");
    return svg.append("</svg>").toString();
  }

  private static int row(Fault.Group group) {
    return List.of(Fault.Group.values()).indexOf(group);
  }

  private static double y(double millis) {
    double decades = Math.min(MOST_DECADES, Math.log10(Math.max(1, millis)));
    return HEIGHT - 20 - decades / MOST_DECADES * (HEIGHT - 45);
  }

  private static void curve(
      StringBuilder svg,
      Map<Long, Numbers> seconds,
      long start,
      double scale,
      ToLongFunction<Numbers> value,
      String color) {
    svg.append("<polyline fill=\"none\" stroke-width=\"1.2\" stroke=\"").append(color);
    svg.append("\" points=\"");
    seconds.forEach((second, numbers) -> {
      double x = LEFT + (second * 1_000 + 500 - start) * scale;
      if (x >= LEFT && x <= WIDTH) {
        svg.append(
            String.format(Locale.ROOT, "%.1f,%.1f ", x, y((double) value.applyAsLong(numbers))));
      }
    });
    svg.append("\"/>");
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String color) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
            x1,
            y1,
            x2,
            y2,
            color));
  }

  private static void text(StringBuilder svg, double x, double y, String text) {
    svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x, y, text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
