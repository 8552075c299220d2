package io.duetime.server.http.routes;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Serves many claims that wait for due jobs, in turn and at little cost. */
public interface WaitingClaims extends AutoCloseable {
  /**
   * Claims due jobs, and waits for the first one; answers none when the wait is over. Cancelling
   * the future ends the wait and releases the jobs that were claimed for it.
   *
   * @param wait how long to wait at most; zero for no wait
   */
  CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait);

  /** Answers all waiting claims without jobs; later ones do not wait. */
  @Override
  void close();
}
