package io.duetime.server.http.routes;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Claims that wait for jobs to become due, many of them at little cost, served in turn. */
public interface WaitingClaims extends AutoCloseable {
  /**
   * Takes due jobs, waiting for the first one; answers none when the wait is over. Cancelling the
   * future ends the wait, and jobs that were taken for it meanwhile go back.
   *
   * @param wait how long at most; zero asks once
   */
  CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait);

  /** Answers all who wait, without jobs, and lets nobody wait from now on. */
  @Override
  void close();
}
