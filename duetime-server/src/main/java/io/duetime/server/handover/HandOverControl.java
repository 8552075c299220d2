package io.duetime.server.handover;

import io.duetime.HandOverRoute;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the API needs of the hand-overs of a server. */
public interface HandOverControl {
  /** The stored targets. */
  TargetStore store();

  /** Looks at once, because this server has changed settings or targets. */
  void lookSoon();

  /** Fails with what is wrong with a target. */
  CompletionStage<Boolean> check(TargetDefinition definition);

  /** Fails with what is wrong with the route of a queue. */
  CompletionStage<Boolean> check(HandOverRoute route, int shards);

  /** What this server knows about a target. */
  TargetStatus status(String target);

  /** The queues whose settings name a target. */
  CompletionStage<List<String>> queuesOf(String target);
}
