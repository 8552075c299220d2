package io.duetime.redis.internal.store;

import io.duetime.Durability;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of all queues. A queue is registered before its first shard is opened. */
public final class Registry {
  private final Store store;

  Registry(Store store) {
    this.store = store;
  }

  /**
   * Registers a queue with a durability and notes that it needs maintenance at once; answers the
   * fence that its fences must exceed.
   */
  public CompletionStage<Long> announce(String queue, Durability durability) {
    // The list of queues may be on another node than the queue, so it needs the durability itself.
    Script register = store.script("register");
    return store
        .runDurably(register, store.keys().of(register), new Arguments().add(queue), durability)
        .thenCompose(registered ->
            store
                .run("note_maintenance", new Arguments().add(queue).add(0))
                .thenApply(noted -> registered.number("fence")));
  }

  public CompletionStage<ScriptReply> remove(String queue) {
    return store.run("unregister", new Arguments().add(queue));
  }

  /** All names, ascending. */
  public CompletionStage<List<String>> names() {
    return names(Long.MAX_VALUE);
  }

  /** The first names, ascending. */
  public CompletionStage<List<String>> names(long most) {
    return store
        .read("ZRANGE", store.keys().queues(), "0", Long.toString(most - 1))
        .thenApply(PlainReply::texts);
  }
}
