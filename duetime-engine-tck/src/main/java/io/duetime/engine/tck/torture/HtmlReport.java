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
import java.util.stream.Collectors;

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
    return """
    <!doctype html><html lang="en"><meta charset="utf-8">
    <title>Torture of %s</title><style>%s</style><h1%s</h1><p>%s</p>
    <h2>Lateness over time</h2>%s<p>Without faults: %s.<br>With faults: %s.</p>
    <h2>Rules</h2><table><tr><th>rule<th class="n">checked<th class="n">broken%s</table>
    <h2>Faults</h2><table><tr><th>fault<th class="n">times<th>what%s</table>%s%s</html>
    """
        .formatted(
            escaped(findings.options().store()),
            STYLE,
            findings.isClean() ? ">Every rule holds" : " class=\"broken\">Rules are broken",
            escaped(findings.summary()),
            plot(findings),
            findings.lateness().quiet(),
            findings.lateness().disturbed(),
            rules(findings),
            faults(findings),
            list("Violations", findings.violations()),
            list("Allowed, as a master failed before a replica had confirmed", findings.excused()));
  }

  private static String list(String title, List<Violation> violations) {
    return violations.isEmpty()
        ? ""
        : violations.stream()
            .map(one -> "<li><code>" + escaped(one.toString()) + "</code></li>")
            .collect(Collectors.joining("", "<h2>" + title + "</h2><ul>", "</ul>"));
  }

  private static String rules(Findings findings) {
    StringBuilder rows = new StringBuilder();
    Map<Rule, Long> broken = findings.broken();
    findings
        .checked()
        .forEach((rule, count) -> {
          long times = broken.getOrDefault(rule, 0L);
          rows.append("<tr><td>").append(rule).append("<td class=\"n\">").append(count);
          rows.append("<td class=\"n").append(times > 0 ? " broken\">" : "\">").append(times);
        });
    return rows.toString();
  }

  private static String faults(Findings findings) {
    StringBuilder rows = new StringBuilder();
    Map<Fault.Kind, Long> counts = findings.faults().counts();
    Map<Fault.Kind, String> texts = new TreeMap<>(findings.impossible());
    counts.keySet().forEach(kind -> texts.put(kind, kind.text));
    texts.forEach((kind, text) -> {
      rows.append("<tr><td>").append(kind).append("<td class=\"n\">");
      rows.append(counts.getOrDefault(kind, 0L)).append("<td>").append(escaped(text));
    });
    return rows.toString();
  }

  // The lateness of each second on a logarithmic scale, and below it a row of marks for each group
  // of faults.
  private static String plot(Findings findings) {
    long start = findings.startMillis();
    double scale = (WIDTH - LEFT) / (double) findings.options().time().toMillis();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" font-size=\"11\" fill=\"currentColor\""
                + " aria-label=\"Lateness in each second, and the faults\">",
            WIDTH,
            HEIGHT + MARKS + 30));
    for (int decade = 0; decade <= MOST_DECADES; decade++) {
      double y = y(Math.pow(10, decade));
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#8886\"/>",
              LEFT,
              y,
              WIDTH,
              y));
      String unit = decade < 3 ? " ms" : " s";
      text(svg, 0, y + 4, Math.round(Math.pow(10, decade % 3)) + unit);
    }
    curve(svg, findings, scale, Numbers::most, "#d1495b");
    curve(svg, findings, scale, Numbers::p99, "#e9a23b");
    curve(svg, findings, scale, Numbers::median, "#2e86ab");
    text(svg, LEFT + 10, 12, "median (blue), 99th percentile (orange), maximum (red) of a second");
    for (Entry fault : findings.faults().entries()) {
      long millis = fault.endMillis() - fault.startMillis();
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"10\" fill=\"#7a5195\" opacity=\".7\">"
                  + "<title>%s %s, %d ms</title></rect>",
              LEFT + Math.max(0, fault.startMillis() - start) * scale,
              row(fault.kind().group),
              Math.max(1.5, millis * scale),
              fault.kind(),
              escaped(fault.target()),
              millis));
    }
    for (Fault.Group group : Fault.Group.values()) {
      text(svg, 0, row(group) + 9, group.name().toLowerCase(Locale.ROOT));
    }
    text(svg, LEFT, HEIGHT + MARKS + 20, "0 s");
    text(svg, WIDTH - 60, HEIGHT + MARKS + 20, findings.options().time().toSeconds() + " s");
    return svg.append("</svg>").toString();
  }

  private static double y(double millis) {
    double decades = Math.min(MOST_DECADES, Math.log10(Math.max(1, millis)));
    return HEIGHT - 20 - decades / MOST_DECADES * (HEIGHT - 45);
  }

  private static void curve(
      StringBuilder svg,
      Findings findings,
      double scale,
      ToLongFunction<Numbers> value,
      String color) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<polyline fill=\"none\" stroke-width=\"1.2\" stroke=\"%s\" points=\"",
            color));
    findings
        .lateness()
        .bySecond()
        .forEach((second, numbers) -> {
          double x = LEFT + (second * 1_000 + 500 - findings.startMillis()) * scale;
          if (x >= LEFT && x <= WIDTH) {
            svg.append(
                String.format(
                    Locale.ROOT, "%.1f,%.1f ", x, y((double) value.applyAsLong(numbers))));
          }
        });
    svg.append("\"/>");
  }

  private static void text(StringBuilder svg, double x, double y, String text) {
    svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\">%s</text>", x, y, text));
  }

  private static int row(Fault.Group group) {
    return HEIGHT + 15 * List.of(Fault.Group.values()).indexOf(group);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
