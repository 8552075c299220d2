package io.duetime.engine.tck.model;

import io.duetime.SettleRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claiming and settling in the model. */
final class ModelClaims {
  private static final Comparator<ModelJob> BY_DUE_TIME =
      Comparator.comparingLong((ModelJob job) -> job.dueAt).thenComparing(ModelJob::id);

  private static final Comparator<ModelJob> IN_TURN =
      Comparator.comparingLong((ModelJob job) -> job.priority).thenComparing(BY_DUE_TIME);

  private final ModelQueue queue;
  private int claims;

  /** The ways to settle a lease, with their operations in the document's table. */
  enum SettleKind {
    ACK("A", null),
    RETRY("F by its rule", "F after a delay"),
    UNCONFIRMED_RETRY(null, null),
    UNCONFIRMED_BURY(null, null),
    EARLY_RETRY(null, "F early after a delay"),
    BURY("B", null),
    EXTEND(null, "E"),
    RELEASE("G without a delay", "G after a delay"),
    UNCONFIRMED_RELEASE(null, null),
    INTERRUPT("G interrupted", null);

    final @Nullable String operation;
    final @Nullable String delayed;

    SettleKind(@Nullable String operation, @Nullable String delayed) {
      this.operation = operation;
      this.delayed = delayed;
    }

    /** How to settle; {@code delay} delays a retry or a release, or says by how much to extend. */
    SettleRequest request(@Nullable Long delay) {
      return switch (this) {
        case ACK -> SettleRequest.ack();
        case RETRY -> new SettleRequest.Retry(delay, null, "failed");
        case UNCONFIRMED_RETRY -> new SettleRequest.Retry(delay, null, "lost").unconfirmed();
        case UNCONFIRMED_BURY -> new SettleRequest.Bury(null, "lost").unconfirmed();
        case EARLY_RETRY -> new SettleRequest.Retry(delay, null, "failed").early();
        case BURY -> SettleRequest.bury("buried");
        case EXTEND -> new SettleRequest.Extend(delay == null ? 1 : delay);
        case INTERRUPT -> new SettleRequest.Release(null, "interrupted");
        case UNCONFIRMED_RELEASE -> new SettleRequest.Release(delay).unconfirmed();
        case RELEASE -> new SettleRequest.Release(delay);
      };
    }
  }

  ModelClaims(ModelQueue queue) {
    this.queue = queue;
  }

  /** Takes what is due before a moment: what is due now first, then the rest by due time. */
  List<ModelJob> claim(int max, long lease, long before) {
    queue.settleLosses();
    long permits = permits(max);
    List<ModelJob> waiting =
        queue.jobs.values().stream()
            .filter(job -> job.stage == Stage.WAITING && job.dueAt < before)
            .sorted(inTurn())
            .toList();
    List<ModelJob> taken = new ArrayList<>();
    for (ModelJob job : waiting) {
      if (taken.size() >= permits) {
        break;
      }
      takeUnlessExpired(job, lease, taken);
    }
    return taken;
  }

  private Comparator<ModelJob> inTurn() {
    return (one, other) -> {
      boolean areDue = one.dueAt <= queue.now && other.dueAt <= queue.now;
      return (areDue ? IN_TURN : BY_DUE_TIME).compare(one, other);
    };
  }

  private long permits(int max) {
    if (queue.settings.isPausedAt(queue.now)) {
      return 0;
    }
    int most = queue.settings.maxRunning();
    return most == 0 ? max : Math.min(max, most - queue.running());
  }

  List<ModelJob> claimById(List<String> ids, int max, long lease) {
    List<ModelJob> taken = new ArrayList<>();
    for (String id : ids) {
      ModelJob job = queue.touch(id);
      if (job == null || taken.size() >= max) {
        continue;
      }
      if (job.stage == Stage.DEAD) {
        job.attempt = 0;
        job.interruptions = 0;
        take(job, lease, taken);
      } else if (job.stage == Stage.WAITING) {
        takeUnlessExpired(job, lease, taken);
      }
    }
    return taken;
  }

  private void takeUnlessExpired(ModelJob job, long lease, List<ModelJob> taken) {
    if (job.isExpired(queue.now)) {
      queue.expire(job);
    } else {
      take(job, lease, taken);
    }
  }

