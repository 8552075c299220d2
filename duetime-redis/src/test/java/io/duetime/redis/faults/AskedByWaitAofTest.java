package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Durability;
import io.duetime.Durability.Fsynced;
import io.duetime.Durability.Reached;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.OwnServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is told of the disk by servers that have WAITAOF, from Redis 7.2 on. */
class AskedByWaitAofTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Durability ON_DISK = new Durability(true, 0, LONG);
  private static final String[] EVERY_SECOND = {"--appendonly", "yes", "--appendfsync", "everysec"};

  @BeforeAll
  static void onlyWhereThereIsOne() {
    RedisProcess redis = RedisProcess.shared();
    assumeTrue(redis.knows("WAITAOF"), redis.version() + " has no WAITAOF");
  }

  /** The others answer before the fsync. */
  private static Fsynced believed(RedisProcess redis) {
    return redis.version().matches("Redis server v=([89]|\\d\\d+)\\..*")
        ? Fsynced.YES
        : Fsynced.UNKNOWN;
  }

  @Test
  void everyWriteWaitsForTheFsyncThatComesEverySecond() {
    try (RedisProcess redis = RedisProcess.start(EVERY_SECOND);
        Engine engine = OwnServer.open(redis.uri())) {
      assertThat(everyWrite(engine, ON_DISK)).containsOnly(new Reached(believed(redis), 0));
    }
  }

  @Test
  void aReplicaIsAlsoWaitedFor() {
    try (RedisProcess redis = RedisProcess.start(EVERY_SECOND);
        RedisProcess replica =
            RedisProcess.start("--replicaof", "127.0.0.1", Integer.toString(redis.port()));
        Engine engine = OwnServer.open(redis.uri())) {
      Waiting.until(
          "a replica that follows",
          () -> replica.call("INFO", "replication").contains("master_link_status:up"));

      assertThat(everyWrite(engine, new Durability(true, 1, LONG)))
          .containsOnly(new Reached(believed(redis), 1));
    }
  }

  @Test
  void whatIsFsyncedBeforeTheAnswerNeedsNoWord() {
    try (RedisProcess redis = RedisProcess.start("--appendonly", "yes", "--appendfsync", "always");
        Engine engine = OwnServer.open(redis.uri())) {
      assertThat(everyWrite(engine, ON_DISK)).containsOnly(Reached.ON_DISK);
    }
  }

  @Test
  void aServerWithoutALogSaysSoAtOnce() {
    try (RedisProcess redis = RedisProcess.start();
        Engine engine = OwnServer.open(redis.uri())) {
      assertThat(everyWrite(engine, ON_DISK)).containsOnly(Reached.NOTHING);
    }
  }

  @Test
  void whatIsNotFsyncedInTimeIsSaidAndIsNoError() {
    try (RedisProcess redis = RedisProcess.start("--appendonly", "yes", "--appendfsync", "no");
        Engine engine = OwnServer.open(redis.uri())) {
      assertThat(everyWrite(engine, new Durability(true, 0, Duration.ofMillis(20))))
          .containsOnly(Reached.NOTHING);
    }
  }

  @Test
  void whoMayNotAskIsNotTold() {
    try (RedisProcess redis = RedisProcess.start(EVERY_SECOND)) {
      redis.call("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-waitaof");
      try (Engine engine = OwnServer.open("redis://app:secret@127.0.0.1:" + redis.port())) {
        assertThat(everyWrite(engine, ON_DISK)).containsOnly(new Reached(Fsynced.UNKNOWN, 0));
      }
    }
  }

  /** Scheduling, rescheduling, cancelling and acknowledging. */
  private static List<Reached> everyWrite(Engine engine, Durability asked) {
    Reached scheduled = schedule(engine, Jobs.job("a", Duration.ofHours(1)), asked);
    Reschedule move = new Reschedule("a", DueTime.after(0), Reschedule.Condition.ALWAYS);
    Reached moved = Answers.of(engine.reschedule("q", List.of(move), asked)).get(0).durability();
    Settlement ack = Settlement.ack(claim(engine));
    Reached acked = Answers.of(engine.settle("q", List.of(ack), asked)).get(0).durability();
    schedule(engine, Jobs.job("b"), Durability.NONE);
    Reached cancelled = Answers.of(engine.cancel("q", List.of("b"), asked)).get(0).durability();
    return List.of(scheduled, moved, acked, cancelled);
  }

  private static Reached schedule(Engine engine, JobSpec.Builder job, Durability asked) {
    return Answers.of(engine.schedule("q", List.of(job.build()), asked)).get(0).durability();
  }

  private static LeaseToken claim(Engine engine) {
    return Answers.of(engine.claimById("q", List.of("a"), ClaimRequest.of(1, 30_000)))
        .jobs()
        .get(0)
        .lease();
  }
}
