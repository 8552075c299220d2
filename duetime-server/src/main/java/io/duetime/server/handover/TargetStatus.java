package io.duetime.server.handover;

import io.duetime.handover.CircuitBreaker;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one server knows about a target.
 *
 * @param breaker the state of its breaker; null if no queue of this server uses it
 * @param inFlight the messages that wait for their confirm, by queue
 * @param problems why queues are not handed over, by queue
 */
public record TargetStatus(
    CircuitBreaker.@Nullable Status breaker,
    Map<String, Integer> inFlight,
    Map<String, String> problems) {}
