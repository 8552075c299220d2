package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of a run.
 *
 * @param events how many calls and answers the histories have
 * @param idleMinutes in how many minutes of the time no call of any client was answered
 * @param checked how often each rule was applied
 * @param excused what documents allow when a master fails, with no replica that had confirmed it
 * @param ended how often a client ended by itself
 */
record Findings(
    Options options,
    long startMillis,
    int events,
    long idleMinutes,
    Map<Rule, Long> checked,
    List<Violation> violations,
    List<Violation> excused,
    FaultLog faults,
    int ended,
    Map<Fault.Kind, String> impossible,
    JobLateness lateness) {
  private static final int SHOWN = 30;

  /** How often a rule was applied, and broken. */
  record RuleCount(Rule rule, long checked, long broken) {}

  /** How often there was a fault, and what it is, or why there was none. */
  record FaultCount(String name, long times, String what) {}

  boolean isClean() {
    return violations.isEmpty();
  }

  List<RuleCount> rules() {
    List<RuleCount> rules = new ArrayList<>();
    checked.forEach((rule, count) -> {
      long broken = violations.stream().filter(one -> one.rule() == rule).count();
      rules.add(new RuleCount(rule, count, broken));
    });
    return rules;
  }

  List<FaultCount> faultCounts() {
    List<FaultCount> counts = new ArrayList<>();
    faults.counts().forEach((kind, n) -> counts.add(new FaultCount(kind.name(), n, kind.text)));
    if (ended > 0) {
      counts.add(
          new FaultCount(
              "CLIENT_ENDED", ended, "clients that ended by themselves; see their logs"));
    }
    if (faults.leftOut() > 0) {
      counts.add(
          new FaultCount("LEFT_OUT", faults.leftOut(), "faults whose target was not at work yet"));
    }
    impossible.forEach((kind, why) -> counts.add(new FaultCount(kind.name(), 0, why)));
    return counts;
  }

  /** The report as text. */
  String text() {
    StringBuilder text = new StringBuilder(summary()).append("\n\nfaults\n");
    faultCounts().forEach(one -> row(text, one.times, "", one.name + ": " + one.what));
    text.append("\nrules: checked, broken\n");
    rules().forEach(one -> row(text, one.checked, one.broken, one.rule));
    text.append("\nlateness\n  without faults: ").append(lateness.quiet());
    text.append("\n  with faults:    ").append(lateness.disturbed()).append('\n');
    list(text, "broken", violations);
    list(text, "allowed, as a master failed before a replica had confirmed", excused);
    return text.toString();
  }

  String summary() {
    long kills =
        faults.entries().stream().filter(one -> one.kind().group == Fault.Group.KILL).count();
    String idle =
        idleMinutes == 0
            ? ""
            : String.format(
                ", none answered in %d of %d minutes", idleMinutes, options.time().toMinutes());
    return String.format(
        "%s: store %s, seed %d, %s, %d kills, %d calls%s; histories in %s",
        isClean() ? "every rule holds" : violations.size() + " VIOLATIONS",
        options.store(),
        options.seed(),
        options.time(),
        kills,
        events,
        idle,
        options.report());
  }

  private static void list(StringBuilder text, String what, List<Violation> violations) {
    if (!violations.isEmpty()) {
      text.append(String.format("%n%s: %d, the first %d%n", what, violations.size(), SHOWN));
      violations.stream().limit(SHOWN).forEach(one -> text.append("  ").append(one).append('\n'));
    }
  }

  private static void row(StringBuilder text, long count, Object second, Object rest) {
    text.append(String.format("%9s %7s  %s%n", count, second, rest));
  }
}
