package io.duetime.spring;

import io.duetime.Handler;
import io.duetime.Job;

/**
 * A handler that knows the type of its payload, since a lambda has no type argument.
 *
 * @param queue the queue whose jobs it runs
 * @param payload the type that payloads are decoded to
 * @param handler what runs
 * @param <T> the payload
 */
public record TypedHandler<T>(String queue, Class<T> payload, Handler<T> handler)
    implements JobHandler<T> {
  @Override
  public void handle(Job<T> job) throws Exception {
    handler.handle(job);
  }
}
