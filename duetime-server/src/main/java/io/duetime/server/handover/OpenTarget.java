package io.duetime.server.handover;

import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.Target;
import io.duetime.handover.TargetTypes;

/**
 * A target that this server has opened.
 *
 * @param definition what it was opened with
 * @param target the connection
 * @param breaker the breaker that all queues of the target share
 */
record OpenTarget(TargetDefinition definition, Target target, CircuitBreaker breaker) {
  static OpenTarget of(TargetDefinition definition, TargetTypes types) {
    return new OpenTarget(definition, definition.open(types), CircuitBreaker.of(definition.name()));
  }
}
