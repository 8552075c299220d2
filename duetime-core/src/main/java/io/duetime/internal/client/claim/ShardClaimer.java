package io.duetime.internal.client.claim;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.Watcher.Signal;
import io.duetime.internal.async.Alarm;
import io.duetime.internal.async.Pauses;
import io.duetime.internal.client.call.ClientContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Knows when to claim from one shard: at once while there is more to take, otherwise at the
 * come-back time that the last claim was told. A signal of the engine moves that time earlier.
 * Signals may be lost: after the recheck time it is due in any case. Where other processes claim
 * from the same shard it takes its {@link Turn}. After a failure it is due again by itself, ever
 * more slowly.
 *
 * <p>An engine that several processes share numbers the claims of a shard. A signal about a claim
 * of another process is news only if that claim came after the last one of this process; while a
 * claim of this process is under way, the signal waits for its answer.
 *
 * <p>Touched by events of one serial alone.
 */
final class ShardClaimer {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Empty answers in a row that promise more at once; after those it takes a breath. */
  private static final int MAX_EMPTY_ROUNDS = 10;

  private static final Duration BREATH = Duration.ofMillis(1);

  private final ShardId shard;
  private final ClientContext context;
  private final Duration recheck;
  private final Alarm alarm;
  private final Pauses pauses;
  private final Turn turn;
  private int underWay;
  private int emptyRounds;
  private boolean backlog;
  private boolean late;
  private long sent;
  private long newestAnswered;
  private long ownClaim;
  private @Nullable Signal heldBack;

  /**
   * A shard to claim from at once.
   *
   * @param recheck after how long it is due in any case
   * @param whenDue run when a time that was not due has come
   */
  ShardClaimer(ShardId shard, ClientContext context, Duration recheck, Runnable whenDue) {
    this.shard = shard;
    this.context = context;
    this.recheck = recheck;
    this.alarm = new Alarm(context.time(), whenDue);
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    this.turn = new Turn(context.random());
    alarm.hear(Duration.ZERO);
  }

  ShardId shard() {
    return shard;
  }

  boolean isUnderWay() {
    return underWay > 0;
  }

  /** Whether to claim now, with at most so many claims under way at once. */
  boolean isDue(int claimers) {
    return underWay < claimers && alarm.isDue();
  }

  /** Whether the last claims failed, or were not answered in time. */
  boolean isAway() {
    return late || pauses.isFailing();
  }

  /** A claim is being sent; answers its number, which {@link #answered} is given. */
  long asked() {
    underWay++;
    if (!backlog) {
      alarm.asked();
    }
    return ++sent;
  }

  /** The claim of a number was answered; whether claims had failed before. */
  boolean answered(long number, ClaimResult result) {
    boolean wasFailing = pauses.isFailing();
    underWay--;
    late = false;
    pauses.succeeded();
    // Of several claims under way the one that was sent last tells when to come back.
    if (number > newestAnswered) {
      newestAnswered = number;
      ownClaim = result.claimNumber();
      comeBack(result);
    }
    hearHeldBack();
    return wasFailing;
  }

  /** A claim failed; whether that is the first failure in a row. */
  boolean failed() {
    boolean first = !pauses.isFailing();
    underWay--;
    backlog = false;
    alarm.pause(pauses.next());
    hearHeldBack();
    return first;
  }

  /** A claim takes longer to be answered than others are kept waiting for. */
  void late() {
    late = true;
  }

  /** Hears a signal about this shard. */
  void hear(Signal signal) {
    if (signal.kind() == Kind.EARLIER) {
      alarm.hear(until(signal.comeBackAtMillis()));
      lowerHeldBack(signal.comeBackAtMillis());
    } else if (underWay > 0 && signal.claimNumber() > 0) {
      heldBack = signal;
    } else {
      hearOfClaim(signal);
    }
  }

  /**
   * Arranges to be told when it is due. It may have become due since it was asked: then it is told
   * at once, unless a claim is under way, whose answer will be heard.
   */
  void arm() {
    if (underWay == 0 || !alarm.isDue()) {
      alarm.arm();
    }
  }

  void disarm() {
    alarm.disarm();
  }

  // What was heard after the signal that waits is newer, so the signal must not put it off.
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
      turn.heard(signal.kind());
      alarm.put(until(signal.comeBackAtMillis()));
    }
  }

  private void comeBack(ClaimResult result) {
    turn.mine();
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
    Duration until = context.clock().until(storeMillis).plus(turn.behind());
    return until.compareTo(recheck) < 0 ? until : recheck;
  }
}
