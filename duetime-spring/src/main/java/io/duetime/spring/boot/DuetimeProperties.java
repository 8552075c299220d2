package io.duetime.spring.boot;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.WorkerSettings;
import io.duetime.settings.BackoffText;
import io.duetime.spring.SchemaInitialization;
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
 * @param dataSource Name of the DataSource bean of outbox and inbox; the one with
 *     DuetimeDataSource, the primary or the only one by default.
 * @param outbox The outbox, which keeps calls in the application's database.
 * @param inbox The inbox, which notes the runs of handlers in the application's database.
 * @param listener Settings of all handlers.
 * @param queues Settings of the handlers of queues, by queue; they override annotations.
 * @param targets Brokers and endpoints to which queues are handed over, by name: the type and its
 *     settings.
 * @param server The server in this process, which needs duetime-server.
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
    @Nullable String dataSource,
    @DefaultValue Outbox outbox,
    @DefaultValue Inbox inbox,
    @DefaultValue Listener listener,
    @DefaultValue Map<String, Queue> queues,
    @DefaultValue Map<String, Map<String, String>> targets,
    @DefaultValue Server server,
    @DefaultValue Map<String, Map<String, String>> handOver) {

  /**
   * The server in this process.
   *
   * @param http Host and port at which HTTP and the console listen, such as 127.0.0.1:8420; nothing
   *     listens by default.
   * @param options Other settings of the server, by their names in its configuration file.
   */
  public record Server(@Nullable String http, @DefaultValue Map<String, String> options) {}

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
   * @param table Name of the table.
   * @param initializeSchema On which databases the table is made at the start if it is missing.
   * @param application Whose calls these are, as several applications may share the table;
   *     spring.application.name by default.
   * @param interval How often a process looks for calls that another one left behind.
   * @param lease How long calls that a process has taken stay with it after it has died.
   */
  public record Outbox(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("duetime_outbox") String table,
      @DefaultValue("always") SchemaInitialization initializeSchema,
      @Nullable String application,
      @DefaultValue("1s") Duration interval,
      @DefaultValue("10s") Duration lease) {}

  /**
   * The inbox, which notes the runs of handlers in the application's database.
   *
   * @param enabled Whether a JobInbox bean is configured.
   * @param table Name of the table.
   * @param initializeSchema On which databases the table is made at the start if it is missing.
   * @param retention How long a run is remembered.
   */
  public record Inbox(
      @DefaultValue("false") boolean enabled,
      @DefaultValue("duetime_inbox") String table,
      @DefaultValue("always") SchemaInitialization initializeSchema,
      @DefaultValue("7d") Duration retention) {}

  /**
   * Settings of all handlers.
   *
   * @param enabled Whether handlers run in this process.
   * @param afterRunners Whether handlers start when the application is ready, so behind its
   *     ApplicationRunners and CommandLineRunners.
   * @param concurrency The most jobs of a queue that run at once; the number of processors, at
   *     least 2, by default.
   * @param lease How long a crashed process keeps its jobs.
   * @param maxRunTime How long a handler may run before it is interrupted; no limit by default.
   * @param closeLimit How long the shutdown waits for running handlers; nine tenths of
   *     spring.lifecycle.timeout-per-shutdown-phase by default.
   */
  public record Listener(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("true") boolean afterRunners,
      @Nullable Integer concurrency,
      @Nullable Duration lease,
      @Nullable Duration maxRunTime,
      @Nullable Duration closeLimit) {}

  /**
   * Settings of the handler of a queue.
   *
   * @param autoStartup Whether the handler starts with the application.
   * @param concurrency The most jobs that run at once.
   * @param lease How long a crashed process keeps its jobs.
   * @param maxRunTime How long the handler may run before it is interrupted.
   * @param maxAttempts Number of attempts, or unlimited; stored with the queue.
   * @param backoff Waits between attempts, such as 30s, 1s,10s,1m or 1s..1h; stored with the queue.
   * @param deadCopyTo Queue that gets a copy of each dead job; stored with the queue.
   */
  public record Queue(
      @Nullable Boolean autoStartup,
      @Nullable Integer concurrency,
      @Nullable Duration lease,
      @Nullable Duration maxRunTime,
      @Nullable String maxAttempts,
      @Nullable String backoff,
      @Nullable String deadCopyTo) {
    /** Says nothing. */
    static final Queue NONE = new Queue(null, null, null, null, null, null, null);

    private static final String UNLIMITED = "unlimited";

    private Queue or(Queue other) {
      return new Queue(
          autoStartup != null ? autoStartup : other.autoStartup,
          concurrency != null ? concurrency : other.concurrency,
          lease != null ? lease : other.lease,
          maxRunTime != null ? maxRunTime : other.maxRunTime,
          maxAttempts != null ? maxAttempts : other.maxAttempts,
          backoff != null ? backoff : other.backoff,
          deadCopyTo != null ? deadCopyTo : other.deadCopyTo);
    }

    void applyTo(WorkerSettings.Builder worker) {
      if (concurrency != null) {
        worker.concurrency(concurrency);
      }
      if (lease != null) {
        worker.lease(lease);
      }
      if (maxRunTime != null) {
        worker.maxRunTime(maxRunTime);
      }
    }

    /** Returns the settings of the queue with these applied, which may be equal. */
    QueueSettings appliedTo(QueueSettings queue) {
      QueueSettings.Builder changed = queue.toBuilder();
      if (maxAttempts != null || backoff != null) {
        changed.defaultRetry(retry(queue.defaultRetry()));
      }
      if (deadCopyTo != null) {
        changed.deadCopyTo(deadCopyTo);
      }
      return changed.build();
    }

    private RetryPolicy retry(RetryPolicy old) {
      // A backoff of its own has the jitter that is usual for it.
      RetryPolicy.Builder policy =
          backoff == null
              ? old.toBuilder()
              : RetryPolicy.builder()
                  .backoff(BackoffText.parse(backoff))
                  .attempts(old.maxAttempts());
      if (UNLIMITED.equals(maxAttempts)) {
        policy.unlimitedAttempts();
      } else if (maxAttempts != null) {
        policy.attempts(number("maxAttempts", maxAttempts, "1 to 1000000 or unlimited"));
      }
      return policy.build();
    }

    static int number(String field, String text, String allowed) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException notOne) {
        throw new InvalidRequestException(field, text, allowed);
      }
    }
  }

  /** Joins the settings of a handler: those of its queue, its annotation, and of all handlers. */
  Queue settings(String queue, Queue annotated) {
    Queue all =
        new Queue(
            null,
            listener.concurrency(),
            listener.lease(),
            listener.maxRunTime(),
            null,
            null,
            null);
    return queues.getOrDefault(queue, Queue.NONE).or(annotated).or(all);
  }
}
