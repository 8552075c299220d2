package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Waits for what a link answers. */
final class Answers {
  private Answers() {}

  /** The default settings with other limits. */
  static LinkSettings within(Duration timeout, Duration patience) {
    LinkSettings usual = LinkSettings.DEFAULT;
    return new LinkSettings(
        timeout,
        usual.connectTimeout(),
        patience,
        usual.topologyRefresh(),
        usual.alwaysFsynced(),
        usual.clientName());
  }

  /** The reply in readable form. */
  static Object to(CompletionStage<Object> call) {
    return Bytes.readable(call.toCompletableFuture().join());
  }

  /** What a call fails with. */
  static Throwable failureOf(CompletionStage<?> call) {
    Throwable[] failure = {null};
    assertThatThrownBy(() -> call.toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .satisfies(thrown -> failure[0] = thrown.getCause());
    return failure[0];
  }
}
