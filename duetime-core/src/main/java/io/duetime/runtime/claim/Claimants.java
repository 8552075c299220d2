package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The claimants of one loop in the order in which they are served. A claimant that received jobs
 * goes to the end. Touched by events of one serial alone.
 */
final class Claimants {
  private final Set<Claimant> inOrder = new LinkedHashSet<>();

  void add(Claimant claimant) {
    inOrder.add(claimant);
  }

  /** Removes a claimant; answers whether it was present. */
  boolean remove(Claimant claimant) {
    return inOrder.remove(claimant);
  }

  boolean isEmpty() {
    return inOrder.isEmpty();
  }

  /** The most claims under way at once that a claimant allows. */
  int claimers() {
    return inOrder.stream().mapToInt(Claimant::claimers).max().orElse(0);
  }

  /**
   * Reserves room of the next claimants that one claim can serve, for at most {@code most} jobs.
   */
  List<SentClaim.Share> reserve(int most) {
    List<SentClaim.Share> shares = new ArrayList<>();
    int left = most;
    for (Claimant claimant : inOrder) {
      boolean fits = shares.isEmpty() || claimant.terms().equals(shares.get(0).claimant().terms());
      if (left == 0 || !fits) {
        break;
      }
      int room = claimant.reserve(left);
      if (room > 0) {
        shares.add(new SentClaim.Share(claimant, room));
        left -= room;
      }
    }
    return shares;
  }

  /**
   * Delivers the jobs of a claim to the claimants that it was made for.
   *
   * @return the leases of the jobs for which they have no room any more, of a late answer
   */
  List<LeaseToken> deliver(SentClaim sent, ClaimResult result) {
    List<ClaimedJob> left = result.jobs();
    for (SentClaim.Share share : sent.shares()) {
      int room = share.room() > 0 ? share.room() : reserveAgain(share.claimant(), left.size());
      if (room > 0) {
        int jobs = Math.min(left.size(), room);
        deliver(share.claimant(), part(result, left.subList(0, jobs)), room, sent.atNanos());
        left = left.subList(jobs, left.size());
      }
    }
    return left.stream().map(ClaimedJob::lease).toList();
  }

  void fail(DuetimeException cause) {
    new ArrayList<>(inOrder).forEach(claimant -> claimant.failed(cause, 0));
  }

  void close() {
    new ArrayList<>(inOrder).forEach(Claimant::closed);
  }

  private int reserveAgain(Claimant claimant, int jobs) {
    return jobs > 0 && inOrder.contains(claimant) ? claimant.reserve(jobs) : 0;
  }

  private static ClaimResult part(ClaimResult result, List<ClaimedJob> jobs) {
    return new ClaimResult(jobs, result.nowMillis(), result.comeBackAtMillis());
  }

  private void deliver(Claimant claimant, ClaimResult result, int room, long sentNanos) {
    claimant.deliver(result, room, sentNanos);
    if ((!result.jobs().isEmpty() || claimant.yields()) && inOrder.remove(claimant)) {
      inOrder.add(claimant);
    }
  }
}
