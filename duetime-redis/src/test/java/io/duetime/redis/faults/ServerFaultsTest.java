package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import io.duetime.redis.fixture.FaultProxy;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to one server, and to the ways there: work goes on, and every answer was true. */
@Tag("full")
class ServerFaultsTest {
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 50 : 2;
  private static final String QUICK = "?timeout=1s";
  private static final String CALM = "?timeout=60s";

  private static final String[] KEEPS_ALL = {"--appendonly", "yes", "--appendfsync", "always"};

  /** A quarter of a millisecond for each key. */
  private static final String[] SLOW_TO_LOAD = {
    "--appendonly", "yes", "--appendfsync", "always",
    "--key-load-delay", "250", "--loading-process-events-interval-bytes", "1024"
  };

  /** Does something to the server, which is well again afterwards. */
  private interface Fault {
    void happen(FaultCrowd crowd);
  }

  private static void everyAnswerHolds(RedisProcess redis, Fault fault) {
    assertThat(broken(redis, redis.port(), fault)).isEmpty();
  }

  private static void everyAnswerHolds(RedisProcess redis, FaultProxy proxy, Fault fault) {
    assertThat(broken(redis, proxy.port(), fault)).isEmpty();
  }

  private static List<Violation> broken(RedisProcess redis, int port, Fault fault) {
    String uri = "redis://127.0.0.1:" + port + QUICK;
    try (FaultCrowd crowd = new FaultCrowd(uri)) {
      for (int i = 0; i < ROUNDS; i++) {
        fault.happen(crowd);
        crowd.awaitWork();
      }
      return HistoryCheck.of(crowd.finish(redis.uri() + CALM))
          .withSkew(FaultCrowd.SKEW_MILLIS)
          .violations();
    }
  }

