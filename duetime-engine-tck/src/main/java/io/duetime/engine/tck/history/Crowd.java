package io.duetime.engine.tck.history;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What producers, consumers and people who change their minds do to one queue, each call of {@code
 * produce}, {@code consume} and {@code meddle} being one small act. Safe for many threads, each
 * with a source of randomness of its own. Calls that fail are let go, as by a process that died.
 */
public final class Crowd {
  private static final int FAR = 200;

  private final Engine engine;
  private final String queue;
  private final String name;
  private final Durability durability;
  private final AtomicInteger scheduled = new AtomicInteger();
  private final Queue<Settlement> putOff = new ConcurrentLinkedQueue<>();

  /**
   * Acts on a queue.
   *
   * @param name begins all ids, so that several crowds can share a queue
   */
  public Crowd(Engine engine, String queue, String name, Durability durability) {
    this.engine = engine;
    this.queue = queue;
    this.name = name;
    this.durability = durability;
  }

  /** Schedules a few new jobs and sometimes one of the old ones again. */
  public void produce(SplittableRandom random) {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      jobs.add(job(name + scheduled.incrementAndGet(), random, OnConflict.KEEP));
    }
    if (random.nextInt(4) == 0) {
      OnConflict rule = random.nextBoolean() ? OnConflict.REPLACE : OnConflict.EARLIEST;
      jobs.add(job(known(random), random, rule));
    }
    tolerant(() -> Answers.of(engine.schedule(queue, jobs, durability)));
  }

  private static JobSpec job(String id, SplittableRandom random, OnConflict rule) {
    return Jobs.job(id, DueTime.after(random.nextInt(FAR)))
        .retry(RetryPolicy.fixed(50, Duration.ofMillis(random.nextInt(20))))
        .priority(random.nextInt(3))
        .onConflict(rule)
        .nonce(random.nextLong())
        .build();
  }

  private String known(SplittableRandom random) {
    return name + (1 + random.nextInt(Math.max(1, scheduled.get())));
  }

  /**
   * Claims a few jobs and settles them one way or another: most at once, some later, perhaps too
   * late, some never.
   */
  public void consume(SplittableRandom random) {
    ClaimRequest request = ClaimRequest.of(1 + random.nextInt(8), 20 + random.nextInt(100));
    tolerant(() -> {
      List<Settlement> settlements = new ArrayList<>();
      for (ClaimedJob job : Answers.of(engine.claim(queue, request)).jobs()) {
        switch (random.nextInt(8)) {
          case 0 -> {} // never
          case 1 -> putOff.add(settlement(job, random));
          default -> settlements.add(settlement(job, random));
        }
      }
      Settlement late = random.nextInt(8) == 0 ? putOff.poll() : null;
      if (late != null) {
        settlements.add(late);
      }
      if (!settlements.isEmpty()) {
        Answers.of(engine.settle(queue, settlements, durability));
      }
    });
  }

  private static Settlement settlement(ClaimedJob job, SplittableRandom random) {
    return switch (random.nextInt(10)) {
      case 0 ->
          new Settlement(
              job.lease(), new SettleRequest.Retry((long) random.nextInt(50), null, "no"));
      case 1 -> Settlement.release(job.lease());
      case 2 -> new Settlement(job.lease(), new SettleRequest.Extend(50 + random.nextInt(100)));
      case 3 -> new Settlement(job.lease(), new SettleRequest.Bury(null, "never"));
      default -> Settlement.ack(job.lease());
    };
  }

  /** Cancels or moves a job. */
  public void meddle(SplittableRandom random) {
    String id = known(random);
    if (random.nextBoolean()) {
      tolerant(() -> Answers.of(engine.cancel(queue, List.of(id), durability)));
    } else {
      Reschedule move =
          new Reschedule(id, DueTime.after(random.nextInt(FAR)), Reschedule.Condition.ALWAYS);
      tolerant(() -> Answers.of(engine.reschedule(queue, List.of(move), durability)));
    }
  }

  private static void tolerant(Runnable call) {
    try {
      call.run();
    } catch (DuetimeException failed) {
      // A caller goes on after a failed call; the history has the call as unanswered.
    }
  }
}
