package io.duetime.test;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.QueueAdmin;
import io.duetime.TimeSource;
import io.duetime.memory.MemoryEngine;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

/**
 * A store for tests: the real memory engine and the real workers, with a time that only the test
 * moves.
 *
 * <p>{@link #advance} stops at every moment at which something is due, and runs it in order on the
 * calling thread. When it returns, every handler has ended. A month passes in milliseconds, and
 * every run of a test has the same order. Blocking claims move the time for as long as they wait.
 *
 * <p>For one thread.
 */
public final class TestDuetime implements Duetime {
  /** The default start of time. */
  public static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

  // No signal is lost in one process; checks would be most of the work of a test of a long time.
  private static final ClientContext.Pace PACE =
      new ClientContext.Pace(Duration.ofDays(365), Duration.ofDays(365));

  private final VirtualTime time;
  private final StoreClient client;
  private final List<Throwable> failures = new ArrayList<>();
  private final Queue<AssertionError> assertions = new ArrayDeque<>();

  private TestDuetime(Instant start, List<JobListener> listeners) {
    this.time = new VirtualTime(start);
    DuetimeSettings.Builder settings =
        Duetime.builder()
            .uri("memory:")
            .name("test")
            .time(time)
            .executor(time)
            .random(new SplittableRandom(1))
            .listener(new Observer());
    listeners.forEach(settings::listener);
    MemoryEngine engine = new MemoryEngine(time);
    this.client = StoreClient.over(engine, settings.build(), PACE);
    client.keepNoJvmAlive();
    engine.whenMaintenanceIsEarlier(client::maintain);
  }

  /** Opens an empty store whose time begins at {@link #DEFAULT_START}. */
  public static TestDuetime create() {
    return startingAt(DEFAULT_START);
  }

  /** Opens an empty store whose time begins at a moment. */
  public static TestDuetime startingAt(Instant start, JobListener... listeners) {
    return new TestDuetime(start, List.of(listeners));
  }

  /**
   * Moves the time, and runs everything that becomes due, each at its own moment.
   *
   * @throws AssertionError the first one that a handler threw and that was not thrown here before
   */
  public void advance(Duration by) {
    time.advance(by);
    throwAssertions();
  }

  /** As {@link #advance}, up to a moment; a moment in the past changes nothing. */
  public void advanceTo(Instant moment) {
    time.advanceTo(moment);
    throwAssertions();
  }

  /** Runs everything that is due, without moving the time. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  /**
   * Returns the time of this store, also as an {@link java.time.InstantSource} for the code under
   * test.
   */
  public TimeSource time() {
    return time;
  }

  /** Returns the exceptions that handlers have thrown so far, in order. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /**
   * Removes waiting and dead jobs, ends all pauses, and forgets what handlers have thrown. The
   * time, the settings of queues and recurring jobs stay.
   */
  public void clear() {
    for (String name : queues()) {
      JobQueue<byte[]> queue = queue(name, Codec.bytes());
      queue.waiting().all().cancel();
      queue.dead().all().purge();
    }
    resume("*");
    failures.clear();
    assertions.clear();
  }

  @Override
  public <T> JobQueue<T> queue(String name, Codec<T> codec) {
    return client.queue(name, codec);
  }

  @Override
  public QueueAdmin admin(String queue) {
    return client.admin(queue);
  }

  @Override
  public List<String> queues() {
    return client.queues();
  }

  @Override
  public List<String> pause(String pattern) {
    return client.pause(pattern);
  }

  @Override
  public List<String> resume(String pattern) {
    return client.resume(pattern);
  }

  @Override
  public Instant now() {
    return client.now();
  }

  @Override
  public CompletionStage<Instant> nowAsync() {
    return client.nowAsync();
  }

  @Override
  public void close() {
    client.close();
  }

  private void throwAssertions() {
    AssertionError assertion = assertions.poll();
    if (assertion != null) {
      throw assertion;
    }
  }

  private final class Observer implements JobListener {
    @Override
    public boolean neverBlocks() {
      return true;
    }

    @Override
    public void failed(Job<?> job, Throwable failure) {
      failures.add(failure);
      if (failure instanceof AssertionError assertion) {
        assertions.add(assertion);
      }
    }
  }
}
