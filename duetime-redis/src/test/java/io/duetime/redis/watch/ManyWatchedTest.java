package io.duetime.redis.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.FaultProxy;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.fixture.store.WatchingEngine;
import io.duetime.redis.internal.link.Address;
import io.duetime.redis.internal.link.LettuceLink;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.store.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What many watched queues cost, and how soon each learns of a message that was lost. */
@Tag("full")
class ManyWatchedTest {
  private static final int MANY = 350;
  private static final int CHECKS_PER_SECOND = 200;
  private static final Duration BEAT = Duration.ofMillis(500);
  private static final Duration LIMIT = Duration.ofMillis(250);

  private final String prefix = TestStores.newPrefix();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final SteppedClock clock = new SteppedClock();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    TestStores.clear(prefix);
  }

  private WatchingEngine engine(RedisLink link) {
    WatchingEngine engine = new WatchingEngine(keys, clock, link);
    open.add(engine);
    connectChannels(engine.link);
    return engine;
  }

  /**
   * Opens the connection of the channels. What is subscribed while it opens may be subscribed
   * twice, and would be checked once more, at any later moment.
   */
  private void connectChannels(RedisLink link) {
    CountDownLatch subscribed = new CountDownLatch(1);
    byte[] channel = (prefix + "first").getBytes(StandardCharsets.US_ASCII);
    RedisLink.ChannelListener listener =
        new RedisLink.ChannelListener() {
          @Override
          public void message(byte[] payload) {}

          @Override
          public void subscribed() {
            subscribed.countDown();
          }
        };
    RedisLink.Subscription unused = link.subscribe(link.nodes().get(0), channel, listener);
    SignalAwaiter.until("the first channel", () -> subscribed.getCount() == 0);
  }

  private WatchingEngine engine() {
    return engine(TestStores.link());
  }

  private WatchingEngine engineBehind(FaultProxy proxy) {
    return engine(
        LettuceLink.open(Address.server("127.0.0.1", proxy.port()), LinkSettings.DEFAULT));
  }

  private static List<String> queues(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "queue" + i).toList();
  }

  /** Watches queues that exist, and awaits that each has been checked and noted once. */
  private void watch(WatchingEngine engine, List<String> queues) {
    queues.forEach(engine::make);
    int checks = engine.link.answered("HMGET");
    int notes = engine.link.calls("note_watch");
    queues.forEach(queue -> engine.claim(queue, 1));
    queues.forEach(engine::watch);
    SignalAwaiter.until(
        "all checks and notes",
        () -> {
          engine.runReady();
          return engine.link.hearsBeats()
              && engine.link.answered("HMGET") >= checks + queues.size()
              && engine.link.calls("note_watch") >= notes + queues.size();
        });
  }

  private void scheduleInAll(List<String> queues) {
    WatchingEngine another = engine();
    queues.forEach(queue ->
        Answers.of(
            another.engine.schedule(queue, List.of(Jobs.job("a").build()), Durability.NONE)));
  }

  private static void awaitSignalsOf(WatchingEngine engine, List<String> queues) {
    SignalAwaiter.until(
        "signals of all queues",
        () -> {
          engine.runReady();
          return engine.queuesHeardOf().containsAll(queues);
        });
  }

  @Test
  void aNewSubscriptionChecksItsOwnShardAlone() {
    WatchingEngine engine = engine();
    watch(engine, queues(0, MANY));
    assertThat(engine.link.calls("HMGET")).isEqualTo(MANY);
    assertThat(engine.link.calls("note_watch")).isEqualTo(MANY);

    watch(engine, queues(MANY, MANY + 1));

    assertThat(engine.link.calls("HMGET")).isEqualTo(MANY + 1);
    assertThat(engine.link.calls("note_watch")).isEqualTo(MANY + 1);
  }

  @Test
  void whatIsWatchedCostsThreeTripsASecondHoweverMuchItIs() {
    WatchingEngine engine = engine();
    watch(engine, queues(0, MANY));
    int checks = engine.link.calls("HMGET");
    int trips = engine.link.trips();

    for (int i = 0; i < 20; i++) {
      passASecond(engine);
    }

    assertThat(engine.link.calls("HMGET") - checks).isEqualTo(20 * CHECKS_PER_SECOND);
    assertThat(engine.link.trips() - trips - engine.link.calls("PUBLISH")).isLessThanOrEqualTo(20);
    assertThat(engine.link.calls("PUBLISH")).isBetween(38, 40);
  }

  /** Steps a second, and awaits that its checks and beats are answered. */
  private static void passASecond(WatchingEngine engine) {
    int checks = engine.link.answered("HMGET");
    passABeat(engine);
    passABeat(engine);
    SignalAwaiter.until(
        "a turn", () -> engine.link.answered("HMGET") >= checks + CHECKS_PER_SECOND);
  }

  private static void passABeat(WatchingEngine engine) {
    int beats = engine.link.answeredBeats();
    engine.pass(BEAT);
    SignalAwaiter.until("a beat", () -> engine.link.answeredBeats() > beats);
  }

  @Test
  void everyQueueIsCheckedInItsTurn() {
    WatchingEngine engine = engine();
    watch(engine, queues(0, MANY));
    engine.link.deaf(true);
    scheduleInAll(queues(0, MANY));
    assertThat(engine.queuesHeardOf()).isEmpty();

    for (int i = 0; i < 2; i++) {
      passASecond(engine);
    }

    awaitSignalsOf(engine, queues(0, MANY));
    assertThat(engine.link.renewals()).isZero();
  }

  @Test
  void allAreCheckedAtOnceWhenABeatIsNotHeard() {
    WatchingEngine engine = engine();
    watch(engine, queues(0, MANY));
    engine.link.deaf(true);
    engine.link.deafToBeats();
    scheduleInAll(queues(0, MANY));

    missABeat(engine);

    awaitSignalsOf(engine, queues(0, MANY));
  }

  @Test
  void allAreCheckedAtOnceWhenTheSubscriptionIsCutWithoutAWord() {
    int many = 1_000;
    FaultProxy proxy = FaultProxy.before(TestStores.SERVER.port());
    WatchingEngine engine = engineBehind(proxy);
    watch(engine, queues(0, many));
    engine.link.losesBeats();
    proxy.silence();
    scheduleInAll(queues(0, many));
    assertThat(engine.queuesHeardOf()).isEmpty();

    missABeat(engine);

    awaitSignalsOf(engine, queues(0, many));
    proxy.close();
  }

  /**
   * Lets time pass until a silent channel is noticed. A beat that is answered while time jumps is
   * judged again, like one of a process that was suspended.
   */
  private static void missABeat(WatchingEngine engine) {
    passABeat(engine);
    SignalAwaiter.until(
        "a renewal",
        () -> {
          engine.pass(LIMIT);
          return engine.link.renewals() == 1;
        });
  }
}
