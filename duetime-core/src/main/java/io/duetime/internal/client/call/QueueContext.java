package io.duetime.internal.client.call;

import io.duetime.Durability;

/**
 * One queue as all its parts see it.
 *
 * @param name the queue
 * @param context the open store
 * @param calls the queue's writing calls
 * @param durability what calls ask for that name none
 */
public record QueueContext(
    String name, ClientContext context, QueueCalls calls, Durability durability) {
  /** The same, asking for another durability. */
  public QueueContext with(Durability asked) {
    return new QueueContext(name, context, calls, asked);
  }
}
