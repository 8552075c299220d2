package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.Durability.Fsynced;
import io.duetime.Durability.Reached;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DurableLinkTest {
  private static final Script PUT = TestScripts.load("put");
  private static final Durability TO_DISK = new Durability(true, 0, Duration.ofSeconds(10));

  @Test
  void aServerThatFsyncsBeforeItAnswersSaysSo() {
    assertThat(reached(TO_DISK, "--appendonly", "yes", "--appendfsync", "always"))
        .isEqualTo(new Reached(Fsynced.YES, 0));
  }

  @Test
  void aServerThatKeepsNothingSaysSo() {
    assertThat(reached(TO_DISK)).isEqualTo(new Reached(Fsynced.NO, 0));
  }

  @Test
  void whatAServerDoesNotTellIsUnknown() {
    assertThat(reached(TO_DISK, "--appendonly", "yes", "--rename-command", "CONFIG", ""))
        .satisfies(reached -> assertThat(reached.fsynced()).isNotEqualTo(Fsynced.NO));
  }

  @Test
  void whatIsDeclaredIsBelieved() {
    LinkSettings usual = LinkSettings.DEFAULT;
    LinkSettings declared =
        new LinkSettings(
            usual.timeout(),
            usual.connectTimeout(),
            usual.patience(),
            usual.topologyRefresh(),
            true,
            usual.clientName());
    try (RedisProcess redis = RedisProcess.start();
        RedisLink link = LettuceLink.open(Address.server("127.0.0.1", redis.port()), declared)) {
      assertThat(put(link, TO_DISK).toCompletableFuture().join().reached())
          .isEqualTo(Reached.ON_DISK);
    }
  }

  @Test
  void replicasThatDoNotComeAreSaidAndAreNoError() {
    assertThat(reached(Durability.replicas(1, Duration.ofMillis(20))))
        .isEqualTo(new Reached(Fsynced.NO, 0));
  }

  @Test
  void manyDurableWritesAtOnceAreAllAnswered() {
    try (RedisProcess redis = RedisProcess.start();
        RedisLink link = open(redis)) {
      List<CompletionStage<DurableReply>> calls = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        calls.add(put(link, Durability.replicas(1, Duration.ofMillis(i % 3))));
      }

      assertThat(calls)
          .allSatisfy(call -> {
            DurableReply reply = call.toCompletableFuture().join();
            assertThat(((List<?>) reply.reply()).get(1)).isEqualTo(1L);
            assertThat(reply.reached()).isEqualTo(Reached.NOTHING);
          });
    }
  }

  @Test
  void anErrorOfTheScriptIsAnError() {
    try (RedisProcess redis = RedisProcess.start();
        RedisLink link = open(redis)) {
      Script refuse = TestScripts.load("refuse");

      assertThat(
              failureOf(link.runDurably(refuse, Bytes.freshKeys(), Bytes.of("DTNO no"), TO_DISK)))
          .isInstanceOf(ScriptErrorException.class);
    }
  }

  private static Reached reached(Durability durability, String... options) {
    try (RedisProcess redis = RedisProcess.start(options);
        RedisLink link = open(redis)) {
      return put(link, durability).toCompletableFuture().join().reached();
    }
  }

  private static RedisLink open(RedisProcess redis) {
    return LettuceLink.open(Address.server("127.0.0.1", redis.port()), LinkSettings.DEFAULT);
  }

  private static CompletionStage<DurableReply> put(RedisLink link, Durability durability) {
    return link.runDurably(PUT, Bytes.freshKeys(), Bytes.of("value"), durability);
  }
}
