package io.duetime.server.event;

import io.duetime.internal.client.QueuePattern;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * A caller of an event stream, and what it may be told.
 *
 * @param pattern the queues whose counts it wants
 */
public record EventReader(Caller caller, QueuePattern pattern) {
  /** Whether it gets the counts of a queue. */
  boolean counts(String queue) {
    return pattern.matches(queue) && caller.may(Role.READ, queue);
  }

  /** Whether it gets what concerns a queue; null for what may name any queue. */
  boolean mayRead(@Nullable String queue) {
    return queue == null ? caller.mayEverywhere(Role.READ) : caller.may(Role.READ, queue);
  }
}
