package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store answers.
 *
 * @param details what operators see
 * @param failure what it answered instead, or null
 */
public record StoreHealth(Map<String, Object> details, @Nullable Throwable failure) {
  private static final long LIMIT_SECONDS = 3;

  /** As the other, with further details. */
  public static StoreHealth of(Duetime duetime, Map<String, Object> more) {
    StoreHealth health = of(duetime);
    Map<String, Object> all = new HashMap<>(health.details());
    all.putAll(more);
    return new StoreHealth(all, health.failure());
  }

  /** Asks a store for its time, and waits at most 3 s. */
  public static StoreHealth of(Duetime duetime) {
    try {
      Object now = duetime.nowAsync().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      return new StoreHealth(Map.of("now", now), null);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      return new StoreHealth(Map.of("error", text(cause)), cause);
    } catch (TimeoutException late) {
      return new StoreHealth(Map.of("error", "no answer within 3 s"), late);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new StoreHealth(Map.of("error", "interrupted"), stopped);
    } catch (DuetimeException refused) {
      return new StoreHealth(Map.of("error", text(refused)), refused);
    }
  }

  private static String text(@Nullable Throwable failure) {
    return failure instanceof DuetimeException known
        ? known.code() + ": " + known.getMessage()
        : String.valueOf(failure);
  }
}
