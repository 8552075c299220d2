package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.LeaseFacts;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How long after their due time jobs were claimed, or after the end of the lease before. */
record JobLateness(List<Start> starts) {
  private static final long RECOVERY_MILLIS = 5_000;

  /** A claim: when the job could have been claimed, and how much later it was. */
  record Start(JobKey job, long dueMillis, long lateMillis, boolean quiet) {}

  /** Some starts in numbers. */
  record Numbers(long count, long median, long p99, long most) {
    static Numbers of(List<Start> starts) {
      List<Long> sorted = starts.stream().map(Start::lateMillis).sorted().toList();
      return sorted.isEmpty()
          ? new Numbers(0, 0, 0, 0)
          : new Numbers(
              sorted.size(), at(sorted, 0.5), at(sorted, 0.99), sorted.get(sorted.size() - 1));
    }

    private static long at(List<Long> sorted, double share) {
      return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * share)));
    }

    @Override
    public String toString() {
      return count + " starts, median " + median + " ms, p99 " + p99 + " ms, most " + most + " ms";
    }
  }

  static JobLateness of(List<Event> events, FaultLog faults) {
    Map<JobKey, List<Event>> byJob = new HashMap<>();
    events.forEach(
        event -> byJob.computeIfAbsent(event.job(), any -> new ArrayList<>()).add(event));
    List<Start> starts = new ArrayList<>();
    byJob.forEach((job, all) -> {
      for (Event claim : all) {
        LeaseFacts lease = claim.lease();
        if (claim.kind() == Kind.CLAIM && lease != null && !lease.ahead()) {
          long free = Math.max(claim.dueAtMillis(), free(all, lease.nowMillis()));
          long late = Math.max(0, lease.nowMillis() - free);
          boolean quiet = faults.isQuiet(free, lease.nowMillis(), RECOVERY_MILLIS);
          starts.add(new Start(job, free, late, quiet));
        }
      }
    });
    starts.sort(Comparator.comparingLong(Start::dueMillis));
    return new JobLateness(List.copyOf(starts));
  }

  // A job is free when what was asked about it before has ended: its leases, its changes.
  private static long free(List<Event> job, long claimedAt) {
    return job.stream()
        .filter(event -> event.span().startMillis() < claimedAt)
        .mapToLong(event -> {
          LeaseFacts lease = event.lease();
          long until = lease == null ? 0 : lease.untilMillis();
          return event.kind() == Kind.CLAIM && Objects.requireNonNull(lease).nowMillis() < claimedAt
              ? settled(job, lease, until)
              : event.kind() == Kind.CLAIM ? 0 : Math.min(claimedAt, event.span().endMillis());
        })
        .max()
        .orElse(0);
  }

  private static long settled(List<Event> job, LeaseFacts lease, long until) {
    return job.stream()
        .filter(event -> event.kind() == Kind.SETTLE || event.kind() == Kind.EXTEND)
        .filter(event -> event.span().endMillis() != Long.MAX_VALUE)
        .mapToLong(event -> {
          LeaseFacts settled = event.lease();
          return settled == null || settled.fence() != lease.fence()
              ? 0
              : Math.max(event.span().endMillis(), settled.untilMillis());
        })
        .filter(end -> end > 0)
        .max()
        .orElse(until);
  }

  Numbers quiet() {
    return Numbers.of(starts.stream().filter(Start::quiet).toList());
  }

  Numbers disturbed() {
    return Numbers.of(starts.stream().filter(start -> !start.quiet).toList());
  }

  /** The starts of each second in numbers. */
  Map<Long, Numbers> bySecond() {
    Map<Long, List<Start>> seconds = new TreeMap<>();
    starts.forEach(start ->
        seconds.computeIfAbsent(start.dueMillis / 1_000, any -> new ArrayList<>()).add(start));
    Map<Long, Numbers> numbers = new TreeMap<>();
    seconds.forEach((second, all) -> numbers.put(second, Numbers.of(all)));
    return numbers;
  }

  List<Violation> tooLate(long limitMillis) {
    return starts.stream()
        .filter(start -> start.quiet && start.lateMillis > limitMillis)
        .map(start ->
            new Violation(
                Rule.NOTHING_LATE,
                start.job,
                "could start at "
                    + start.dueMillis
                    + ", started "
                    + start.lateMillis
                    + " ms later"))
        .toList();
  }
}
