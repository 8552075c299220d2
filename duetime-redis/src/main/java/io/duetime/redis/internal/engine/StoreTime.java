package io.duetime.redis.internal.engine;

import io.duetime.redis.internal.link.RedisLink;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store's clock. Tests put one in its place that they move, with scripts that are told it. */
public interface StoreTime {
  /** The store's now, in whole milliseconds, rounded down. */
  CompletionStage<Long> nowMillis();

  /** Sends a call of a script with its arguments, and with the time where scripts are told it. */
  <T> T send(Arguments arguments, Function<byte[][], T> call);

  /** The clock of the first server; the scripts ask their own. */
  static StoreTime ofServer(RedisLink link) {
    return new StoreTime() {
      @Override
      public CompletionStage<Long> nowMillis() {
        return link.ask(link.nodes().get(0), "TIME").thenApply(StoreTime::millis);
      }

      @Override
      public <T> T send(Arguments arguments, Function<byte[][], T> call) {
        return call.apply(arguments.toArray());
      }
    };
  }

  private static long millis(@Nullable Object time) {
    List<?> parts = (List<?>) Objects.requireNonNull(time);
    return Scores.read(parts.get(0)) * 1_000 + Scores.read(parts.get(1)) / 1_000;
  }
}
