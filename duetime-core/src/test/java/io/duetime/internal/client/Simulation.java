package io.duetime.internal.client;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.internal.memory.MemoryEngine;
import io.duetime.internal.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store, its workers and their handlers, all on the test's thread in virtual time. */
final class Simulation implements AutoCloseable {
  static final Instant START = Instant.parse("2026-03-01T06:00:00Z");

  final VirtualTime time = new VirtualTime(START);
  final Fibers fibers = new Fibers(time);
  final TwoShards shards = new TwoShards(new MemoryEngine(time));
  final DecoratedEngine engine = new DecoratedEngine(shards);
  final List<String> events = new ArrayList<>();
  final List<String> scheduled = new ArrayList<>();
  @Nullable Error failing;
  private final Duetime duetime;

  private Simulation(Pace pace, boolean shared, boolean split) {
    if (shared) {
      engine.pretendToBeShared();
    }
    if (split) {
      shards.split();
    }
    DuetimeSettings settings =
        Duetime.builder()
            .uri("memory:")
            .time(time)
            .executor(fibers)
            .random(new SplittableRandom(1))
            .name("simulation")
            .listener(new Recorder())
            .build();
    this.duetime = StoreClient.over(engine.engine(), settings, pace);
  }

  static Simulation begin() {
    return new Simulation(Pace.NORMAL, false, false);
  }

  /** Looks again so seldom that only signals can explain what is on time. */
  static Simulation thatReliesOnSignals() {
    return new Simulation(new Pace(Duration.ofDays(1), Duration.ofDays(1)), false, false);
  }

  static Simulation ofStoreElsewhere() {
    return new Simulation(Pace.NORMAL, true, false);
  }

  /** Jobs with ids that begin with {@code far} are in a shard of their own. */
  static Simulation ofTwoShardsElsewhere() {
    return new Simulation(Pace.NORMAL, true, true);
  }

  Duetime duetime() {
    return duetime;
  }

  StoreClient client() {
    return (StoreClient) duetime;
  }

  JobQueue<String> queue() {
    return duetime.queue("orders", Codec.string());
  }

  /** Moves time on from now. */
  void pass(Duration duration) {
    time.advance(duration);
  }

  /** Moves time on to a moment after the start. */
  void passTo(Duration sinceStart) {
    time.advanceTo(START.plus(sinceStart));
  }

  /** The answer of a call that does not wait, once everything that is due has run. */
  <T> T done(CompletionStage<T> call) {
    return new Waits(time).get(call.toCompletableFuture());
  }

  /** What is written down at this moment, such as {@code 5s job}. */
  void note(String what) {
    events.add(since() + " " + what);
  }

  String since() {
    return Duration.between(START, time.instant()).toString().substring(2).toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    engine.recover();
    duetime.close();
  }

  private final class Recorder implements JobListener {
    @Override
    public void started(Job<?> job, Duration lateness) {
      if (failing != null) {
        throw failing;
      }
    }

    @Override
    public void scheduled(String queue, Scheduled answer) {
      scheduled.add(answer.id() + " " + answer.outcome());
    }

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      note(job.id() + " " + outcome);
    }

    @Override
    public void leaseLost(Job<?> job) {
      note(job.id() + " lost");
    }
  }
}
