package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * An open store of jobs that run at their due time. Thread safe; open one per store and process.
 *
 * <p>A blocking call that is interrupted restores the interrupt and throws {@link
 * OutcomeUnknownException}. Stages of {@code …Async} calls complete on threads that may block.
 * After {@link #close} every call fails with {@link ErrorCode#STORE_CLOSED}.
 */
public interface Duetime extends AutoCloseable {
  /**
   * Opens a store with default settings.
   *
   * @param uri {@code memory:}, {@code embedded:./folder}, {@code redis://host}, or a URI of
   *     another module on the class path
   * @throws InvalidRequestException if the URI is malformed, or no module on the class path knows
   *     its scheme
   * @throws RetryableException if the store cannot be reached
   * @throws StoreFailureException if the store is locked or damaged, or refuses its user
   */
  static Duetime open(String uri) {
    return builder().uri(uri).open();
  }

  /** Returns a builder of settings, which opens the store with them. */
  static DuetimeSettings.Builder builder() {
    return new DuetimeSettings.Builder();
  }

  /**
   * Returns a queue of one type of payload. This makes no call: the store creates a queue with its
   * first job.
   *
   * @param name 1 to 200 characters, as {@code docs/limits.md} lists them
   */
  <T> JobQueue<T> queue(String name, Codec<T> codec);

  /** Returns the administration of a queue, for any type of payload. Makes no call. */
  QueueAdmin admin(String queue);

  /** Answers the names of all queues, ascending. */
  List<String> queues();

  /**
   * Pauses the queues that a pattern names, until they are resumed. Running jobs continue.
   * Repeating the call is safe.
   *
   * @param pattern the name of a queue, in which each {@code *} matches any characters or none:
   *     {@code mail/*} matches {@code mail/welcome}, {@code *} every queue. Queues that are created
   *     later are not paused. A pattern without {@code *} names that queue, even before its first
   *     job.
   * @return the names of the queues that changed, ascending, without those that were paused before
   * @throws InvalidRequestException if no queue can have such a name
   * @throws DuetimeException if a queue fails: the others are paused all the same, and the message
   *     names those that failed and those that changed. The type and code are of the first failure.
   */
  List<String> pause(String pattern);

  /**
   * Resumes the queues that a pattern names. Patterns and failures are as for {@link #pause}.
   *
   * @return the names of the queues that changed, ascending, without those that were not paused
   */
  List<String> resume(String pattern);

  /** Answers the store's clock, which decides which jobs are due, in whole milliseconds. */
  Instant now();

  /** As {@link #now}, without waiting, for checks of health. */
  CompletionStage<Instant> nowAsync();

  /**
   * Closes the workers that this object started, each within its close limit, then the store.
   * Waiting claims end without jobs. May be called twice.
   */
  @Override
  void close();
}
