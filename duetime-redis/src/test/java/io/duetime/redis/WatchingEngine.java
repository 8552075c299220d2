package io.duetime.redis;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Watcher;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Awaiting;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.internal.time.VirtualTime;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.StoreKeys;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** One of several processes on a store: its heart beats when the test says so. */
final class WatchingEngine implements AutoCloseable {
  final ObservedLink link;
  final Engine engine;
  private final VirtualTime time;
  private final List<Watcher.Signal> heard = new CopyOnWriteArrayList<>();

  WatchingEngine(StoreKeys keys, SteppedClock clock) {
    this(keys, clock, TestStores.link());
  }

  /** Over a link of the test. */
  WatchingEngine(StoreKeys keys, SteppedClock clock, RedisLink way) {
    this.link = new ObservedLink(way);
    this.time = new VirtualTime(clock.instant());
    this.engine = TestStores.open(keys, clock, link, time);
  }

  Watcher.Subscription watch(String queue) {
    return engine.watch(queue, heard::add);
  }

  ClaimResult claim(String queue, int max) {
    return Answers.of(engine.claim(queue, ClaimRequest.of(max, 30_000).by("a consumer")));
  }

  /** Does what is to be done now, by the clock of this process. */
  void runReady() {
    time.runReady();
  }

  /** Lets a second pass for this process alone. */
  void passASecond() {
    pass(Duration.ofSeconds(1));
  }

  /** Lets time pass for this process alone. */
  void pass(Duration duration) {
    time.advance(duration);
  }

  void awaitSignal(Kind kind) {
    Awaiting.until(
        kind + ", heard " + heard,
        () -> {
          runReady();
          return heard(kind) > 0;
        });
  }

  long heard(Kind kind) {
    return heard.stream().filter(signal -> signal.kind() == kind).count();
  }

  /** The queues of which something was signalled. */
  Set<String> queuesHeardOf() {
    return heard.stream().map(Watcher.Signal::queue).collect(Collectors.toSet());
  }

  /** Whether a moment was signalled. */
  boolean hasHeard(long moment) {
    return heard.stream().anyMatch(signal -> signal.comeBackAtMillis() == moment);
  }

  /** The signals about claims of others. */
  List<Watcher.Signal> ofClaims() {
    return heard.stream().filter(signal -> signal.kind() != Kind.EARLIER).toList();
  }

  void forgetSignals() {
    heard.clear();
  }

  @Override
  public void close() {
    engine.close();
  }
}
