package io.duetime.engine.tck.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report as one page that needs nothing else. Its script makes tables and a plot of lateness
 * over time from facts, each a line of words with tabs between.
 */
final class HtmlReport {
  private final StringJoiner facts = new StringJoiner("\n");

  private HtmlReport(Findings findings) {
    long start = findings.startMillis();
    add("run", findings.options().store(), findings.isClean(), findings.summary());
    add("time", findings.options().time().toMillis());
    add("lateness", "Without faults", findings.lateness().quiet());
    add("lateness", "With faults", findings.lateness().disturbed());
    findings.rules().forEach(rule -> add("rule", rule.rule(), rule.checked(), rule.broken()));
    findings
        .faultCounts()
        .forEach(fault -> add("fault", fault.name(), fault.times(), fault.what()));
    findings.violations().forEach(violation -> add("broken", violation));
    findings.excused().forEach(violation -> add("allowed", violation));
    Stream.of(Fault.Group.values()).forEach(group -> add("group", group));
    findings
        .lateness()
        .bySecond()
        .forEach((second, late) ->
            add("second", second * 1_000 + 500 - start, late.median(), late.p99(), late.most()));
    for (FaultLog.Entry fault : findings.faults().entries()) {
      long millis = fault.endMillis() - fault.startMillis();
      String what = fault.kind() + " " + fault.target();
      add("mark", fault.kind().group, fault.startMillis() - start, millis, what);
    }
  }

  static String of(Findings findings) throws IOException {
    try (InputStream page = HtmlReport.class.getResourceAsStream("report.html")) {
      byte[] bytes = Objects.requireNonNull(page).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8)
          .replace("@facts@", new HtmlReport(findings).facts.toString());
    }
  }

  private void add(Object... words) {
    facts.add(Stream.of(words).map(HtmlReport::escaped).collect(Collectors.joining("\t")));
  }

  private static String escaped(Object word) {
    return word.toString().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
