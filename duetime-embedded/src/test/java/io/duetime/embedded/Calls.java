package io.duetime.embedded;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Short ways to call an engine. */
final class Calls {
  private Calls() {}

  /** Waits for an answer. */
  static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failure;
    }
  }

  /** A job whose payload is its id. */
  static JobSpec job(String id, long dueAt) {
    JobBody body = JobBody.of(id.getBytes(StandardCharsets.UTF_8));
    return JobSpec.builder(id, body, DueTime.at(dueAt)).build();
  }
}
