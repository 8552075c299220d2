package io.duetime.server.http.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Waits for several stages at once. */
final class Stages {
  private Stages() {}

  /** All values, in order. */
  static <T> CompletionStage<List<T>> all(List<CompletionStage<T>> stages) {
    CompletionStage<List<T>> all = CompletableFuture.completedStage(new ArrayList<>(stages.size()));
    for (CompletionStage<T> stage : stages) {
      all =
          all.thenCombine(
              stage,
              (values, value) -> {
                values.add(value);
                return values;
              });
    }
    return all;
  }
}
