package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Judges a history once the store has been drained and what is left has been noted ({@link
 * Kind#LEFT}): nothing lost, nothing early, nothing held twice, every answer true, fences grow.
 *
 * <p>Calls without an answer may or may not have been done; both are allowed for. Job ids may be
 * used again. Not understood are jobs that end without a call (expiry, purge, a deleted queue):
 * leave those out of a history.
 */
public final class HistoryCheck {
  private static final int SHOWN = 20;

  private final List<Event> events;
  private final long skewMillis;

  private HistoryCheck(List<Event> events, long skewMillis) {
    this.events = events;
    this.skewMillis = skewMillis;
  }

  /** Judges these events, all stamped by the clock of the store. */
  public static HistoryCheck of(List<Event> events) {
    return new HistoryCheck(events, 0);
  }

  /** The same where callers' clocks differ from the store's by up to so many milliseconds. */
  public HistoryCheck withSkew(long millis) {
    return new HistoryCheck(events, millis);
  }

  /** Everything that is wrong. */
  public List<Violation> violations() {
    Violation.Report report = new Violation.Report();
    LeaseRules leases = new LeaseRules(skewMillis, report);
    PromiseRules promises = new PromiseRules(skewMillis, report);
    Map<JobKey, JobHistory> jobs = byJob();
    jobs.forEach((key, job) -> {
      leases.check(key, job);
      promises.check(key, job);
    });
    ShiftRule.check(jobs, report);
    fencesGrowOverAllJobs(report);
    return report.violations();
  }

  /** Fails with the first violations unless there are none. */
  public void assertClean() {
    List<Violation> violations = violations();
    if (violations.isEmpty()) {
      return;
    }
    StringBuilder message = new StringBuilder();
    message.append(violations.size()).append(" violations in ").append(events.size());
    message.append(" events:");
    violations.stream().limit(SHOWN).forEach(one -> message.append("\n  ").append(one));
    JobKey first = violations.get(0).job();
    message.append("\nwhat happened to ").append(first).append(':');
    events.stream()
        .filter(event -> event.job().equals(first))
        .forEach(event -> message.append("\n  ").append(event));
    throw new AssertionError(message);
  }

  private Map<JobKey, JobHistory> byJob() {
    Map<JobKey, JobHistory> jobs = new LinkedHashMap<>();
    for (Event event : events) {
      jobs.computeIfAbsent(event.job(), key -> new JobHistory()).add(event);
    }
    return jobs;
  }

  private record Shard(String queue, String shard) {}

  // Of two claims that did not overlap in time the later has the greater fence.
  private void fencesGrowOverAllJobs(Violation.Report report) {
    Map<Shard, FenceLine> lines = new HashMap<>();
    events.stream()
        .filter(event -> event.kind() == Kind.CLAIM)
        .sorted(Comparator.comparingLong(event -> event.span().startMillis()))
        .forEach(claim -> {
          Shard shard = new Shard(claim.job().queue(), claim.held().shard());
          FenceLine line = lines.computeIfAbsent(shard, any -> new FenceLine(skewMillis));
          long before = line.before(claim);
          if (claim.held().fence() <= before) {
            report.add(
                Rule.FENCES_GROW,
                claim.job(),
                "fence " + claim.held().fence() + " after " + before);
          }
        });
  }

  /** The fences of one shard, met in the order in which their claims began. */
  private static final class FenceLine {
    private final long skewMillis;
    private final PriorityQueue<Event> open =
        new PriorityQueue<>(Comparator.comparingLong(claim -> claim.span().endMillis()));
    private long greatestOver;

    FenceLine(long skewMillis) {
      this.skewMillis = skewMillis;
    }

    /** The greatest fence of all claims that were over before this one began. */
    long before(Event claim) {
      List<Event> over = new ArrayList<>();
      while (!open.isEmpty()
          && open.peek().span().overBy(skewMillis) < claim.span().startMillis()) {
        over.add(open.poll());
      }
      for (Event one : over) {
        greatestOver = Math.max(greatestOver, one.held().fence());
      }
      open.add(claim);
      return greatestOver;
    }
  }
}
