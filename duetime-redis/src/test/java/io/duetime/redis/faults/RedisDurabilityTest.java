package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Durability.Fsynced;
import io.duetime.Durability.Reached;
import io.duetime.JobChange;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.Updated;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.RedisEngineProvider;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How durable what a store was told has become, by servers that differ in it. */
@Tag("full")
class RedisDurabilityTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Reschedule MOVE =
      new Reschedule("a", DueTime.after(0), Reschedule.Condition.ALWAYS);
  private static final Durability ONE_REPLICA = Durability.replicas(1, LONG);

  private static RedisProcess master;
  private static RedisProcess replica;

  private final String prefix = UUID.randomUUID().toString();
  private final Engine engine = open(master.uri() + "?prefix=" + prefix);

  @BeforeAll
  static void startTwo() {
    master = RedisProcess.start();
    replica = RedisProcess.start("--replicaof", "127.0.0.1", Integer.toString(master.port()));
    awaitReplica();
  }

  @AfterAll
  static void stopThem() {
    replica.close();
    master.close();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void everyWriteTellsThatAReplicaHasIt() {
    Reached one = new Reached(Fsynced.NO, 1);

    Scheduled scheduled = schedule(Jobs.job("a", Duration.ofHours(1)), ONE_REPLICA);
    Rescheduled moved = only(engine.reschedule("q", List.of(MOVE), ONE_REPLICA));
    JobUpdate corrected = new JobUpdate("a", JobChange.<JobBody>none().payload(Jobs.text("new")));
    Updated updated = only(engine.update("q", List.of(corrected), ONE_REPLICA));
    Settled acked = only(engine.settle("q", List.of(Settlement.ack(claim("a"))), ONE_REPLICA));
    schedule(Jobs.job("b"), ONE_REPLICA);
    Cancelled cancelled = only(engine.cancel("q", List.of("b"), ONE_REPLICA));

    assertThat(scheduled.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(acked.outcome()).isEqualTo(SettleOutcome.ACKED);
    assertThat(cancelled.outcome()).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(
            List.of(
                scheduled.durability(),
                moved.durability(),
                updated.durability(),
                acked.durability(),
                cancelled.durability()))
        .containsOnly(one);
  }

  @Test
  void anUpdateIsKnownAfterTheServerWasKilled() {
    try (RedisProcess redis =
        RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
      JobUpdate update =
          new JobUpdate("a", JobChange.<JobBody>none().payload(Jobs.text("new")).addTag("t"));
      try (Engine before = open(redis.uri())) {
        schedule(before, Jobs.job("a", Duration.ofHours(1)), Durability.FSYNCED);
        assertThat(only(before.update("q", List.of(update), Durability.FSYNCED)).durability())
            .isEqualTo(new Reached(Fsynced.YES, 0));
        redis.kill();
      }
      redis.startAgain();
      try (Engine after = open(redis.uri())) {
        JobView job = Answers.of(after.find("q", "a")).orElseThrow();
        assertThat(Jobs.text(job.body())).isEqualTo("new");
        assertThat(job.traits().tags()).containsExactly("t");
      }
    }
  }

  @Test
  void whenMoreReplicasAreAskedForThanThereAreThoseThereAreAreTold() {
    Scheduled scheduled = schedule(Jobs.job("a"), Durability.replicas(2, SHORT));

    assertThat(scheduled.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(scheduled.durability()).isEqualTo(new Reached(Fsynced.NO, 1));
  }

  @Test
  void replicasAreWaitedForLongerThanAConnection() {
    Durability two = Durability.replicas(2, Duration.ofMillis(1_500));
    try (Engine hasty = open(master.uri() + "?connectTimeout=1s&prefix=" + prefix)) {
      assertThat(schedule(hasty, Jobs.job("a"), two).durability())
          .isEqualTo(new Reached(Fsynced.NO, 1));
    }
  }

  @Test
  void aReplicaThatDoesNotAnswerIsSaidAndIsNoError() {
    replica.pause();
    try {
      Scheduled scheduled = schedule(Jobs.job("a"), Durability.replicas(1, SHORT));

      assertThat(scheduled.outcome()).isEqualTo(ScheduleOutcome.CREATED);
      assertThat(scheduled.durability()).isEqualTo(Reached.NOTHING);
    } finally {
      replica.resume();
    }
  }

  @Test
  void whatChangesNothingVouchesForWhatWasWrittenBefore() {
    schedule(Jobs.job("a", Duration.ofHours(1)), ONE_REPLICA);
    replica.pause();
    try {
      schedule(Jobs.job("b", Duration.ofHours(1)), Durability.NONE);

      Scheduled kept = schedule(Jobs.job("b", Duration.ofHours(2)), Durability.replicas(1, SHORT));
      Cancelled unknown = only(engine.cancel("q", List.of("none"), Durability.replicas(1, SHORT)));

      assertThat(kept.outcome()).isEqualTo(ScheduleOutcome.KEPT);
      assertThat(kept.durability()).isEqualTo(Reached.NOTHING);
      assertThat(unknown.durability()).isEqualTo(Reached.NOTHING);
    } finally {
      replica.resume();
    }
    assertThat(schedule(Jobs.job("b"), ONE_REPLICA).durability())
        .isEqualTo(new Reached(Fsynced.NO, 1));
  }

  @Test
  void aDurableCallWritesInAnyCaseAndLeavesNothingBehind() {
    schedule(Jobs.job("a", Duration.ofHours(1)), ONE_REPLICA);
    long before = changes();

    only(engine.cancel("q", List.of("none"), ONE_REPLICA));

    assertThat(changes()).isGreaterThan(before);
    assertThat(master.call("TTL", prefix + ":{q}:meta")).isEqualTo("-1");
  }

  private static long changes() {
    return master
        .call("INFO", "persistence")
        .lines()
        .filter(line -> line.startsWith("rdb_changes_since_last_save:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .sum();
  }

  @ParameterizedTest
  @CsvSource({"always, YES", "no, NO"})
  void whetherItIsOnDiskDependsOnTheServersLog(String appendfsync, Fsynced expected) {
    assertThat(fsyncedBy(appendfsync)).isEqualTo(expected);
  }

  @Test
  void aServerThatFsyncsLaterAndHasNoWaitAofIsNotKnownToHaveDoneIt() {
    assumeFalse(master.knows("WAITAOF"), master.version() + " has WAITAOF");

    assertThat(fsyncedBy("everysec")).isEqualTo(Fsynced.NO);
  }

  private static Fsynced fsyncedBy(String appendfsync) {
    try (RedisProcess redis =
            RedisProcess.start("--appendonly", "yes", "--appendfsync", appendfsync);
        Engine store = open(redis.uri())) {
      return schedule(store, Jobs.job("a"), Durability.FSYNCED).durability().fsynced();
    }
  }

  @Test
  void aServerWithoutALogHasNothingOnDisk() {
    assertThat(schedule(Jobs.job("a"), Durability.FSYNCED).durability()).isEqualTo(Reached.NOTHING);
  }

  @Test
  void whatTheServerMayNotTellIsUnknownUnlessItIsDeclared() {
    try (RedisProcess redis =
        RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
      redis.call("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-config", "-info");
      redis.call("ACL", "SETUSER", "app", "-waitaof");
      String uri = "redis://app:secret@127.0.0.1:" + redis.port();

      try (Engine store = open(uri);
          Engine declared = open(uri + "?appendfsync=always")) {
        assertThat(schedule(store, Jobs.job("a"), Durability.FSYNCED).durability().fsynced())
            .isEqualTo(Fsynced.UNKNOWN);
        assertThat(schedule(declared, Jobs.job("b"), Durability.FSYNCED).durability())
            .isEqualTo(Reached.ON_DISK);
      }
    }
  }

  private LeaseToken claim(String id) {
    List<ClaimedJob> jobs =
        Answers.of(engine.claimById("q", List.of(id), ClaimRequest.of(1, 30_000))).jobs();
    return jobs.get(0).lease();
  }

  private Scheduled schedule(JobSpec.Builder job, Durability durability) {
    return schedule(engine, job, durability);
  }

  private static Scheduled schedule(Engine store, JobSpec.Builder job, Durability durability) {
    return only(store.schedule("q", List.of(job.build()), durability));
  }

  private static <T> T only(CompletionStage<List<T>> answer) {
    return Answers.of(answer).get(0);
  }

  private static Engine open(String uri) {
    return new RedisEngineProvider().open(uri, new EngineContext(SystemTime.clock(), Map.of()));
  }

  private static void awaitReplica() {
    SignalAwaiter.until(
        "a replica that follows",
        () -> replica.call("INFO", "replication").contains("master_link_status:up"));
  }
}
