package io.duetime.redis.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What clients do with the one queue of a test whose shards change. */
public final class EpochSteps {
  public static final String QUEUE = "orders";

  private EpochSteps() {}

  public static ScheduleOutcome schedule(Engine engine, JobSpec job) {
    return Answers.of(engine.schedule(QUEUE, List.of(job), Durability.NONE)).get(0).outcome();
  }

  public static ScheduleOutcome schedule(Engine engine, String id) {
    return schedule(engine, Jobs.job(id).build());
  }

  public static void schedule(Engine engine, String prefix, int count) {
    Answers.of(engine.schedule(QUEUE, Jobs.jobs(prefix, count), Durability.NONE));
  }

  public static void split(Engine engine, int shards) {
    split(engine, shards, Duration.ZERO);
  }

  /** The same in a queue that remembers for some time what has ended. */
  public static void split(Engine engine, int shards, Duration retention) {
    Answers.of(
        engine.configure(
            QUEUE, QueueSettings.builder().shards(shards).retention(retention).build()));
  }

  public static CancelOutcome cancel(Engine engine, String id) {
    return Answers.of(engine.cancel(QUEUE, List.of(id), Durability.NONE)).get(0).outcome();
  }

  public static List<String> runAll(Engine engine) {
    List<String> ids = new ArrayList<>();
    for (List<ClaimedJob> jobs = claim(engine); !jobs.isEmpty(); jobs = claim(engine)) {
      jobs.forEach(job -> ids.add(job.lease().id()));
      List<Settlement> acks = jobs.stream().map(job -> Settlement.ack(job.lease())).toList();
      Answers.of(engine.settle(QUEUE, acks, Durability.NONE));
    }
    return ids;
  }

  public static List<ClaimedJob> claim(Engine engine) {
    return Answers.of(engine.claim(QUEUE, ClaimRequest.of(100, 30_000))).jobs();
  }

  public static List<ShardId> shards(Engine engine) {
    return Answers.of(engine.shards(QUEUE));
  }

  public static void bury(Engine engine, int count) {
    List<ClaimedJob> jobs = claim(engine);
    assertThat(jobs).hasSize(count);
    List<Settlement> burials =
        jobs.stream()
            .map(job -> new Settlement(job.lease(), new SettleRequest.Bury(null, "broken")))
            .toList();
    Answers.of(engine.settle(QUEUE, burials, Durability.NONE));
  }

  public static Set<String> all(Engine engine) {
    Set<String> ids = new TreeSet<>();
    Answers.of(engine.list(QUEUE, Selection.ALL, null, 1_000))
        .jobs()
        .forEach(job -> assertThat(ids.add(job.id())).isTrue());
    return ids;
  }
}