  private void take(ModelJob job, long lease, List<ModelJob> taken) {
    job.stage = Stage.LEASED;
    job.endReason = "";
    job.marked = false;
    job.attempt++;
    job.leasedSince = queue.now;
    job.leasedUntil = queue.now + lease;
    job.claim = ++claims;
    taken.add(job);
  }

  /** When a claim says to come back; now means any time up to now. */
  long comeBackAt() {
    long due = earliest(Stage.WAITING);
    long lease = earliest(Stage.LEASED);
    long next = Math.min(due, lease);
    if (next == ClaimResult.NEVER) {
      return next;
    }
    if (queue.settings.isPausedAt(queue.now)) {
      next = Math.max(next, queue.settings.pausedUntilMillis());
    } else if (queue.settings.maxRunning() > 0 && queue.running() >= queue.settings.maxRunning()) {
      next = Math.max(next, lease);
    }
    return Math.max(next, queue.now);
  }

  private long earliest(Stage stage) {
    return queue.jobs.values().stream()
        .filter(job -> job.stage == stage)
        .mapToLong(job -> stage == Stage.WAITING ? job.dueAt : job.leasedUntil)
        .min()
        .orElse(ClaimResult.NEVER);
  }

  /** Settles; {@code claim} is the number of the claim that the lease came from. */
  String settle(String id, int claim, SettleKind kind, @Nullable Long delay) {
    ModelJob job = queue.jobs.get(id);
    boolean holds =
        job != null
            && job.stage == Stage.LEASED
            && job.claim == claim
            && queue.now < job.leasedUntil;
    if (job == null || !holds) {
      return "LEASE_LOST";
    }
    return switch (kind) {
      case ACK -> ack(job);
      case RETRY -> queue.fail(job, "FAILED", queue.now, wait(job, delay));
      case UNCONFIRMED_RETRY -> queue.failUnconfirmed(job, "FAILED", queue.now, wait(job, delay));
      case UNCONFIRMED_BURY -> queue.failUnconfirmed(job, "BURIED", queue.now, 0);
      case EARLY_RETRY -> retryEarly(job, queue.now + wait(job, delay));
      case BURY -> queue.fail(job, "BURIED", queue.now, 0);
      case EXTEND -> {
        job.leasedUntil = Math.max(job.leasedUntil, queue.now + (delay == null ? 1 : delay));
        yield "EXTENDED " + job.leasedUntil + (job.marked ? " cancel requested" : "");
      }
      case RELEASE -> release(job, delay, false);
      case UNCONFIRMED_RELEASE -> release(job, delay, true);
      case INTERRUPT -> interrupt(job);
    };
  }

  private String interrupt(ModelJob job) {
    int before = job.interruptions;
    if (before < 10 && job.successor == null && !job.marked) {
      job.failed("INTERRUPTED", queue.now);
      job.interruptions++;
      job.attempt--;
      job.waitFor(job.dueAt);
      return "RELEASED " + job.dueAt;
    }
    String answer = queue.fail(job, "INTERRUPTED", queue.now, job.wish.backoff(job.attempt));
    job.interruptions = before + 1;
    return answer;
  }

  private static long wait(ModelJob job, @Nullable Long delay) {
    return delay == null ? job.wish.backoff(job.attempt) : delay;
  }

  private String retryEarly(ModelJob job, long dueAt) {
    String answer = queue.fail(job, "FAILED", queue.now, dueAt - queue.now);
    if (!answer.startsWith("RETRYING")) {
      return answer;
    }
    job.dueAt = dueAt;
    return "RETRYING " + dueAt;
  }

  private String ack(ModelJob job) {
    if (job.successor != null) {
      queue.takeOver(job, job.successor);
    } else {
      queue.remember(job, Stage.DONE, queue.now);
    }
    return "ACKED";
  }

  private String release(ModelJob job, @Nullable Long delay, boolean unconfirmed) {
    if (job.successor != null) {
      return queue.takeOver(job, job.successor);
    }
    if (job.marked) {
      queue.remember(job, Stage.CANCELLED, queue.now);
      return "CANCELLED";
    }
    job.attempt--;
    job.interruptions = delay == null ? job.interruptions : 0;
    job.mayHaveArrived |= unconfirmed;
    if (delay != null) {
      job.anchorAt = queue.now;
    }
    job.waitFor(delay == null ? job.dueAt : queue.now + delay);
    return "RELEASED " + job.dueAt;
  }
}
