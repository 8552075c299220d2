package io.duetime.runtime.claim;

import io.duetime.async.Alarm;
import io.duetime.async.Pauses;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.Watcher.Signal;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides when to claim from one shard. It is due at once while more jobs are ready, otherwise at
 * the come-back time of the last claim. A signal of the engine moves that time earlier. Signals may
 * be lost: after the recheck time the shard is due in any case. If other processes claim from the
 * same shard, a {@link ClaimPacer} decides. After a failure it is due again by itself, after
 * growing pauses.
 *
 * <p>An engine that several processes share numbers the claims of a shard. A signal about a claim
 * of another process counts only if that claim came after the last one of this process. While a
 * claim of this process is under way, the signal waits for its answer.
 *
 * <p>Touched by events of one serial alone.
 */
final class ShardClaimer {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** The most empty answers in a row that promise more at once; a pause follows. */
  private static final int MAX_EMPTY_ROUNDS = 10;

  private static final Duration BREATH = Duration.ofMillis(1);

  private final ShardId shard;
  private final ClientContext context;
  private final Duration recheck;
  private final Alarm alarm;
  private final Pauses pauses;
  private final ClaimPacer pacer;
  private int underWay;
  private int emptyRounds;
  private boolean backlog;
  private boolean late;
  private long sent;
  private long newestAnswered;
  private long ownClaim;
  private @Nullable Signal heldBack;

  /**
   * Creates the claimer of a shard, which is due at once.
   *
   * @param recheck after how long it is due in any case
   * @param whenDue runs when a time that was not due has come
   */
  ShardClaimer(ShardId shard, ClientContext context, Duration recheck, Runnable whenDue) {
    this.shard = shard;
    this.context = context;
    this.recheck = recheck;
    this.alarm = new Alarm(context.time(), whenDue);
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    this.pacer = new ClaimPacer(context.random());
    alarm.ringIn(Duration.ZERO);
  }

  ShardId shard() {
    return shard;
  }

  /** Whether to claim now, with at most {@code claimers} claims under way. */
  boolean isDue(int claimers) {
    return underWay < claimers && alarm.isDue();
  }

  /** Whether the last claims failed, or were not answered in time. */
  boolean isAway() {
    return late || pauses.isFailing();
  }

  /** Notes that a claim is sent; answers its number, which comes back with its answer. */
  long asked() {
    underWay++;
    if (!backlog) {
      alarm.asked();
    }
    return ++sent;
  }

  /** Notes the answer to a claim; answers whether claims had failed before. */
  boolean answered(long number, ClaimResult result) {
    boolean wasFailing = pauses.isFailing();
    underWay--;
    late = false;
    pauses.succeeded();
    // Of several claims under way, the one that was sent last sets the come-back time.
    if (number > newestAnswered) {
      newestAnswered = number;
      ownClaim = result.claimNumber();
      comeBack(result);
    } else {
      ownClaim = Math.max(ownClaim, result.claimNumber());
    }
    hearHeldBack();
    return wasFailing;
  }

  /** Notes a failed claim; answers whether it is the first failure in a row. */
  boolean failed(long number) {
    boolean first = !pauses.isFailing();
    underWay--;
    // The answer to an earlier claim does not know what this one was sent for.
    newestAnswered = Math.max(newestAnswered, number);
    backlog = false;
    alarm.pause(pauses.next());
    hearHeldBack();
    return first;
  }

  /** Notes that a claim was not answered in {@link QueueClaimer.LateClaimDetector#LIMIT}. */
  void late() {
    late = true;
  }

  /** Receives a signal about this shard. */
  void onSignal(Signal signal) {
    if (signal.kind() == Kind.EARLIER) {
      alarm.ringIn(until(signal.comeBackAtMillis()));
      lowerHeldBack(signal.comeBackAtMillis());
    } else if (underWay > 0 && signal.claimNumber() > 0) {
      heldBack = signal;
    } else {
      hearOfClaim(signal);
    }
  }

  /**
   * Starts the timer for the time when it is due. If it has become due since it was asked, the
   * timer runs at once, unless a claim is under way, whose answer follows.
   */
  void arm() {
    if (underWay == 0 || !alarm.isDue()) {
      alarm.arm();
    }
  }

  void disarm() {
    alarm.disarm();
  }

  // A signal that came after the waiting one is newer; the waiting one must not postpone it.
  private void lowerHeldBack(long moment) {
    Signal waiting = heldBack;
    if (waiting != null && moment < waiting.comeBackAtMillis()) {
      heldBack = new Signal(waiting.queue(), shard, waiting.kind(), moment, waiting.claimNumber());
    }
  }

  private void hearHeldBack() {
    Signal waiting = heldBack;
    if (waiting != null && underWay == 0) {
      heldBack = null;
      hearOfClaim(waiting);
    }
  }

  private void hearOfClaim(Signal signal) {
    boolean isNews = signal.claimNumber() == 0 || signal.claimNumber() > ownClaim;
    if (isNews) {
      pacer.onSignal(signal.kind());
      alarm.put(until(signal.comeBackAtMillis()));
    }
  }

  private void comeBack(ClaimResult result) {
    pacer.claimed();
    backlog = result.comeBackAtMillis() <= result.nowMillis();
    emptyRounds = backlog && result.jobs().isEmpty() ? emptyRounds + 1 : 0;
    if (emptyRounds > MAX_EMPTY_ROUNDS) {
      backlog = false;
      alarm.answered(BREATH);
    } else {
      alarm.answered(backlog ? Duration.ZERO : until(result.comeBackAtMillis()));
    }
  }

  private Duration until(long storeMillis) {
    Duration until = context.clock().until(storeMillis).plus(pacer.delay());
    return until.compareTo(recheck) < 0 ? until : recheck;
  }

  /**
   * Decides how soon this process claims when several processes wait for jobs of one queue. The
   * process that claimed last keeps the time and claims at the due time. The others stand by: they
   * would claim a little later, and postpone that at each sign of its progress. So a due job costs
   * one claim, not one per process, and a process that dies is replaced within {@link #SLOWEST}. A
   * process without room hands on: then the others claim, each after a short time of its own, and
   * the first keeps the time.
   *
   * <p>The processes agree on nothing and store nothing. Not thread safe.
   */
  static final class ClaimPacer {
    private static final Duration SOONEST = Duration.ofMillis(150);
    private static final Duration SLOWEST = Duration.ofMillis(200);
    private static final Duration STEP_FORWARD = Duration.ofMillis(3);

    private final RandomGenerator random;
    private Duration delay = Duration.ZERO;

    ClaimPacer(RandomGenerator random) {
      this.random = random;
    }

    /** Notes that this process has claimed, and keeps the time. */
    void claimed() {
      delay = Duration.ZERO;
    }

    /** Notes a signal of another process. */
    void onSignal(Kind kind) {
      if (kind == Kind.PROGRESS) {
        delay = between(SOONEST, SLOWEST);
      } else if (kind == Kind.HANDED_ON) {
        delay = between(Duration.ZERO, STEP_FORWARD);
      }
    }

    /** How much later than the due time this process claims. */
    Duration delay() {
      return delay;
    }

    private Duration between(Duration from, Duration to) {
      return from.plusNanos(random.nextLong(to.toNanos() - from.toNanos() + 1));
    }
  }
}
