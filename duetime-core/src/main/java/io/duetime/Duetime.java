package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A store of jobs that run at their due time. Thread safe; open one per store and process.
 *
 * <p>Blocking calls that are interrupted restore the interrupt and throw {@link
 * OutcomeUnknownException}. Completions of {@code …Async} calls run on threads that may block.
 */
public interface Duetime extends AutoCloseable {
  /**
   * Opens a store.
   *
   * @param uri {@code memory:}, {@code embedded:./folder}, {@code redis://host} and what further
   *     modules modules
   * @throws InvalidRequestException when no module on the class path knows the scheme
   */
  static Duetime open(String uri) {
    return builder().uri(uri).open();
  }

  /** Begins to open a store with settings. */
  static DuetimeSettings.Builder builder() {
    return new DuetimeSettings.Builder();
  }

  /** A queue of one type of payload; its first job makes it. */
  <T> JobQueue<T> queue(String name, Codec<T> codec);

  /** A queue as a whole, whatever its payloads. */
  QueueAdmin admin(String queue);

  /** The names of all queues, ascending. */
  List<String> queues();

  /** As {@link #queues}, without waiting. */
  CompletionStage<List<String>> queuesAsync();

  /**
   * Pauses queues by the pattern of their names, until they are resumed; their running jobs go on.
   *
   * @param pattern the name of a queue, in which each {@code *} stands for any characters, also
   *     none: {@code mail/*} means {@code mail/welcome}, {@code *} every queue. Queues that come
   *     into being later are not paused. A pattern without {@code *} means that queue, also before
   *     its first job.
   * @return the names of the queues that changed, ascending; those paused already are not among
   *     them
   * @throws InvalidRequestException if no queue can have such a name
   */
  List<String> pause(String pattern);

  /** As {@link #pause}, without waiting. */
  CompletionStage<List<String>> pauseAsync(String pattern);

  /**
   * Resumes queues by the pattern of their names, as {@link #pause} takes it.
   *
   * @return the names of the queues that changed, ascending; those not paused are not among them
   */
  List<String> resume(String pattern);

  /** As {@link #resume}, without waiting. */
  CompletionStage<List<String>> resumeAsync(String pattern);

  /** The store's clock, which decides what is due. */
  Instant now();

  /** As {@link #now}, without waiting. */
  CompletionStage<Instant> nowAsync();

  /**
   * Closes the workers that were started from here, each within its close limit, then the store.
   * Waiting claims end empty. May be called twice.
   */
  @Override
  void close();
}
