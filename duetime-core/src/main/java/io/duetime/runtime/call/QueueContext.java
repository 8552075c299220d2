package io.duetime.runtime.call;

import io.duetime.Durability;

/**
 * The objects that all components of one queue share.
 *
 * @param name the queue
 * @param context the open store
 * @param calls the queue's writing calls
 * @param durability the durability of calls that ask for none
 */
public record QueueContext(
    String name, ClientContext context, QueueCalls calls, Durability durability) {
  /** Returns a copy with another default durability. */
  public QueueContext with(Durability asked) {
    return new QueueContext(name, context, calls, asked);
  }
}
