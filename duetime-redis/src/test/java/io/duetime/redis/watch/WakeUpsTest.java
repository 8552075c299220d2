package io.duetime.redis.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.Watcher.Signal;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.fixture.store.WatchingEngine;
import io.duetime.redis.internal.store.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What processes that share a store tell each other, and learn when they are not told. */
class WakeUpsTest {
  private static final String QUEUE = "orders";
  private static final Duration HOUR = Duration.ofHours(1);

  private final String prefix = TestStores.newPrefix();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final SteppedClock clock = new SteppedClock();
  private final List<WatchingEngine> engines = new ArrayList<>();
  private final WatchingEngine one = engine();
  private final WatchingEngine other = engine();

  @AfterEach
  void close() {
    engines.forEach(WatchingEngine::close);
    TestStores.clear(prefix);
  }

  private WatchingEngine engine() {
    WatchingEngine engine = new WatchingEngine(keys, clock);
    engines.add(engine);
    return engine;
  }

  private String key(String name) {
    return new String(keys.shard(QUEUE, ShardId.ONLY).key(name), StandardCharsets.UTF_8);
  }

  /** Both watch, are heard of, and know that there is nothing to claim. */
  private void watch() {
    one.make(QUEUE);
    one.claim(QUEUE, 1);
    watchUnasked();
    one.claim(QUEUE, 1);
    other.claim(QUEUE, 1);
    forgetSignals();
  }

  private void watchUnasked() {
    one.watch(QUEUE);
    other.watch(QUEUE);
    SignalAwaiter.until("two who watch", () -> isWatchedBy(2));
  }

  private boolean isWatchedBy(int processes) {
    engines.forEach(WatchingEngine::runReady);
    String channel = key("wake");
    return TestStores.SERVER.call("PUBSUB", "NUMSUB", channel).equals(channel + "\n" + processes)
        && TestStores.SERVER.call("ZCARD", key("watchers")).equals("" + processes);
  }

  private void forgetSignals() {
    hearAll();
    one.forgetSignals();
    other.forgetSignals();
  }

  private void hearAll() {
    // What was said so far has been heard once something said after it is.
    TestStores.SERVER.call("PUBLISH", key("wake"), "E1");
    SignalAwaiter.until("all signals", () -> heardAll(one) && heardAll(other));
  }

  private static boolean heardAll(WatchingEngine engine) {
    engine.runReady();
    return engine.hasHeard(1L);
  }

  private void schedule(int jobs, Duration delay) {
    List<JobSpec> specs =
        IntStream.range(0, jobs).mapToObj(i -> Jobs.job("j" + i, delay).build()).toList();
    Answers.of(one.engine.schedule(QUEUE, specs, Durability.NONE));
  }

  private long at(Duration delay) {
    return clock.instant().plus(delay).toEpochMilli();
  }

  private static Signal signal(Kind kind, long moment, long claim) {
    return new Signal(QUEUE, ShardId.ONLY, kind, moment, claim);
  }

  @Test
  void allWatchersHearOfAClaimWithItsNumber() {
    watch();
    schedule(1, HOUR);

    long number = one.claim(QUEUE, 10).claimNumber();
    other.awaitSignal(Kind.PROGRESS);
    one.awaitSignal(Kind.PROGRESS);

    assertThat(number).isPositive();
    assertThat(other.ofClaims()).containsExactly(signal(Kind.PROGRESS, at(HOUR), number));
    assertThat(one.ofClaims()).isEqualTo(other.ofClaims());
  }

  @Test
  void aClaimThatFillsItsRoomHandsOn() {
    schedule(1, Duration.ZERO);
    watchUnasked();
    long number = one.claim(QUEUE, 1).claimNumber();

    other.awaitSignal(Kind.HANDED_ON);

    assertThat(other.ofClaims())
        .containsExactly(signal(Kind.HANDED_ON, at(Duration.ofSeconds(30)), number));
  }

  @Test
  void thePlaceOfADamagedJobIsTold() {
    Answers.of(one.engine.configure(QUEUE, QueueSettings.builder().maxRunning(1).build()));
    schedule(2, Duration.ZERO);
    TestStores.SERVER.call("HSET", key("jobs"), "j0", "\u0001cc");
    watchUnasked();
    forgetSignals();

    assertThat(one.claim(QUEUE, 1).jobs()).isEmpty();

    other.awaitSignal(Kind.EARLIER);
    assertThat(other.claim(QUEUE, 1).jobs()).hasSize(1);
  }

  @Test
  void thatMoreIsReadyIsToldOnce() {
    schedule(25, Duration.ZERO);
    watchUnasked();
    IntStream.range(0, 4).forEach(i -> one.claim(QUEUE, 10));

    hearAll();

    assertThat(other.ofClaims())
        .extracting(Signal::kind)
        .containsExactly(Kind.HANDED_ON, Kind.PROGRESS, Kind.PROGRESS);
  }

  @Test
  void noProcessIsToldWhereNoOtherWatches() {
    one.watch(QUEUE);
    long before = published();

    one.claim(QUEUE, 1);
    other.claim(QUEUE, 1);

    assertThat(published()).isEqualTo(before);
  }

  private static long published() {
    return TestStores.SERVER
        .call("INFO", "commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_publish:calls="))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*calls=(\\d+).*", "$1")))
        .sum();
  }

  @Test
  void aJobWhoseMessageWasLostIsKnownASecondLater() {
    watch();
    other.link.deaf(true);
    schedule(1, Duration.ZERO);
    one.awaitSignal(Kind.EARLIER);
    assertThat(other.heard(Kind.EARLIER)).isZero();

    other.passASecond();

    other.awaitSignal(Kind.EARLIER);
  }

  @Test
  void whatWasMissedIsAskedForAtOnceWhenTheChannelIsHeardAgain() {
    watch();
    other.link.deaf(true);
    schedule(1, Duration.ZERO);
    one.awaitSignal(Kind.EARLIER);

    TestStores.SERVER.call("CLIENT", "KILL", "TYPE", "pubsub");

    other.awaitSignal(Kind.EARLIER);
  }

  @Test
  void whatWasMissedIsAskedForAtOnceWhenTheConnectionComesBack() {
    watch();
    other.link.deaf(true);
    schedule(1, Duration.ZERO);
    one.awaitSignal(Kind.EARLIER);

    TestStores.SERVER.call("CLIENT", "KILL", "TYPE", "normal");

    other.awaitSignal(Kind.EARLIER);
  }

  @Test
  void aStandbyConsumerStaysPresent() {
    watch();
    clock.move(Duration.ofSeconds(50));
    SignalAwaiter.until(
        "a new note",
        () -> {
          other.passASecond();
          return presence().stream().anyMatch(seen -> seen.lastSeen().toEpochMilli() == now());
        });
    clock.move(Duration.ofSeconds(50));

    assertThat(presence()).hasSize(1);
  }

  private List<QueueConsumer> presence() {
    return Answers.of(other.engine.consumers(QUEUE));
  }

  private long now() {
    return clock.millis();
  }

  @Test
  void aClosedWatcherIsToldNothingMore() {
    one.watch(QUEUE).close();
    other.watch(QUEUE);
    ClaimResult nothing = one.claim(QUEUE, 1);

    schedule(1, Duration.ZERO);
    other.awaitSignal(Kind.EARLIER);

    assertThat(nothing.jobs()).isEmpty();
    assertThat(one.heard(Kind.EARLIER)).isZero();
  }
}
