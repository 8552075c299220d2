package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one line in which all who want jobs of a queue stand, workers and waiting callers alike. One
 * loop claims for them in turn, so that thousands who wait cost no more than one.
 *
 * <p>The loop claims at once while there is more to take, and otherwise at the come-back time that
 * the last claim was told. A signal of the engine moves that time earlier. Signals may be lost:
 * after {@link Pace#recheck} it claims in any case, more seldom where the engine makes lost signals
 * good. Where other processes claim from the same queue it takes its {@link Turn}. When the store
 * cannot be asked it tries again by itself, ever more slowly.
 */
final class ClaimLine {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimLine.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Empty answers in a row that promise more at once; after those it takes a breath. */
  private static final int MAX_EMPTY_ROUNDS = 10;

  private static final Duration BREATH = Duration.ofMillis(1);

  /** How much less often a store that makes lost signals good is asked in any case. */
  private static final int SELDOM = 60;

  /** What a line claims from. */
  record Source(String queue, @Nullable ShardId shard, @Nullable Long dueBeforeMillis) {
    ClaimRequest request(int max, Taker.Terms terms) {
      return new ClaimRequest(max, terms.leaseMillis(), dueBeforeMillis, terms.consumer(), shard);
    }
  }

  private record Share(Taker taker, int reserved) {}

  // Numbered, because the answers to several claims under way may come in another order: the one
  // to the newest claim is what counts.
  private record Sent(long number, long atNanos) {}

  private final Source source;
  private final ClientContext context;
  private final Runnable whenEmpty;
  private final Serial serial;
  private final AtomicInteger members = new AtomicInteger();

  // Touched by events of the serial alone.
  private final Set<Taker> takers = new LinkedHashSet<>();
  private final Alarm alarm;
  private final Pauses pauses;
  private final Turn turn;
  private final Duration recheck;
  private int underWay;
  private int emptyRounds;
  private boolean backlog;
  private long claims;
  private long newest;
  private Watcher.@Nullable Subscription subscription;

  ClaimLine(Source source, ClientContext context, Runnable whenEmpty) {
    this.source = source;
    this.context = context;
    this.whenEmpty = whenEmpty;
    this.serial = new Serial(context.callbacks());
    this.alarm = new Alarm(context.time(), () -> serial.run(this::rung));
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    this.turn = new Turn(context.random());
    boolean shared = context.engine().capabilities().shared();
    this.recheck = context.pace().recheck().multipliedBy(shared ? SELDOM : 1);
  }

  /** Announces that somebody is about to join, so that the line is not dropped meanwhile. */
  void expect() {
    members.incrementAndGet();
  }

  /** Whether nobody stands in the line nor is about to. */
  boolean isUnused() {
    return members.get() == 0;
  }

  /** Lets a taker that was expected stand at the end. */
  void join(Taker taker) {
    serial.run(() -> {
      if (takers.isEmpty()) {
        open();
      }
      takers.add(taker);
      claimAll();
    });
  }

  /** Lets a taker go; one that has gone already may be let go again. */
  void leave(Taker taker) {
    serial.run(() -> {
      if (takers.remove(taker)) {
        members.decrementAndGet();
      }
      claimAll();
    });
  }

  /** Tells that a taker has room again. */
  void wake() {
    serial.run(this::claimAll);
  }

  /** Answers everybody who waits. */
  void close() {
    serial.run(() -> new ArrayList<>(takers).forEach(Taker::closed));
  }

  private void open() {
    // Watched before the first claim, so that nothing falls between the two.
    if (subscription == null) {
      subscription = context.engine().watch(source.queue, this::signalled);
    }
    alarm.hear(Duration.ZERO);
  }

  private void rung() {
    alarm.disarm();
    claimAll();
  }

  private void claimAll() {
    while (alarm.isDue() && underWay < claimers()) {
      List<Share> shares = nextShares();
      if (shares.isEmpty()) {
        break;
      }
      claim(shares);
    }
    if (takers.isEmpty() && underWay == 0) {
      rest();
    } else if (!alarm.isDue()) {
      alarm.arm();
    }
  }

  private int claimers() {
    int most = 0;
    for (Taker taker : takers) {
      most = Math.max(most, taker.claimers());
    }
    return most;
  }

  /** Those next in turn whose claims can be made in one. */
  private List<Share> nextShares() {
    List<Share> shares = new ArrayList<>();
    long sum = 0;
    for (Taker taker : takers) {
      boolean fits = shares.isEmpty() || taker.terms().equals(shares.get(0).taker.terms());
      if (sum >= Limits.MAX_CLAIM || !fits) {
        break;
      }
      int reserved = taker.reserve();
      if (reserved > 0) {
        shares.add(new Share(taker, reserved));
        sum += reserved;
      }
    }
    return shares;
  }

  private void claim(List<Share> shares) {
    underWay++;
    if (!backlog) {
      alarm.asked();
    }
    long room = shares.stream().mapToLong(Share::reserved).sum();
    int max = (int) Math.min(Limits.MAX_CLAIM, room);
    ClaimRequest request = source.request(max, shares.get(0).taker.terms());
    Sent sent = new Sent(++claims, context.time().nanoTime());
    Stages.whenAnswered(
        Stages.call(() -> context.engine().claim(source.queue, request)),
        result -> answered(() -> claimed(shares, result, sent)),
        failure -> answered(() -> failed(shares, failure)));
  }

  private void answered(Runnable answer) {
    serial.run(() -> {
      underWay--;
      answer.run();
      claimAll();
    });
  }

  private void claimed(List<Share> shares, ClaimResult result, Sent sent) {
    context.clock().learn(result.nowMillis(), sent.atNanos);
    context.listeners().claimed(source.queue, result.jobs().size());
    if (pauses.isFailing()) {
      pauses.succeeded();
      LOG.info("Jobs of queue {} can be claimed again", source.queue);
    }
    if (sent.number > newest) {
      newest = sent.number;
      comeBack(result);
    }
    int from = 0;
    for (Share share : shares) {
      int to = Math.min(result.jobs().size(), from + share.reserved);
      List<ClaimedJob> jobs = result.jobs().subList(from, to);
      ClaimResult part = new ClaimResult(jobs, result.nowMillis(), result.comeBackAtMillis());
      share.taker.take(part, share.reserved, sent.atNanos);
      if (!jobs.isEmpty() && takers.remove(share.taker)) {
        takers.add(share.taker);
      }
      from = to;
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

  private void failed(List<Share> shares, DuetimeException cause) {
    if (!pauses.isFailing()) {
      LOG.warn(
          "Jobs of queue {} cannot be claimed; this is tried again by itself: {}",
          source.queue,
          cause.getMessage());
    }
    context.listeners().claimFailed(source.queue, cause);
    backlog = false;
    alarm.pause(pauses.next());
    shares.forEach(share -> share.taker.failed(cause, share.reserved));
  }

  private void signalled(Watcher.Signal signal) {
    serial.run(() -> {
      turn.heard(signal.kind());
      switch (signal.kind()) {
        case EARLIER -> alarm.hear(until(signal.comeBackAtMillis()));
        case PROGRESS, HANDED_ON -> alarm.put(until(signal.comeBackAtMillis()));
        case SHARDS -> alarm.hear(Duration.ZERO);
      }
      claimAll();
    });
  }

  private void rest() {
    alarm.disarm();
    if (subscription != null) {
      subscription.close();
      subscription = null;
    }
    whenEmpty.run();
  }
}
