package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.spring.transaction.CallStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Asks whether the store answers, whether handlers hang, what waits in the outbox, and what is
 * wrong where a server judges the store. Thread safe.
 */
public final class StoreHealth {
  private static final long LIMIT_SECONDS = 3;

  private final Duetime duetime;
  private final ObjectProvider<HandlerWorkers> handlers;
  private final @Nullable CallStore outbox;
  private final ObjectProvider<Judge> judges;

  StoreHealth(
      Duetime duetime,
      ObjectProvider<HandlerWorkers> handlers,
      @Nullable CallStore outbox,
      ObjectProvider<Judge> judges) {
    this.duetime = duetime;
    this.handlers = handlers;
    this.outbox = outbox;
    this.judges = judges;
  }

  /** Judges what is wrong with queues. That never makes an application unhealthy. */
  interface Judge {
    /** What operators see of it. */
    Map<String, Object> details();
  }

  /**
   * What the store answered, and how the handlers are.
   *
   * @param details what operators see
   */
  public record Answer(boolean isUp, Map<String, Object> details) {}

  /** Asks the store for its time, and waits at most 3 s. */
  public Answer ask() {
    Map<String, Object> details = new HashMap<>(outbox == null ? Map.of() : outbox.details());
    try {
      details.put(
          "now", duetime.nowAsync().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      details.put("error", text(failed.getCause()));
    } catch (TimeoutException late) {
      details.put("error", "no answer within 3 s");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      details.put("error", "interrupted");
    } catch (DuetimeException refused) {
      details.put("error", text(refused));
    }
    handlers.ifAvailable(workers -> addTo(details, workers));
    judges.ifAvailable(judge -> details.putAll(judge.details()));
    return new Answer(!details.containsKey("error"), details);
  }

  private static void addTo(Map<String, Object> details, HandlerWorkers workers) {
    Map<String, List<String>> abandoned = workers.abandoned();
    if (!abandoned.isEmpty()) {
      details.put("abandonedHandlers", abandoned);
    }
    List<String> stuck = workers.stuck();
    if (!stuck.isEmpty()) {
      details.putIfAbsent(
          "error", "abandoned handlers fill the workers of " + String.join(", ", stuck));
    }
  }

  private static String text(@Nullable Throwable failure) {
    return failure instanceof DuetimeException known
        ? known.code() + ": " + known.getMessage()
        : String.valueOf(failure);
  }
}
