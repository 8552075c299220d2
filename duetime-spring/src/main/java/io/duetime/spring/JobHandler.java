package io.duetime.spring;

import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.Limits;

/**
 * A bean that handles the jobs of a queue, as a method with {@link DuetimeListener} does. Settings
 * come from the properties {@code duetime.queues.<queue>.*}.
 *
 * <p>A class that implements this interface names the type of its payload as the type argument. A
 * lambda has none, so that {@link #of} takes it.
 *
 * @param <T> the payload
 */
public interface JobHandler<T> extends Handler<T> {
  /** The queue whose jobs this handler runs. */
  String queue();

  /** Returns a handler of a queue's payloads of one type. */
  static <T> JobHandler<T> of(String queue, Class<T> payload, Handler<T> handler) {
    return new Typed<>(
        Limits.queue(queue), Limits.given("payload", payload), Limits.given("handler", handler));
  }

  /**
   * A handler that knows the type of its payload.
   *
   * @param queue the queue whose jobs it runs
   * @param payload the type that payloads are decoded to
   * @param handler what runs
   * @param <T> the payload
   */
  record Typed<T>(String queue, Class<T> payload, Handler<T> handler) implements JobHandler<T> {
    @Override
    public void handle(Job<T> job) throws Exception {
      handler.handle(job);
    }
  }
}
