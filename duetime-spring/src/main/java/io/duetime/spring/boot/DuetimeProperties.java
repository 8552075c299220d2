package io.duetime.spring.boot;

import io.duetime.spring.internal.handler.HandlerSettings;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of an application that uses Duetime.
 *
 * @param enabled Whether anything is configured.
 * @param store URI of the store, such as embedded:./data, redis://host or https://host; or "redis"
 *     for the connection of spring.data.redis. By default a folder duetime-data if duetime-embedded
 *     is on the class path, otherwise the connection of spring.data.redis.
 * @param name Name of this process for operators; the process id and the host by default.
 * @param answerWithin How long each call waits for the store's answer.
 * @param options Options of the engine, by name.
 * @param transactions What happens to calls inside a transaction.
 * @param outbox The outbox, which keeps calls in the application's database.
 * @param inbox The inbox, which notes the runs of handlers in the application's database.
 * @param listener Settings of all handlers.
 * @param queues Settings of the handlers of queues, by queue; they override annotations.
 * @param targets Brokers and endpoints to which queues are handed over, by name: the type and its
 *     settings.
 * @param handOver Queues that are handed over, by queue: the target and the settings of the
 *     destination.
 */
@ConfigurationProperties("duetime")
public record DuetimeProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String store,
    @Nullable String name,
    @Nullable Duration answerWithin,
    @DefaultValue Map<String, String> options,
    @DefaultValue Transactions transactions,
    @DefaultValue Outbox outbox,
    @DefaultValue Inbox inbox,
    @DefaultValue Listener listener,
    @DefaultValue Map<String, Queue> queues,
    @DefaultValue Map<String, Map<String, String>> targets,
    @DefaultValue Map<String, Map<String, String>> handOver) {

  /**
   * What happens to calls inside a transaction.
   *
   * @param enabled Whether schedule, reschedule and cancel inside a transaction take effect after
   *     its commit.
   */
  public record Transactions(@DefaultValue("true") boolean enabled) {}

  /**
   * The outbox, which keeps calls in the application's database.
   *
   * @param enabled Whether calls inside a transaction are stored in its database, so that a crash
   *     after the commit does not lose them.
   * @param table Name of the table, which is made if it is missing.
   * @param interval How often a process looks for calls that another one left behind.
   */
  public record Outbox(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("duetime_outbox") String table,
      @DefaultValue("1s") Duration interval) {}

  /**
   * The inbox, which notes the runs of handlers in the application's database.
   *
   * @param enabled Whether a JobInbox bean is configured.
   * @param table Name of the table, which is made if it is missing.
   * @param retention How long a run is remembered.
   */
  public record Inbox(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("duetime_inbox") String table,
      @DefaultValue("7d") Duration retention) {}

  /**
   * Settings of all handlers.
   *
   * @param enabled Whether handlers run in this process.
   * @param concurrency The most jobs of a queue that run at once; the number of processors, at
   *     least 2, by default.
   * @param lease How long a crashed process keeps its jobs.
   * @param maxRunTime How long a handler may run before it is interrupted; no limit by default.
   * @param closeLimit How long the shutdown waits for running handlers; nine tenths of
   *     spring.lifecycle.timeout-per-shutdown-phase by default.
   */
  public record Listener(
      @DefaultValue("true") boolean enabled,
      @Nullable Integer concurrency,
      @Nullable Duration lease,
      @Nullable Duration maxRunTime,
      @Nullable Duration closeLimit) {}

  /**
   * Settings of the handler of a queue.
   *
   * @param concurrency The most jobs that run at once.
   * @param lease How long a crashed process keeps its jobs.
   * @param maxRunTime How long the handler may run before it is interrupted.
   * @param maxAttempts Number of attempts, or unlimited; stored with the queue.
   * @param backoff Waits between attempts, such as 30s, 1s,10s,1m or 1s..1h; stored with the queue.
   * @param deadCopyTo Queue that gets a copy of each dead job; stored with the queue.
   */
  public record Queue(
      @Nullable Integer concurrency,
      @Nullable Duration lease,
      @Nullable Duration maxRunTime,
      @Nullable String maxAttempts,
      @Nullable String backoff,
      @Nullable String deadCopyTo) {
    HandlerSettings settings() {
      return new HandlerSettings(concurrency, lease, maxRunTime, maxAttempts, backoff, deadCopyTo);
    }
  }

  /** Joins the settings of a handler: those of its queue, its annotation, and of all handlers. */
  HandlerSettings settings(String queue, HandlerSettings annotated) {
    HandlerSettings all =
        new HandlerSettings(
            listener.concurrency(), listener.lease(), listener.maxRunTime(), null, null, null);
    Queue own = queues.get(queue);
    return (own == null ? HandlerSettings.NONE : own.settings()).or(annotated).or(all);
  }
}
