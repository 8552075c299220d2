package io.duetime.server.handover;

import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.Target;
import io.duetime.server.metrics.HandOverMeters;
import io.duetime.server.metrics.HandOverMeters.TargetMeters;

/**
 * A target that this server has opened.
 *
 * @param definition what it was opened with
 * @param target the connection, measured
 * @param breaker the breaker that all queues of the target share
 * @param meters its series
 */
record OpenTarget(
    TargetDefinition definition, Target target, CircuitBreaker breaker, TargetMeters meters) {
  static OpenTarget of(TargetDefinition definition, TargetStore store, HandOverMeters all) {
    Target target = store.open(definition);
    CircuitBreaker breaker = CircuitBreaker.of(definition.name());
    TargetMeters meters = all.open(definition.name(), breaker);
    return new OpenTarget(definition, meters.measure(target), breaker, meters);
  }

  void close() {
    try {
      target.close();
    } finally {
      meters.close();
    }
  }
}
