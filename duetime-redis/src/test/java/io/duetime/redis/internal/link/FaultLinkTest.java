package io.duetime.redis.internal.link;

import static io.duetime.redis.internal.link.Answers.failureOf;
import static io.duetime.redis.internal.link.Answers.to;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.redis.fixture.FaultProxy;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.TestScripts;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class FaultLinkTest {
  private static final Script PUT = TestScripts.load("put");
  private static final Script GET = TestScripts.load("get");
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(60);

  private final byte[][] keys = Bytes.freshKeys();

  private RedisProcess redis;
  private FaultProxy proxy;

  @BeforeEach
  void start() {
    redis = RedisProcess.start();
    proxy = FaultProxy.before(redis.port());
  }

  @AfterEach
  void stop() {
    proxy.close();
    redis.close();
  }

  private RedisLink open(Duration timeout, Duration patience) {
    RedisLink link =
        LettuceLink.open(
            Address.server("127.0.0.1", proxy.port()), Answers.within(timeout, patience));
    to(link.run(PUT, keys, Bytes.of("first")));
    return link;
  }

  @Test
  void aLostAnswerToAWriteIsAnUnknownOutcomeAndIsNotSentAgain() {
    try (RedisLink link = open(LONG, LONG)) {
      proxy.cutAfter(3);

      assertThat(failureOf(put(link, "second"))).isInstanceOf(OutcomeUnknownException.class);

      assertThat(to(put(link, "third"))).isEqualTo(List.of("second", 3L));
    }
  }

  @Test
  void aLostAnswerToAReadIsAskedForAgain() {
    try (RedisLink link = open(LONG, LONG)) {
      proxy.cutAfter(3);

      assertThat(to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()))).isEqualTo("first");
    }
  }

  @Test
  void anAnswerThatDoesNotComeInTimeIsAnUnknownOutcome() {
    try (RedisLink link = open(SHORT, SHORT)) {
      proxy.hold();

      assertThat(failureOf(put(link, "second")))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("put");
    }
  }

  @Test
  void whatWasNotSentIsRetryable() {
    try (RedisLink link = open(LONG, SHORT)) {
      proxy.refuse(true);
      proxy.cutAll();
      List<Throwable> failures = List.of(failureOf(put(link, "lost")), failureOf(put(link, "two")));

      // The first may have been on its way when the connection went.
      assertThat(failures.get(1)).isInstanceOf(RetryableException.class);
      assertThat(((RetryableException) failures.get(1)).code())
          .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    }
  }

  @Test
  void aCallWaitsForTheConnectionToComeBack() {
    try (RedisLink link = open(LONG, LONG)) {
      CountDownLatch restored = new CountDownLatch(1);
      RedisLink.Subscription listening = link.onRestored(restored::countDown);
      proxy.refuse(true);
      proxy.cutAll();
      CompletableFuture<Object> call = read(link);
      proxy.refuse(false);

      assertThat(Bytes.readable(call.join())).isEqualTo("first");
      await(restored);
      listening.close();
    }
  }

  @Test
  void aServerThatHasBeenAwayIsFoundAgain() {
    try (RedisLink link = open(LONG, LONG)) {
      redis.kill();
      CompletableFuture<Object> call = read(link);
      redis.startAgain();

      assertThat(call.join()).isNull();
      assertThat(((List<?>) to(put(link, "new"))).get(1)).isEqualTo(1L);
    }
  }

  @Test
  void aServerThatHungGoesOn() {
    try (RedisLink link = open(SHORT, LONG)) {
      redis.pause();
      assertThat(failureOf(put(link, "second"))).isInstanceOf(OutcomeUnknownException.class);
      CompletableFuture<Object> call = read(link);
      redis.resume();

      assertThat(Bytes.readable(call.join())).isIn("first", "second");
    }
  }

  @Test
  void aConnectionThatLeadsNowhereIsReplaced() {
    try (RedisLink link = open(SHORT, LONG)) {
      proxy.dropRequests(true);
      assertThat(failureOf(put(link, "second"))).isInstanceOf(OutcomeUnknownException.class);
      proxy.dropRequests(false);

      assertThat(to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()))).isEqualTo("first");
    }
  }

  @Test
  void aHalfClosedConnectionIsReplaced() {
    try (RedisLink link = open(LONG, LONG)) {
      proxy.closeRequests();

      assertThat(to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()))).isEqualTo("first");
    }
  }

  @Test
  void killedConnectionsComeBackAndChannelsAreHeardAgain() throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (RedisLink link = open(LONG, LONG)) {
      link.subscribe(link.nodes().get(0), Bytes.one("channel"), new Hearing(heard));
      assertThat(heard.take()).isEqualTo("subscribed");

      redis.call("CLIENT", "KILL", "TYPE", "pubsub");
      assertThat(heard.take()).isEqualTo("subscribed");
      redis.call("PUBLISH", "channel", "hello");
      assertThat(heard.take()).isEqualTo("hello");

      redis.call("CLIENT", "KILL", "TYPE", "normal");
      assertThat(to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()))).isEqualTo("first");
    }
  }

  @Test
  void aClosedSubscriptionHearsNoMore() throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    BlockingQueue<String> others = new LinkedBlockingQueue<>();
    try (RedisLink link = open(LONG, LONG);
        RedisLink other = open(LONG, LONG)) {
      other.subscribe(other.nodes().get(0), Bytes.one("channel"), new Hearing(others));
      RedisLink.Subscription mine =
          link.subscribe(link.nodes().get(0), Bytes.one("channel"), new Hearing(heard));
      assertThat(heard.take()).isEqualTo("subscribed");
      assertThat(others.take()).isEqualTo("subscribed");
      mine.close();
      mine.close();
      redis.call("PUBLISH", "channel", "hello");

      Waiting.until("the message", () -> others.contains("hello"));
      assertThat(heard).doesNotContain("hello");
    }
  }

  @Test
  void errorsThatPassAreWaitedFor() {
    try (RedisLink link = open(LONG, LONG)) {
      redis.call("CONFIG", "SET", "min-replicas-to-write", "1");
      CompletableFuture<Object> call = put(link, "second");
      redis.call("CONFIG", "SET", "min-replicas-to-write", "0");

      assertThat(Bytes.readable(call.join())).isEqualTo(List.of("first", 2L));
    }
  }

  @Test
  void aServerThatTakesNoWritesIsWaitedFor() {
    try (RedisLink link = open(LONG, LONG)) {
      redis.call("REPLICAOF", "127.0.0.1", Integer.toString(RedisProcess.freePort()));
      CompletableFuture<Object> call = put(link, "second");
      Waiting.until("a refusal", () -> redis.hasRefused("READONLY"));
      redis.call("REPLICAOF", "NO", "ONE");

      assertThat(Bytes.readable(call.join())).isEqualTo(List.of("first", 2L));
    }
  }

  @Test
  void aFullServerRefusesWritesAndStillReads() {
    try (RedisLink link = open(LONG, LONG)) {
      redis.call("CONFIG", "SET", "maxmemory", "1");

      assertThat(failureOf(put(link, "second")))
          .isInstanceOfSatisfying(
              RetryableException.class,
              full -> assertThat(full.code()).isEqualTo(ErrorCode.STORE_FULL));
      assertThat(to(link.run(GET, new byte[][] {keys[0]}, Bytes.of()))).isEqualTo("first");
    }
  }

  @Test
  void callsThatWaitFailWhenTheLinkIsClosed() {
    RedisLink link = open(LONG, LONG);
    proxy.refuse(true);
    proxy.cutAll();
    CompletableFuture<Object> call = read(link);

    link.close();

    assertThat(failureOf(call))
        .isInstanceOf(RetryableException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void noThreadIsLeftBehind() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();

    open(LONG, LONG).close();

    Waiting.until(
        "the end of all threads of the link",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .noneMatch(thread -> thread.getName().startsWith("duetime-")));
  }

  private CompletableFuture<Object> put(RedisLink link, String value) {
    return link.run(PUT, keys, Bytes.of(value)).toCompletableFuture();
  }

  private CompletableFuture<Object> read(RedisLink link) {
    CompletionStage<Object> read = link.run(GET, new byte[][] {keys[0]}, Bytes.of());
    return read.toCompletableFuture();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interruption);
    }
  }
}
