package io.duetime.redis.internal.script;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The scripts of the engine by name. Thread safe. */
public final class Scripts {
  /** Those that may be asked how durable their writes are. */
  public static final List<String> DURABLE =
      List.of("ack", "cancel", "import", "reschedule", "schedule", "settle");

  private final ScriptLoader loader;
  private final Map<String, Script> byName = new ConcurrentHashMap<>();
  private final Map<String, Script> marked = new ConcurrentHashMap<>();

  /** Those that go by a clock. */
  public Scripts(ScriptLoader.Time time) {
    this.loader = new ScriptLoader(time);
  }

  /** The script of a name. */
  public Script get(String name) {
    return byName.computeIfAbsent(name, loader::load);
  }

  /** The same script, in a form that always writes. */
  public Script marked(String name) {
    if (!DURABLE.contains(name)) {
      throw new IllegalArgumentException("script " + name + " is not asked how durable it is");
    }
    return marked.computeIfAbsent(name, loader::loadMarked);
  }
}
