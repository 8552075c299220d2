package io.duetime.server.http;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Asks the engine once and never waits. */
record AskingClaims(Engine engine) implements WaitingClaims {
  @Override
  public CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait) {
    return engine.claim(queue, request).toCompletableFuture();
  }

  @Override
  public void close() {}
}
