package io.duetime.engine.support;

import io.duetime.ConfigureOutcome;
import io.duetime.ErrorCode;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * Reads the settings of a queue, changes them and stores them; where another caller has changed
 * them in between, it starts with those, so that no change is lost.
 */
public final class SettingsChanger {
  private static final int MOST_ATTEMPTS = 20;

  private final Engine engine;
  private final String queue;
  private final UnaryOperator<QueueSettings> change;

  private SettingsChanger(Engine engine, String queue, UnaryOperator<QueueSettings> change) {
    this.engine = engine;
    this.queue = queue;
    this.change = change;
  }

  /**
   * Changes the settings of a queue and answers those that now apply.
   *
   * @param change is called again for each attempt
   */
  public static CompletionStage<QueueSettings> change(
      Engine engine, String queue, UnaryOperator<QueueSettings> change) {
    SettingsChanger changer = new SettingsChanger(engine, queue, change);
    return engine.settings(queue).thenCompose(settings -> changer.change(settings, 1));
  }

  private CompletionStage<QueueSettings> change(QueueSettings before, int attempt) {
    QueueSettings.Builder changed = change.apply(before).toBuilder().anyVersion();
    before.version().ifPresent(changed::version);
    return engine
        .configure(queue, changed.build())
        .thenCompose(answer -> {
          if (answer.outcome() == ConfigureOutcome.STORED) {
            return CompletableFuture.completedStage(answer.settings());
          }
          return attempt < MOST_ATTEMPTS
              ? change(answer.settings(), attempt + 1)
              : CompletableFuture.failedStage(changing());
        });
  }

  private RetryableException changing() {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE,
        "the settings of queue "
            + queue
            + " were changed by other callers at each of "
            + MOST_ATTEMPTS
            + " attempts; nothing was stored");
  }
}
