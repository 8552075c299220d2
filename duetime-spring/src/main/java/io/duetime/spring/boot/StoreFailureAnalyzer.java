package io.duetime.spring.boot;

import io.duetime.DuetimeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a store that cannot be opened, and a setting that is not allowed. */
class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreNotOpenedException> {
  @Override
  protected @Nullable FailureAnalysis analyze(Throwable failure, StoreNotOpenedException opening) {
    DuetimeException cause = (DuetimeException) Objects.requireNonNull(opening.getCause());
    String remedy =
        switch (cause.code()) {
          case UNKNOWN_STORE ->
              "Check the property duetime.store, and add the module of the engine: duetime-embedded"
                  + " for embedded:, duetime-redis for redis:, duetime-client for https:.";
          case STORE_LOCKED ->
              "Stop the other process, or give this one a folder of its own with duetime.store."
                  + " Several processes share a store in Redis or a server.";
          case STORE_UNAVAILABLE -> "Check the property duetime.store, and that the store runs.";
          case STORE_REFUSED -> "Check user, password and token of the property duetime.store.";
          case INVALID -> "Correct the value of duetime.store, duetime.options or duetime.name.";
          default -> null;
        };
    return remedy == null
        ? null
        : new FailureAnalysis(cause.code() + ": " + cause.getMessage(), remedy, cause);
  }
}
