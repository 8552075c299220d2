package io.duetime.engine.tck.torture;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long after their due time jobs were claimed, or after the end of the lease before. */
record JobLateness(List<Start> starts) {
  private static final long RECOVERY_MILLIS = 5_000;

  /** A claim: when the job could have been claimed, and how much later it was. */
  record Start(JobKey job, long dueMillis, long lateMillis, boolean quiet) {}

  /** Some starts in numbers. */
  record Numbers(long count, long median, long p99, long most) {
    static Numbers of(List<Start> starts) {
      long[] sorted = starts.stream().mapToLong(Start::lateMillis).sorted().toArray();
      return new Numbers(sorted.length, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static long at(long[] sorted, double share) {
      int last = sorted.length - 1;
      return last < 0 ? 0 : sorted[(int) Math.min(last, sorted.length * share)];
    }

    @Override
    public String toString() {
      return count + " starts, median " + median + " ms, p99 " + p99 + " ms, most " + most + " ms";
    }
  }

  static JobLateness of(List<Event> events, FaultLog faults) {
    Map<JobKey, List<Event>> jobs = events.stream().collect(groupingBy(Event::job));
    return new JobLateness(
        events.stream()
            .filter(event -> event.kind() == Kind.CLAIM && !event.held().ahead())
            .map(claim -> {
              long claimed = claim.held().nowMillis();
              long free =
                  Math.max(
                      claim.dueAtMillis(),
                      free(jobs.getOrDefault(claim.job(), List.of()), claimed));
              boolean quiet = faults.isQuiet(free, claimed, RECOVERY_MILLIS);
              return new Start(claim.job(), free, Math.max(0, claimed - free), quiet);
            })
            .sorted(Comparator.comparingLong(Start::dueMillis))
            .toList());
  }

  // A job is free when what was asked about it before has ended: its leases, its changes.
  private static long free(List<Event> job, long claimedAt) {
    return job.stream()
        .filter(event -> event.span().startMillis() < claimedAt)
        .filter(event -> event.kind() != Kind.CLAIM || event.held().nowMillis() < claimedAt)
        .mapToLong(event ->
            event.kind() == Kind.CLAIM
                ? settled(job, event)
                : Math.min(claimedAt, event.span().endMillis()))
        .max()
        .orElse(0);
  }

  private static long settled(List<Event> job, Event claim) {
    return job.stream()
        .filter(event -> event.kind() == Kind.SETTLE || event.kind() == Kind.EXTEND)
        .filter(event -> event.span().endMillis() != Long.MAX_VALUE)
        .filter(event -> event.held().fence() == claim.held().fence())
        .mapToLong(event -> Math.max(event.span().endMillis(), event.held().untilMillis()))
        .max()
        .orElse(claim.held().untilMillis());
  }

  Numbers quiet() {
    return Numbers.of(starts.stream().filter(Start::quiet).toList());
  }

  Numbers disturbed() {
    return Numbers.of(starts.stream().filter(start -> !start.quiet).toList());
  }

  /** The starts of each second in numbers. */
  Map<Long, Numbers> bySecond() {
    return starts.stream()
        .collect(
            groupingBy(
                start -> start.dueMillis / 1_000,
                TreeMap::new,
                collectingAndThen(toList(), Numbers::of)));
  }

  List<Violation> tooLate(long limitMillis) {
    return starts.stream()
        .filter(start -> start.quiet && start.lateMillis > limitMillis)
        .map(start ->
            new Violation(
                Rule.NOTHING_LATE,
                start.job,
                "could start at %d, started %d ms later"
                    .formatted(start.dueMillis, start.lateMillis)))
        .toList();
  }
}
