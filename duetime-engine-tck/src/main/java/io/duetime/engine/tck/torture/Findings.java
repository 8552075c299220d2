package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came of a run.
 *
 * @param events how many calls and answers the histories have
 * @param checked how often each rule was applied
 * @param excused what documents allow when a master fails, with no replica that had confirmed it
 * @param ended how often a client ended by itself
 */
record Findings(
    Options options,
    long startMillis,
    int events,
    Map<Rule, Long> checked,
    List<Violation> violations,
    List<Violation> excused,
    FaultLog faults,
    int ended,
    Map<Fault.Kind, String> impossible,
    JobLateness lateness) {
  private static final int SHOWN = 30;

  boolean isClean() {
    return violations.isEmpty();
  }

  Map<Rule, Long> broken() {
    return violations.stream()
        .collect(Collectors.groupingBy(Violation::rule, Collectors.counting()));
  }

  /** How often processes were killed. */
  long kills() {
    return faults.entries().stream()
        .filter(fault -> fault.kind().group == Fault.Group.KILL)
        .count();
  }

  /** The report as text. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(summary()).append("\n\nfaults\n");
    faults.counts().forEach((kind, count) -> row(text, count, "", kind + ": " + kind.text));
    if (ended > 0) {
      row(text, ended, "", "clients that ended by themselves; see their logs");
    }
    impossible.forEach((kind, why) -> row(text, 0L, "", kind + ": " + why));
    text.append("\nrules: checked, broken\n");
    Map<Rule, Long> broken = broken();
    checked.forEach((rule, count) -> row(text, count, broken.getOrDefault(rule, 0L), rule.name()));
    text.append("\nlateness\n");
    text.append("  without faults: ").append(lateness.quiet()).append('\n');
    text.append("  with faults:    ").append(lateness.disturbed()).append('\n');
    list(text, "broken", violations);
    list(text, "allowed, as a master failed before a replica had confirmed", excused);
    return text.toString();
  }

  private static void list(StringBuilder text, String what, List<Violation> violations) {
    if (!violations.isEmpty()) {
      text.append(String.format("%n%s: %d, the first %d%n", what, violations.size(), SHOWN));
      violations.stream().limit(SHOWN).forEach(one -> text.append("  ").append(one).append('\n'));
    }
  }

  String summary() {
    return String.format(
        "%s: store %s, seed %d, %s, %d kills, %d calls; histories in %s",
        isClean() ? "every rule holds" : violations.size() + " VIOLATIONS",
        options.store(),
        options.seed(),
        options.time(),
        kills(),
        events,
        options.report());
  }

  private static void row(StringBuilder text, Object first, Object second, String rest) {
    text.append(String.format("%9s %7s  %s%n", first, second, rest));
  }
}
