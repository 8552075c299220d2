package io.duetime.redis.internal.store;

import io.duetime.Durability;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The names of all queues. A queue is registered before its first shard is opened. */
public final class Registry {
  private final StoreAccess store;
  private final Script register;
  private final Script unregister;
  private final Script noteMaintenance;

  public Registry(StoreAccess store) {
    this.store = store;
    this.register = store.script("register");
    this.unregister = store.script("unregister");
    this.noteMaintenance = store.script("note_maintenance");
  }

  /**
   * Registers a queue with a durability and notes that it needs maintenance at once; answers the
   * fence that its fences must exceed.
   */
  public CompletionStage<Long> announce(String queue, Durability durability) {
    return add(queue, durability)
        .thenCompose(fence ->
            store
                .run(noteMaintenance, new Arguments().add(queue).add(0))
                .thenApply(noted -> fence));
  }

  // The list of queues may be on another node than the queue, so it needs the durability itself.
  private CompletionStage<Long> add(String queue, Durability durability) {
    byte[][] keys = store.keys().of(register);
    return store
        .time()
        .send(
            new Arguments().add(queue),
            all -> store.link().runDurably(register, keys, all, durability))
        .thenApply(answer -> ScriptReply.of(register, answer.reply()).number("fence"));
  }

  public CompletionStage<@Nullable Object> remove(String queue) {
    return store.run(unregister, new Arguments().add(queue));
  }

  /** All names, ascending. */
  public CompletionStage<List<String>> names() {
    return names(Long.MAX_VALUE);
  }

  /** The first names, ascending. */
  public CompletionStage<List<String>> names(long most) {
    return store
        .read("ZRANGE", store.keys().queues(), "0", Long.toString(most - 1))
        .thenApply(Registry::texts);
  }

  public static List<String> texts(@Nullable Object answer) {
    List<String> names = new ArrayList<>();
    for (Object name : (List<?>) Objects.requireNonNull(answer)) {
      names.add(new String((byte[]) name, StandardCharsets.UTF_8));
    }
    return names;
  }
}
