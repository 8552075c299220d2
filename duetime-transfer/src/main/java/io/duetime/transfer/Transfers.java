package io.duetime.transfer;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.kernel.transfer.Transfer;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Finds the transfer of an engine, and waits for answers of engines. */
public final class Transfers {
  private Transfers() {}

  /** The transfer of an engine; refuses one without a store of its own. */
  public static Transfer of(Engine engine) {
    if (engine instanceof Transfer.Movable movable) {
      return movable.transfer();
    }
    throw new InvalidRequestException(
        ErrorCode.UNSUPPORTED,
        "store",
        engine.capabilities().name(),
        "a store in a folder or in Redis");
  }

  /** Waits for an answer, and throws the failure of the engine as it is. */
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
