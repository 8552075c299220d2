package io.duetime.internal.client.claim;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import io.duetime.internal.client.call.LeaseReleaser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One {@link ClaimLine} for each queue in which somebody waits; claims that take ahead or from one
 * shard, which find other jobs, have lines of their own. Thread safe.
 */
public final class ClaimLines implements AutoCloseable {
  private final ClientContext context;
  private final ConcurrentHashMap<Key, ClaimLine> lines = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** No lines yet. */
  public ClaimLines(ClientContext context) {
    this.context = context;
  }

  /**
   * Takes due jobs, waiting for the first one. Waiting callers are served in the order in which
   * they came, by one loop of claims for all of them, and no thread waits.
   *
   * <p>Cancelling the future ends the waiting; jobs that were claimed for it meanwhile go back.
   *
   * @param wait how long at most; zero asks the store once
   * @return a result without jobs when nothing came in time
   */
  public CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait) {
    if (wait.isZero() || wait.isNegative() || closed) {
      return claimOnce(queue, request);
    }
    WaitingClaim claim = new WaitingClaim(queue, request, context);
    ClaimLine line = expectedIn(new Key(queue, request.shard(), request.dueBeforeMillis()));
    line.join(claim);
    Stages.whenDone(claim.result(), (any, failure) -> line.leave(claim));
    claim.endAfter(wait);
    return claim.result();
  }

  private CompletableFuture<ClaimResult> claimOnce(String queue, ClaimRequest request) {
    CompletableFuture<ClaimResult> claimed = new CompletableFuture<>();
    Stages.whenAnswered(
        Stages.call(() -> context.engine().claim(queue, request)),
        result -> {
          if (!claimed.complete(result)) {
            LeaseReleaser.release(leases(result), queue, context);
          }
        },
        claimed::completeExceptionally);
    return claimed;
  }

  private static List<LeaseToken> leases(ClaimResult result) {
    return result.jobs().stream().map(ClaimedJob::lease).toList();
  }

  /** The line of a queue, which now expects one more claimant to join. */
  public ClaimLine expectedIn(String queue) {
    return expectedIn(new Key(queue, null, null));
  }

  /** Ends all waiting: callers are answered without jobs. */
  @Override
  public void close() {
    closed = true;
    new ArrayList<>(lines.values()).forEach(ClaimLine::close);
  }

  // The map's lock keeps a line from being dropped between being found and expecting somebody.
  private ClaimLine expectedIn(Key key) {
    return lines.compute(
        key,
        (same, known) -> {
          ClaimLine line = known == null ? newLine(key) : known;
          line.expect();
          return line;
        });
  }

  private ClaimLine newLine(Key key) {
    return new ClaimLine(
        new ClaimLine.Source(key.queue, key.shard, key.dueBefore), context, () -> dropIfEmpty(key));
  }

  private void dropIfEmpty(Key key) {
    lines.computeIfPresent(key, (same, line) -> line.isUnused() ? null : line);
  }

  private record Key(String queue, @Nullable ShardId shard, @Nullable Long dueBefore) {}
}
