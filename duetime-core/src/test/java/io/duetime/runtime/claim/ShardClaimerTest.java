package io.duetime.runtime.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.TimeSource;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.Watcher.Signal;
import io.duetime.memory.MemoryEngine;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.FailureLog;
import io.duetime.runtime.call.Listeners;
import io.duetime.runtime.call.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShardClaimerTest {
  private static final long NOW = 1_800_000_000_000L;

  private final TickingTime time = new TickingTime();
  private final ShardClaimer shard =
      new ShardClaimer(
          ShardId.ONLY,
          new ClientContext(
              new MemoryEngine(time),
              time,
              new StoreClock(time, true),
              Runnable::run,
              null,
              new SplittableRandom(1),
              new Listeners(List.of()),
              ClientContext.Pace.NORMAL,
              new FailureLog(time, line -> {})),
          Duration.ofHours(1),
          () -> {});

  private void claimed(long claimNumber, long comeBackAt) {
    shard.answered(shard.asked(), new ClaimResult(List.of(), NOW, comeBackAt, claimNumber));
  }

  @Test
  void whatBecomesDueBetweenTwoLooksIsToldOf() {
    claimed(0, NOW + 5);
    time.nanos = Duration.ofMillis(5).toNanos() - 1;
    assertThat(shard.isDue(1)).isFalse();

    time.nanos++;
    shard.arm();

    assertThat(time.timers).containsExactly(Duration.ZERO);
  }

  @Test
  void newsOfAnEarlierClaimThanTheLastOwnIsNone() {
    claimed(7, NOW + 1_000);

    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.PROGRESS, NOW, 7));
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.PROGRESS, NOW, 6));
    assertThat(shard.isDue(1)).isFalse();

    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.HANDED_ON, NOW - 1_000, 8));
    assertThat(shard.isDue(1)).isTrue();
  }

  @Test
  void newsOfClaimsWaitsForTheAnswerToTheOwn() {
    long sent = shard.asked();
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.HANDED_ON, NOW - 1_000, 8));

    shard.answered(sent, new ClaimResult(List.of(), NOW, NOW + 1_000, 7));

    assertThat(shard.isDue(1)).isTrue();
  }

  @Test
  void whatIsHeardAfterNewsOfAClaimIsNotPutOffByIt() {
    long sent = shard.asked();
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.HANDED_ON, NOW + 60_000, 8));
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.EARLIER, NOW - 1_000));

    shard.answered(sent, new ClaimResult(List.of(), NOW, NOW + 1_000, 7));

    assertThat(shard.isDue(1)).isTrue();
  }

  @Test
  void anEarlierClaimDoesNotPutOffTheRetryOfAFailedOne() {
    long earlier = shard.asked();
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.EARLIER, NOW - 1_000));
    long failing = shard.asked();
    shard.failed(failing);

    shard.answered(earlier, new ClaimResult(List.of(), NOW, NOW + 60_000, 7));
    shard.onSignal(new Signal("q", ShardId.ONLY, Kind.PROGRESS, NOW + 60_000, 6));

    time.nanos = Duration.ofMillis(100).toNanos();
    assertThat(shard.isDue(1)).isTrue();
  }

  /** Time that passes only when a test says so, and timers that never ring. */
  private static final class TickingTime implements TimeSource {
    long nanos;
    final Queue<Duration> timers = new ArrayDeque<>();

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(NOW).plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      timers.add(delay);
      return () -> {};
    }

    @Override
    public void await(CompletableFuture<?> future) {}
  }
}
