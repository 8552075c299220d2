package io.duetime.redis.internal.engine;

import io.duetime.redis.internal.link.RedisLink;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store's clock. */
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

  /**
   * A clock that tests move; the scripts have to be those that are told the time. Calls go out in
   * the order in which they were told it, or the store's clock would seem to step back.
   */
  static StoreTime given(InstantSource clock) {
    return new StoreTime() {
      @Override
      public CompletionStage<Long> nowMillis() {
        return CompletableFuture.completedStage(clock.millis());
      }

      @Override
      public synchronized <T> T send(Arguments arguments, Function<byte[][], T> call) {
        byte[] now = Long.toString(clock.millis()).getBytes(StandardCharsets.US_ASCII);
        return call.apply(arguments.toArray(now));
      }
    };
  }
}
