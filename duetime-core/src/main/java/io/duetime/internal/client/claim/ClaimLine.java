package io.duetime.internal.client.claim;

import io.duetime.DuetimeException;
import io.duetime.Limits;
import io.duetime.TimeSource.Timer;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.async.Serial;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import io.duetime.internal.client.call.LeaseReleaser;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claimants of one queue, workers and waiting callers, in the order in which they are served.
 * It claims for all of them together, so that thousands of waiting callers cost no more than one.
 *
 * <p>Each shard of the queue has a {@link ShardClaimer} that tells when to claim from it. The room
 * of the claimants goes to the shards that are due, in rotation. With several shards, a claim that
 * is not answered in {@link #PATIENCE} releases its room, so that a shard whose node is away delays
 * only its own jobs; jobs that its late answer brings go to the same claimants if they have room by
 * then, and are released otherwise.
 */
public final class ClaimLine {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimLine.class);

  /** How long a claim from one shard keeps room from the others. */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  /** What a line claims from. */
  record Source(String queue, @Nullable ShardId shard, @Nullable Long dueBeforeMillis) {
    ClaimRequest request(int max, Claimant.Terms terms, ShardId from) {
      return new ClaimRequest(max, terms.leaseMillis(), dueBeforeMillis, terms.consumer(), from);
    }
  }

  /** Room of a claimant; none once it is released. */
  private record Share(Claimant claimant, int reserved) {
    Share released() {
      return new Share(claimant, 0);
    }
  }

  private static final class Sent {
    final ShardClaimer shard;
    final long number;
    final long atNanos;
    List<Share> shares;

    Sent(ShardClaimer shard, long atNanos, List<Share> shares) {
      this.shard = shard;
      this.number = shard.asked();
      this.atNanos = atNanos;
      this.shares = shares;
    }
  }

  private final Source source;
  private final ClientContext context;
  private final Runnable whenEmpty;
  private final Serial serial;
  private final AtomicInteger members = new AtomicInteger();

  // Touched by events of the serial alone.
  private final Set<Claimant> claimants = new LinkedHashSet<>();
  private final LiveShards shards;
  private final Queue<Sent> patient = new ArrayDeque<>();
  private int underWay;
  private @Nullable Timer patience;
  private Watcher.@Nullable Subscription subscription;

  ClaimLine(Source source, ClientContext context, Runnable whenEmpty) {
    this.source = source;
    this.context = context;
    this.whenEmpty = whenEmpty;
    this.serial = new Serial(context.callbacks());
    this.shards = new LiveShards(source, context, serial, this::claimAll, this::notLearned);
  }

  /** Announces that a claimant is about to join, so that the line is not dropped meanwhile. */
  void expect() {
    members.incrementAndGet();
  }

  /** Whether no claimant is in the line or about to join. */
  boolean isUnused() {
    return members.get() == 0;
  }

  /** Adds a claimant that was expected at the end. */
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

  /** Lets a claimant go; one that has gone already may be let go again. */
  public void leave(Claimant claimant) {
    serial.run(() -> {
      if (claimants.remove(claimant)) {
        members.decrementAndGet();
      }
      claimAll();
    });
  }

  /** Tells that a claimant has room again. */
  public void wake() {
    serial.run(this::claimAll);
  }

  /** Answers all claimants. */
  void close() {
    serial.run(() -> new ArrayList<>(claimants).forEach(Claimant::closed));
  }

  private void open() {
    // Watched before the first claim, so that nothing falls between the two.
    if (subscription == null) {
      subscription = context.engine().watch(source.queue, this::signalled);
    }
    shards.open();
  }

  private void signalled(Watcher.Signal signal) {
    serial.run(() -> {
      shards.hear(signal);
      claimAll();
    });
  }

  private void notLearned(DuetimeException cause) {
    cannotClaim("", cause);
    if (shards.size() == 0) {
      new ArrayList<>(claimants).forEach(claimant -> claimant.failed(cause, 0));
    }
  }

  private void claimAll() {
    if (claimants.isEmpty()) {
      if (underWay == 0) {
        rest();
      }
      return;
    }
    for (ShardClaimer shard = shards.nextDue(claimers());
        shard != null;
        shard = shards.nextDue(claimers())) {
      // One that does not answer is asked now and then, and keeps hardly any room meanwhile.
      List<Share> shares = nextShares(shard.isAway() && shards.size() > 1 ? 1 : Limits.MAX_CLAIM);
      if (shares.isEmpty()) {
        // A claimant that has room again wakes this line.
        return;
      }
      claim(shard, shares);
    }
    shards.arm();
  }

  private int claimers() {
    int most = 0;
    for (Claimant claimant : claimants) {
      most = Math.max(most, claimant.claimers());
    }
    return most;
  }

  /** The next claimants whose claims can be made in one, with room for so many jobs at most. */
  private List<Share> nextShares(int most) {
    List<Share> shares = new ArrayList<>();
    int left = most;
    for (Claimant claimant : claimants) {
      boolean fits = shares.isEmpty() || claimant.terms().equals(shares.get(0).claimant.terms());
      if (left == 0 || !fits) {
        break;
      }
      int reserved = claimant.reserve(left);
      if (reserved > 0) {
        shares.add(new Share(claimant, reserved));
        left -= reserved;
      }
    }
    return shares;
  }

  private void claim(ShardClaimer shard, List<Share> shares) {
    Sent sent = new Sent(shard, context.time().nanoTime(), shares);
    int max = shares.stream().mapToInt(Share::reserved).sum();
    ClaimRequest request = source.request(max, shares.get(0).claimant.terms(), shard.shard());
    underWay++;
    this.shards.hadItsTurn(shard);
    if (this.shards.size() > 1) {
      patient.add(sent);
      limitPatience();
    }
    Stages.whenAnswered(
        Stages.call(() -> context.engine().claim(source.queue, request)),
        result -> answered(sent, () -> claimed(sent, result)),
        failure -> answered(sent, () -> failed(sent, failure)));
  }

  private void answered(Sent sent, Runnable answer) {
    serial.run(() -> {
      underWay--;
      patient.remove(sent);
      answer.run();
      claimAll();
    });
  }

  // One timer for all claims under way: one for each would cost more than most claims.
  private void limitPatience() {
    Sent oldest = patient.peek();
    if (patience == null && oldest != null) {
      long waited = context.time().nanoTime() - oldest.atNanos;
      Duration left = PATIENCE.minusNanos(Math.min(waited, PATIENCE.toNanos()));
      patience = context.time().after(left, () -> serial.run(this::releaseRoom));
    }
  }

  private void releaseRoom() {
    patience = null;
    long until = context.time().nanoTime() - PATIENCE.toNanos();
    for (Sent sent = patient.peek(); sent != null; sent = patient.peek()) {
      if (sent.atNanos - until > 0) {
        break;
      }
      patient.remove();
      sent.shard.late();
      deliverNothing(sent);
      sent.shares = sent.shares.stream().map(Share::released).toList();
    }
    limitPatience();
    claimAll();
  }

  private void deliverNothing(Sent sent) {
    long now = context.clock().now().toEpochMilli();
    ClaimResult nothing = new ClaimResult(List.of(), now, ClaimResult.NEVER);
    for (Share share : sent.shares) {
      if (share.reserved > 0) {
        share.claimant.deliver(nothing, share.reserved, sent.atNanos);
      }
    }
  }

  private void claimed(Sent sent, ClaimResult result) {
    context.clock().learn(result.nowMillis(), sent.atNanos);
    context.listeners().claimed(source.queue, result.jobs().size());
    if (sent.shard.answered(sent.number, result)) {
      LOG.info("Jobs of queue {}{} can be claimed again", source.queue, place(sent.shard));
    }
    List<ClaimedJob> left = result.jobs();
    for (Share share : sent.shares) {
      int room = share.reserved > 0 ? share.reserved : reserveAgain(share.claimant, left.size());
      if (room > 0) {
        int jobs = Math.min(left.size(), room);
        deliver(share.claimant, left.subList(0, jobs), result, room, sent.atNanos);
        left = left.subList(jobs, left.size());
      }
    }
    // Of a late answer alone.
    LeaseReleaser.release(left.stream().map(ClaimedJob::lease).toList(), source.queue, context);
  }

  private int reserveAgain(Claimant claimant, int jobs) {
    return jobs > 0 && claimants.contains(claimant) ? claimant.reserve(jobs) : 0;
  }

  private void deliver(
      Claimant claimant, List<ClaimedJob> jobs, ClaimResult result, int room, long sentNanos) {
    claimant.deliver(
        new ClaimResult(jobs, result.nowMillis(), result.comeBackAtMillis()), room, sentNanos);
    if ((!jobs.isEmpty() || claimant.yields()) && claimants.remove(claimant)) {
      claimants.add(claimant);
    }
  }

  private void failed(Sent sent, DuetimeException cause) {
    if (sent.shard.failed()) {
      cannotClaim(place(sent.shard), cause);
    } else {
      context.listeners().claimFailed(source.queue, cause);
    }
    if (shards.isAnyThere()) {
      deliverNothing(sent);
    } else {
      sent.shares.forEach(share -> share.claimant.failed(cause, share.reserved));
    }
  }

  private void cannotClaim(String place, DuetimeException cause) {
    LOG.warn(
        "Jobs of queue {}{} cannot be claimed; this is tried again by itself: {}",
        source.queue,
        place,
        cause.getMessage());
    context.listeners().claimFailed(source.queue, cause);
  }

  private String place(ShardClaimer shard) {
    ShardId id = shard.shard();
    return shards.size() > 1 ? " in shard " + id.epoch() + "." + id.index() : "";
  }

  private void rest() {
    shards.close();
    if (patience != null) {
      patience.cancel();
      patience = null;
    }
    if (subscription != null) {
      subscription.close();
      subscription = null;
    }
    whenEmpty.run();
  }
}
