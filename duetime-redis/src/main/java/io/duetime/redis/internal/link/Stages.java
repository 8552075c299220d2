package io.duetime.redis.internal.link;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What comes after a stage, when nothing comes after that. */
final class Stages {
  private Stages() {}

  static <T extends @Nullable Object> void whenDone(
      CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> next) {
    stage.whenComplete(next);
  }
}
