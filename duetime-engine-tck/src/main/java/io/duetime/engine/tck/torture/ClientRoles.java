package io.duetime.engine.tck.torture;

import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.torture.TortureClient.Task;
import io.duetime.engine.tck.torture.process.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The acts of producers, cancellers, movers and claimers, each small and then a short rest. */
final class ClientRoles {
  private static final int FAR_MILLIS = 3_000;
  private static final int LISTED = 100;
  private static final int LONGEST_LEASE = 2_000;

  private final Engine engine;
  private final Task task;
  private final Map<String, Settlement> putOff = new LinkedHashMap<>();
  private final SplittableRandom random;
  private int scheduled;

  ClientRoles(Engine engine, Task task) {
    this.engine = engine;
    this.task = task;
    this.random = new SplittableRandom(task.seed());
  }

  private String queue() {
    return task.queues().get(random.nextInt(task.queues().size()));
  }

  /** Schedules a few new jobs and sometimes an old one again. */
  void produce() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      jobs.add(job(task.name() + "-" + ++scheduled, OnConflict.KEEP));
    }
    if (random.nextInt(4) == 0) {
      OnConflict rule = random.nextBoolean() ? OnConflict.REPLACE : OnConflict.EARLIEST;
      int old = 1 + Math.max(0, scheduled - 1 - random.nextInt(50));
      jobs.add(job(task.name() + "-" + old, rule));
    }
    Answers.of(engine.schedule(queue(), jobs, task.durability()));
    Pause.millis(50 + random.nextInt(100));
  }

  private JobSpec job(String id, OnConflict rule) {
    long delay = random.nextInt(FAR_MILLIS);
    DueTime due =
        random.nextInt(3) == 0
            ? DueTime.at(System.currentTimeMillis() + delay)
            : DueTime.after(delay);
    int attempts = random.nextInt(20) == 0 ? 2 : 1_000;
    return Jobs.job(id, due)
        .retry(RetryPolicy.fixed(attempts, Duration.ofMillis(random.nextInt(500))))
        .priority(random.nextInt(3))
        .onConflict(rule)
        .nonce(random.nextLong())
        .build();
  }

  /** Cancels a few waiting jobs, and now and then one that is nowhere. */
  void cancel() {
    String queue = queue();
    List<String> ids = new ArrayList<>(waiting(queue, 2));
    if (random.nextInt(10) == 0) {
      ids.add("nobody-" + random.nextInt());
    }
    if (!ids.isEmpty()) {
      Answers.of(engine.cancel(queue, ids, task.durability()));
    }
    Pause.millis(100 + random.nextInt(300));
  }

  /** Moves a few waiting jobs. */
  void move() {
    String queue = queue();
    List<Reschedule> moves =
        waiting(queue, 3).stream()
            .map(id ->
                new Reschedule(
                    id, DueTime.after(random.nextInt(FAR_MILLIS)), Reschedule.Condition.ALWAYS))
            .toList();
    if (!moves.isEmpty()) {
      Answers.of(engine.reschedule(queue, moves, task.durability()));
    }
    Pause.millis(50 + random.nextInt(200));
  }

  private List<String> waiting(String queue, int most) {
    List<String> ids =
        Answers.of(engine.list(queue, Selection.WAITING, null, LISTED)).jobs().stream()
            .map(JobView::id)
            .toList();
    return random
        .ints(ids.isEmpty() ? 0 : 1 + random.nextInt(most), 0, Math.max(1, ids.size()))
        .distinct()
        .mapToObj(ids::get)
        .toList();
  }

  /**
   * Claims a few jobs and settles them one way or another: most at once, some later, some only once
   * their lease is lost, some never.
   */
  void claim() {
    String queue = queue();
    ClaimRequest request =
        ClaimRequest.of(1 + random.nextInt(8), 200 + random.nextInt(LONGEST_LEASE));
    List<Settlement> now = new ArrayList<>();
    for (ClaimedJob job : Answers.of(engine.claim(queue, request)).jobs()) {
      Settlement stale = putOff.remove(job.lease().id());
      int choice = stale == null ? random.nextInt(12) : 1;
      if (stale != null) {
        // Its lease is lost, as the job was just claimed again.
        now.add(stale);
      }
      if (choice == 1) {
        putOff.put(job.lease().id(), settlement(job));
      } else if (choice > 1) {
        now.add(settlement(job));
      }
    }
    Pause.millis(random.nextInt(60));
    if (!putOff.isEmpty() && random.nextInt(16) == 0) {
      now.add(putOff.remove(putOff.keySet().iterator().next()));
    }
    if (now.isEmpty()) {
      Pause.millis(20 + random.nextInt(30));
    } else {
      Answers.of(engine.settle(queue, now, task.durability()));
    }
    if (random.nextInt(20) == 0) {
      Answers.of(engine.maintain());
    }
  }

  private Settlement settlement(ClaimedJob job) {
    return switch (random.nextInt(20)) {
      case 0, 1 ->
          new Settlement(
              job.lease(), new SettleRequest.Retry((long) random.nextInt(300), null, "no"));
      case 2 -> Settlement.release(job.lease());
      case 3 -> new Settlement(job.lease(), new SettleRequest.Extend(500 + random.nextInt(1_000)));
      case 4 -> new Settlement(job.lease(), new SettleRequest.Bury(null, "as the seed wants it"));
      default -> Settlement.ack(job.lease());
    };
  }
}
