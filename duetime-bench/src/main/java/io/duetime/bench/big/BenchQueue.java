package io.duetime.bench.big;

import static io.duetime.bench.BenchEngines.await;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.util.List;

/** One queue of an engine, called one batch after the other; an answer not expected is an error. */
record BenchQueue(Engine engine, String queue) {
  private static final long LEASE_MILLIS = 3_600_000;

  void schedule(List<JobSpec> jobs, Durability durability) {
    for (Scheduled result : await(engine.schedule(queue, jobs, durability))) {
      expect(ScheduleOutcome.CREATED, result.outcome());
    }
  }

  void cancel(List<String> ids) {
    for (Cancelled result : await(engine.cancel(queue, ids, Durability.NONE))) {
      expect(CancelOutcome.CANCELLED, result.outcome());
    }
  }

  List<ClaimedJob> claim(int count) {
    List<ClaimedJob> jobs = await(engine.claim(queue, ClaimRequest.of(count, LEASE_MILLIS))).jobs();
    expect(count, jobs.size());
    return jobs;
  }

  void acknowledge(List<ClaimedJob> jobs) {
    List<Settlement.Ack> acks = jobs.stream().map(job -> new Settlement.Ack(job.lease())).toList();
    for (Settled result : await(engine.settle(queue, acks, Durability.NONE))) {
      expect(SettleOutcome.ACKED, result.outcome());
    }
  }

  long waiting() {
    return await(engine.counts(queue)).now().waiting();
  }

  private static void expect(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException("expected " + expected + " but got " + actual);
    }
  }
}
