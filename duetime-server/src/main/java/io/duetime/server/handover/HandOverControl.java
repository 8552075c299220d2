package io.duetime.server.handover;

import io.duetime.handover.CircuitBreaker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the API needs of the hand-overs of a server. */
public interface HandOverControl {
  /** The stored targets. */
  TargetStore store();

  /** Looks at once, because this server has changed settings or targets. */
  void lookSoon();

  /** Checks targets and routes before they are stored. */
  TargetChecker checker();

  /** What this server knows about a target. */
  TargetStatus status(String target);

  /** Why the jobs of a queue are not handed over now, as far as this server knows. */
  Optional<TargetTrouble> trouble(String queue);

  /** The troubles of all queues. */
  Map<String, TargetTrouble> troubles();

  /** Ends the pause of a target at this server, so that a single job is sent to it. */
  void probe(String target);

  /** The queues whose settings name a target. */
  CompletionStage<List<String>> queuesOf(String target);

  /**
   * What one server knows about a target.
   *
   * @param breaker the state of its breaker; null if no queue of this server uses it
   * @param inFlight the messages that wait for their confirm, by queue
   * @param problems why queues are not handed over, by queue
   */
  record TargetStatus(
      CircuitBreaker.@Nullable Status breaker,
      Map<String, Integer> inFlight,
      Map<String, String> problems) {}
}
