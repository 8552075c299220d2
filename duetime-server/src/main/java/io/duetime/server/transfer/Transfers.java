package io.duetime.server.transfer;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.internal.kernel.transfer.Movable;
import io.duetime.internal.kernel.transfer.Transfer;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** What taking out and putting in have in common. */
public final class Transfers {
  private Transfers() {}

  static Transfer of(Engine engine) {
    if (engine instanceof Movable movable) {
      return movable.transfer();
    }
    throw new InvalidRequestException(
        ErrorCode.UNSUPPORTED,
        "store",
        engine.capabilities().name(),
        "a store in a folder or in Redis");
  }

  /** Waits for an answer. */
  public static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof DuetimeException known) {
        throw known;
      }
      throw failure;
    }
  }
}
