package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.to;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.redis.fixture.RedisSentinel;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class SentinelLinkTest {
  private static final Script PUT = TestScripts.load("put");
  private static final LinkSettings PATIENT =
      Answers.within(Duration.ofSeconds(5), Duration.ofSeconds(60));

  private RedisSentinel store;
  private RedisLink link;

  @BeforeEach
  void open() {
    store = RedisSentinel.start();
    RedisURI.Builder uri = RedisURI.builder().withSentinelMasterId(RedisSentinel.MASTER);
    store.sentinels().forEach(node -> uri.withSentinel("127.0.0.1", node.port()));
    link =
        LettuceLink.open(
            new Address(Kind.SENTINEL, List.of(uri.build()), Certificates.NONE), PATIENT);
  }

  @AfterEach
  void close() {
    link.close();
    store.close();
  }

  @Test
  void callsGoOnAfterTheMasterWasKilled() {
    byte[][] keys = Bytes.freshKeys();
    DurableReply first =
        link.runDurably(PUT, keys, Bytes.of("one"), Durability.replicas(1, Duration.ofSeconds(30)))
            .toCompletableFuture()
            .join();
    assertThat(first.reached().replicas()).isEqualTo(1);

    store.killMaster();

    assertThat(to(link.run(PUT, keys, Bytes.of("two")))).isEqualTo(List.of("one", 2L));
  }

  @Test
  void callsGoOnAfterMasterAndReplicaChangedPlaces() {
    byte[][] keys = Bytes.freshKeys();
    assertThat(to(link.run(PUT, keys, Bytes.of("one")))).isEqualTo(Arrays.asList(null, 1L));

    store.changePlaces();

    Waiting.until("an answer", () -> isAnswered(link.run(PUT, keys, Bytes.of("two"))));
    assertThat(store.replica().call("GET", (String) Bytes.readable(keys[0]))).isEqualTo("two");
  }

  /** The old master ends its connections when it follows: with them what is on its way. */
  private static boolean isAnswered(CompletionStage<Object> call) {
    try {
      return to(call) != null;
    } catch (CompletionException failure) {
      assertThat(failure).hasCauseInstanceOf(OutcomeUnknownException.class);
      return false;
    }
  }
}
