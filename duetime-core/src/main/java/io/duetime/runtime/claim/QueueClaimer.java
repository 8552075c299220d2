package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.LeaseReleaser;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims from one queue for all its claimants, workers and waiting callers, so that thousands of
 * waiting callers cost no more than one.
 *
 * <p>Each shard of the queue has a {@link ShardClaimer} that tells when to claim from it. The room
 * of the claimants goes to the shards that are due, in rotation. With several shards, a claim that
 * is not answered in {@link LateClaimDetector#LIMIT} releases its room. So an unreachable shard
 * delays only its own jobs. The jobs of a late answer go to the same claimants if they have room,
 * and are released otherwise.
 */
public final class QueueClaimer {
  private static final Logger LOG = LoggerFactory.getLogger(QueueClaimer.class);

  /** What a claimer claims from. */
  record Source(String queue, @Nullable ShardId shard, @Nullable Long dueBeforeMillis) {
    ClaimRequest request(int max, Claimant.Terms terms, ShardId from) {
      return new ClaimRequest(max, terms.leaseMillis(), dueBeforeMillis, terms.consumer(), from);
    }
  }

  private final Source source;
  private final ClientContext context;
  private final Runnable whenEmpty;
  private final Serial serial;
  private final AtomicInteger members = new AtomicInteger();

  // Touched by events of the serial alone.
  private final Claimants claimants = new Claimants();
  private final LiveShards shards;
  private final LateClaimDetector patience;
  private int underWay;
  private Watcher.@Nullable Subscription subscription;

  QueueClaimer(Source source, ClientContext context, Runnable whenEmpty) {
    this.source = source;
    this.context = context;
    this.whenEmpty = whenEmpty;
    this.serial = new Serial(context.callbacks());
    this.shards = new LiveShards(source, context, serial, this::claimAll, this::notLearned);
    this.patience = new LateClaimDetector(context.time(), serial, this::releaseRoom);
  }

  /** Announces that a claimant is about to join, so that the claimer is not dropped meanwhile. */
  void expect() {
    members.incrementAndGet();
  }

  /** Whether the claimer has no claimant, and none is about to join. */
  boolean isUnused() {
    return members.get() == 0;
  }

  /** Adds a claimant that was expected; it is served after the others. */
  public void join(Claimant claimant) {
    serial.run(() -> {
      boolean isFirst = claimants.isEmpty();
      claimants.add(claimant);
      if (isFirst) {
        open();
      }
      claimAll();
    });
  }

  /** Removes a claimant. May be called twice. */
  public void leave(Claimant claimant) {
    serial.run(() -> {
      if (claimants.remove(claimant)) {
        members.decrementAndGet();
      }
      claimAll();
    });
  }

  /** Claims for a claimant that has room again. */
  public void wake() {
    serial.run(this::claimAll);
  }

  /** Answers all claimants that the claimer is closed. */
  void close() {
    serial.run(claimants::close);
  }

  private void open() {
    // Subscribed before the first claim, so that no signal is missed between the two.
    if (subscription == null) {
      subscription = context.engine().watch(source.queue, this::signalled);
    }
    shards.open();
  }

  private void signalled(Watcher.Signal signal) {
    if (signal.kind() == Watcher.Kind.CANCEL_REQUESTED) {
      // Workers hear of these themselves.
      return;
    }
    serial.run(() -> {
      shards.onSignal(signal);
      claimAll();
    });
  }

  private void notLearned(DuetimeException cause) {
    cannotClaim("", cause);
    if (shards.size() == 0) {
      claimants.fail(cause);
    }
  }

  private void claimAll() {
    if (claimants.isEmpty()) {
      if (underWay == 0) {
        rest();
      }
      return;
    }
    for (ShardClaimer shard = nextDue(); shard != null; shard = nextDue()) {
      // A shard that does not answer is asked with room for one job only.
      int most = shard.isAway() && shards.size() > 1 ? 1 : Limits.MAX_CLAIM;
      List<SentClaim.Share> shares = claimants.reserve(most);
      if (shares.isEmpty()) {
        // A claimant that has room again wakes this claimer.
        return;
      }
      claim(new SentClaim(shard, context.time().nanoTime(), shares));
    }
    shards.arm();
  }

  private @Nullable ShardClaimer nextDue() {
    return shards.nextDue(claimants.claimers());
  }

  private void claim(SentClaim sent) {
    Claimant.Terms terms = sent.shares().get(0).claimant().terms();
    ClaimRequest request = source.request(sent.max(), terms, sent.shard().shard());
    underWay++;
    shards.moveToEnd(sent.shard());
    if (shards.size() > 1) {
      patience.sent(sent);
    }
    Stages.whenAnswered(
        Stages.call(() -> context.engine().claim(source.queue, request)),
        result -> answered(sent, () -> claimed(sent, result)),
        failure -> answered(sent, () -> failed(sent, failure)));
  }

  private void answered(SentClaim sent, Runnable answer) {
    serial.run(() -> {
      underWay--;
      patience.answered(sent);
      answer.run();
      claimAll();
    });
  }

  private void releaseRoom(List<SentClaim> late) {
    late.forEach(sent -> sent.releaseRoom(nothing()));
    claimAll();
  }

  private ClaimResult nothing() {
    long now = context.clock().now().toEpochMilli();
    return new ClaimResult(List.of(), now, ClaimResult.NEVER);
  }

  private void claimed(SentClaim sent, ClaimResult result) {
    context.learnClock(result.nowMillis(), sent.atNanos());
    context.listeners().notify(one -> one.claimed(source.queue, result.jobs().size()));
    if (sent.shard().answered(sent.number(), result)) {
      LOG.info("Jobs of queue {}{} can be claimed again", source.queue, place(sent.shard()));
    }
    LeaseReleaser.release(claimants.deliver(sent, result), source.queue, context.engine());
  }

  private void failed(SentClaim sent, DuetimeException cause) {
    if (sent.shard().failed(sent.number())) {
      cannotClaim(place(sent.shard()), cause);
    } else {
      context.listeners().notify(one -> one.claimFailed(source.queue, cause));
    }
    if (shards.hasReachable()) {
      sent.deliverNothing(nothing());
    } else {
      sent.failed(cause);
    }
  }

  private void cannotClaim(String place, DuetimeException cause) {
    LOG.warn(
        "Jobs of queue {}{} cannot be claimed; the next attempt follows by itself: {}",
        source.queue,
        place,
        cause.getMessage());
    context.listeners().notify(one -> one.claimFailed(source.queue, cause));
  }

  private String place(ShardClaimer shard) {
    ShardId id = shard.shard();
    return shards.size() > 1 ? " in shard " + id.epoch() + "." + id.index() : "";
  }

  private void rest() {
    shards.close();
    patience.disarm();
    if (subscription != null) {
      subscription.close();
      subscription = null;
    }
    whenEmpty.run();
  }

  /**
   * Reports claims that are not answered in {@link #LIMIT}. One timer serves all claims under way:
   * a timer for each would cost more than most claims. Touched by events of one serial alone.
   */
  static final class LateClaimDetector {
    /** How long a claim from one shard keeps room from the others. */
    static final Duration LIMIT = Duration.ofMillis(250);

    private final TimeSource time;
    private final Serial serial;
    private final Consumer<List<SentClaim>> whenLate;
    private final Queue<SentClaim> underWay = new ArrayDeque<>();
    private @Nullable Timer timer;

    /** Passes late claims to {@code whenLate}, as an event of the serial. */
    LateClaimDetector(TimeSource time, Serial serial, Consumer<List<SentClaim>> whenLate) {
      this.time = time;
      this.serial = serial;
      this.whenLate = whenLate;
    }

    void sent(SentClaim claim) {
      underWay.add(claim);
      arm();
    }

    void answered(SentClaim claim) {
      underWay.remove(claim);
    }

    void disarm() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }

    private void arm() {
      SentClaim oldest = underWay.peek();
      if (timer == null && oldest != null) {
        long waited = time.nanoTime() - oldest.atNanos();
        Duration left = LIMIT.minusNanos(Math.min(waited, LIMIT.toNanos()));
        timer = time.after(left, () -> serial.run(this::onAlarm));
      }
    }

    private void onAlarm() {
      timer = null;
      List<SentClaim> late = new ArrayList<>();
      long until = time.nanoTime() - LIMIT.toNanos();
      for (SentClaim oldest = underWay.peek();
          oldest != null && oldest.atNanos() - until <= 0;
          oldest = underWay.peek()) {
        late.add(underWay.remove());
      }
      arm();
      whenLate.accept(late);
    }
  }
}
