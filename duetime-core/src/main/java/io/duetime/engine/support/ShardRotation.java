package io.duetime.engine.support;

import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.ShardId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Claims from a queue that names no shard: asks its shards one after the other, beginning with
 * another one each time, until the claim is full. A shard that fails or takes long to answer does
 * not hold up the others. Jobs that a late answer brings are released. Thread safe.
 */
public final class ShardRotation {
  /** How long the other shards wait for the answer of one. */
  private static final Duration GRACE = Duration.ofMillis(250);

  private static final long AFTER_FAILURE_MILLIS = 1_000;
  private static final int MOST_TURNS = 20;

  private final Source source;
  private final TimeSource time;
  private final AtomicInteger turn = new AtomicInteger();
  private final Set<Place> unanswered = ConcurrentHashMap.newKeySet();

  /** Claims from shards of queues. */
  public interface Source {
    /** The shards of a queue as far as is known; a claim may bring others to light. */
    CompletionStage<List<ShardId>> shards(String queue);

    /**
     * Claims from the shard that the request names.
     *
     * @param maxBytes the bytes of payload after which the claim stops
     */
    CompletionStage<ClaimResult> claim(String queue, ClaimRequest request, long maxBytes);

    /** Releases jobs that came too late for their claim. */
    void release(String queue, List<ClaimedJob> jobs);

    /** Whether one shard may answer while another cannot. */
    boolean areApart();
  }

  /** Claims from a source, waiting by a time. */
  public ShardRotation(Source source, TimeSource time) {
    this.source = source;
    this.time = time;
  }

  private record Place(String queue, ShardId shard) {}

  /** Claims from all shards of a queue in rotation. */
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    Round round = new Round(queue, request);
    return turn(round, MOST_TURNS)
        .thenCompose(done -> round.answers > 0 ? done(true) : awaitAny(round))
        .thenApply(done -> {
          round.late.forEach(late -> late.thenAccept(result -> release(queue, result)));
          return round.result();
        });
  }

  private static CompletionStage<Boolean> done(boolean answer) {
    return CompletableFuture.completedStage(answer);
  }

  private CompletionStage<Boolean> turn(Round round, int turnsLeft) {
    CompletionStage<List<ShardId>> known = source.shards(round.queue);
    if (round.answers > 0) {
      // Jobs that were claimed are answered, even where another shard cannot be asked now.
      known =
          known.exceptionally(failure -> {
            round.isMissing = true;
            return List.copyOf(round.asked);
          });
    }
    return known.thenCompose(shards -> {
      List<ShardId> left = new ArrayList<>(shards);
      left.removeAll(round.asked);
      round.isMoreElsewhere = !left.isEmpty();
      return left.isEmpty() || turnsLeft == 0 || round.isFull()
          ? done(true)
          : askAll(round, left).thenCompose(done -> turn(round, turnsLeft - 1));
    });
  }

  private CompletionStage<Boolean> askAll(Round round, List<ShardId> shards) {
    Collections.rotate(shards, -Math.floorMod(turn.getAndIncrement(), shards.size()));
    boolean areApart = shards.size() > 1 && source.areApart();
    CompletionStage<Boolean> all = done(true);
    for (ShardId shard : shards) {
      all = all.thenCompose(done -> round.isFull() ? done(true) : ask(round, shard, areApart));
    }
    return all;
  }

  private CompletionStage<Boolean> ask(Round round, ShardId shard, boolean areApart) {
    round.asked.add(shard);
    Place place = new Place(round.queue, shard);
    if (!areApart) {
      return claim(round, shard).handle(round::add);
    }
    if (unanswered.contains(place)) {
      round.isMissing = true;
      return done(false);
    }
    return inTime(round, place, claim(round, shard));
  }

  private CompletionStage<ClaimResult> claim(Round round, ShardId shard) {
    try {
      return source.claim(round.queue, round.rest(shard), round.bytesLeft());
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  private CompletionStage<Boolean> inTime(
      Round round, Place place, CompletionStage<ClaimResult> answer) {
    CompletableFuture<Boolean> heard = new CompletableFuture<>();
    AtomicBoolean isOver = new AtomicBoolean();
    TimeSource.Timer timer =
        time.after(
            GRACE,
            () -> {
              unanswered.add(place);
              if (isOver.compareAndSet(false, true)) {
                round.isMissing = true;
                round.late.add(answer);
                heard.complete(false);
              } else {
                unanswered.remove(place);
              }
            });
    answer.whenComplete((result, failure) -> {
      timer.cancel();
      if (isOver.compareAndSet(false, true)) {
        heard.complete(round.add(result, failure));
      } else {
        unanswered.remove(place);
      }
    });
    return heard;
  }

  /** Waits for a shard that takes long, or asks one that did not answer an earlier claim. */
  private CompletionStage<Boolean> awaitAny(Round round) {
    if (!round.late.isEmpty()) {
      return round.late.remove(0).handle(round::add);
    }
    return round.failure != null || round.asked.isEmpty()
        ? done(false)
        : claim(round, round.asked.iterator().next()).handle(round::add);
  }

  private void release(String queue, ClaimResult result) {
    if (!result.jobs().isEmpty()) {
      source.release(queue, result.jobs());
    }
  }

  /** One claim on its way from shard to shard; touched by one answer at a time. */
  private static final class Round {
    final String queue;
    final Set<ShardId> asked = new LinkedHashSet<>();
    final List<CompletionStage<ClaimResult>> late = new ArrayList<>();
    boolean isMoreElsewhere;
    boolean isMissing;
    int answers;
    @Nullable Throwable failure;
    private final ClaimRequest request;
    private final List<ClaimedJob> jobs = new ArrayList<>();
    private long payloadBytes;
    private long now;
    private long claimNumber;
    private long comeBackAt = ClaimResult.NEVER;

    Round(String queue, ClaimRequest request) {
      this.queue = queue;
      this.request = request;
    }

    /** What is left to claim, from one shard. */
    ClaimRequest rest(ShardId shard) {
      return new ClaimRequest(
          request.max() - jobs.size(),
          request.leaseMillis(),
          request.dueBeforeMillis(),
          request.consumer(),
          shard);
    }

    long bytesLeft() {
      return Limits.MAX_CLAIM_BYTES - payloadBytes;
    }

    boolean isFull() {
      return jobs.size() >= request.max() || bytesLeft() <= 0;
    }

    boolean add(@Nullable ClaimResult result, @Nullable Throwable shardFailure) {
      if (result == null) {
        failure = shardFailure;
        isMissing = true;
        return false;
      }
      answers++;
      jobs.addAll(result.jobs());
      result.jobs().forEach(job -> payloadBytes += job.body().payload().length);
      now = Math.max(now, result.nowMillis());
      comeBackAt = Math.min(comeBackAt, result.comeBackAtMillis());
      claimNumber = result.claimNumber();
      return true;
    }

    ClaimResult result() {
      if (answers == 0) {
        throw new CompletionException(failure);
      }
      long moment = isMoreElsewhere && isFull() ? now : comeBackAt;
      return new ClaimResult(
          jobs,
          now,
          isMissing ? Math.min(moment, now + AFTER_FAILURE_MILLIS) : moment,
          asked.size() == 1 ? claimNumber : 0);
    }
  }
}