  @Test
  void connectionsThatAreKilled() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(redis, crowd -> redis.call("CLIENT", "KILL", "TYPE", "normal"));
    }
  }

  @Test
  void channelsThatAreKilled() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(redis, crowd -> redis.call("CLIENT", "KILL", "TYPE", "pubsub"));
    }
  }

  @Test
  void connectionsThatAreKilledOneByOne() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(
          redis,
          crowd ->
              redis
                  .call("CLIENT", "LIST")
                  .lines()
                  .filter(line -> line.contains("name=duetime"))
                  .map(line -> line.replaceAll("^id=(\\d+) .*", "$1"))
                  .forEach(id -> redis.call("CLIENT", "KILL", "ID", id)));
    }
  }

  @Test
  void connectionsThatAreKilledWhileAnswersAreOnTheirWay() {
    try (RedisProcess redis = RedisProcess.start();
        FaultProxy proxy = FaultProxy.before(redis.port())) {
      everyAnswerHolds(
          redis,
          proxy,
          crowd -> {
            proxy.hold();
            redis.call("CLIENT", "KILL", "TYPE", "normal");
            redis.call("CLIENT", "KILL", "TYPE", "pubsub");
            proxy.cutAll();
            proxy.release();
          });
    }
  }

  @Test
  void connectionsThatAreCutHalfWayThroughAReply() {
    SplittableRandom random = new SplittableRandom(3);
    try (RedisProcess redis = RedisProcess.start();
        FaultProxy proxy = FaultProxy.before(redis.port())) {
      everyAnswerHolds(redis, proxy, crowd -> proxy.cutAfter(random.nextInt(2_000)));
    }
  }

  @Test
  void scriptsThatAreForgotten() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(redis, crowd -> redis.call("SCRIPT", "FLUSH"));
    }
  }

  @Test
  void aServerThatHangsForLongerThanCallersWait() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(
          redis,
          crowd -> {
            redis.pause();
            crowd.awaitFailure();
            redis.resume();
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALL", "WRITE"})
  void aServerThatTakesNoCommandsForAWhile(String which) {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(redis, crowd -> redis.call("CLIENT", "PAUSE", "300", which));
    }
  }

  @Test
  void aServerThatIsKilledAndHasKeptEverything() {
    try (RedisProcess redis = RedisProcess.start(KEEPS_ALL)) {
      everyAnswerHolds(
          redis,
          crowd -> {
            redis.kill();
            redis.startAgain();
          });
    }
  }

  @Test
  void aServerThatTakesNoWrites() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(
          redis,
          crowd -> {
            redis.call("REPLICAOF", "127.0.0.1", Integer.toString(RedisProcess.freePort()));
            Waiting.until("a refusal", () -> redis.hasRefused("READONLY"));
            redis.call("REPLICAOF", "NO", "ONE");
            redis.call("CONFIG", "RESETSTAT");
          });
    }
  }

  @Test
  void subscriptionsThatHearNothingMore() {
    try (RedisProcess redis = RedisProcess.start();
        FaultProxy proxy = FaultProxy.before(redis.port())) {
      everyAnswerHolds(redis, proxy, crowd -> proxy.swallowPushes(true));
    }
  }

  @Test
  void aServerThatIsFullForAWhile() {
    try (RedisProcess redis = RedisProcess.start()) {
      everyAnswerHolds(
          redis,
          crowd -> {
            redis.call("CONFIG", "SET", "maxmemory", "1");
            crowd.awaitFailure();
            redis.call("CONFIG", "SET", "maxmemory", "0");
          });
    }
  }

  @Test
  void aServerThatTakesItsTimeToLoadWhatItHasKept() {
    RedisProcess any = RedisProcess.shared();
    assumeTrue(any.knows("FUNCTION"), any.version() + " cannot be told to take its time");
    try (RedisProcess redis = RedisProcess.start(SLOW_TO_LOAD)) {
      redis.call("EVAL", "for i = 1, 2000 do redis.call('SET', KEYS[1] .. i, i) end", "1", "key");
      everyAnswerHolds(
          redis,
          crowd -> {
            // Rewritten it is loaded key by key, not call by call.
            redis.call("BGREWRITEAOF");
            Waiting.until(
                "the end of the rewrite",
                () ->
                    redis
                        .call("INFO", "persistence")
                        .contains("aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0"));
            redis.kill();
            redis.startAgain();
          });
    }
  }

  @Test
  void aServerThatIsKilledAndHasKeptNothing() {
    try (RedisProcess redis = RedisProcess.start()) {
      assertThat(
              broken(
                  redis,
                  redis.port(),
                  crowd -> {
                    redis.kill();
                    redis.startAgain();
                  }))
          .extracting(Violation::rule)
          .isSubsetOf(Rule.NOTHING_LOST, Rule.ANSWERS_POSSIBLE, Rule.LEASES_HOLD, Rule.ONE_LEASE);
    }
  }

  @Test
  void aServerThatHasForgottenThatAQueueWasSplit() {
    try (RedisProcess redis = RedisProcess.start();
        FaultCrowd crowd = new FaultCrowd(redis.uri())) {
      for (int i = 0; i < ROUNDS; i++) {
        crowd.split(4);
        crowd.awaitWork();
        redis.kill();
        redis.startAgain();
        crowd.awaitWork();
      }
      assertThat(
              HistoryCheck.of(crowd.finish(redis.uri() + CALM))
                  .withSkew(FaultCrowd.SKEW_MILLIS)
                  .violations())
          .extracting(Violation::rule)
          .isSubsetOf(Rule.NOTHING_LOST, Rule.ANSWERS_POSSIBLE, Rule.LEASES_HOLD, Rule.ONE_LEASE);
    }
  }

  @Test
  void aServerThatGoesBackToItsLastSnapshot() {
    try (RedisProcess redis = RedisProcess.start()) {
      assertThat(
              broken(
                  redis,
                  redis.port(),
                  crowd -> {
                    redis.call("SAVE");
                    crowd.awaitWork();
                    redis.kill();
                    redis.startAgain();
                  }))
          .extracting(Violation::rule)
          .doesNotContain(Rule.NOTHING_EARLY, Rule.FENCES_GROW, Rule.DEADLINES_HOLD);
    }
  }
}
