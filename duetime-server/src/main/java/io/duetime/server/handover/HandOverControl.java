package io.duetime.server.handover;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

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
}
