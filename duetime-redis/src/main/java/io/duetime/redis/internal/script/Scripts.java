package io.duetime.redis.internal.script;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All scripts of the engine, by name. Immutable. */
public final class Scripts {
  /** The files there are, and no others: a test holds them together. */
  public static final List<String> NAMES =
      List.of(
          "ack",
          "acquire",
          "adopt",
          "begin_deletion",
          "cancel",
          "change",
          "claim",
          "claim_by_id",
          "configure",
          "copied",
          "copies",
          "counts",
          "delete_shard",
          "drop_epoch",
          "epochs",
          "explain",
          "extend_permits",
          "find",
          "forget_upkeep",
          "leaving",
          "let_go",
          "list",
          "list_leased",
          "list_tagged",
          "maintain",
          "note_upkeep",
          "note_watch",
          "open",
          "put_recurring",
          "recurring",
          "register",
          "reschedule",
          "reserve_numbers",
          "retire",
          "return_permits",
          "schedule",
          "set_aside",
          "settings",
          "settle",
          "sweep",
          "take_out",
          "take_settings",
          "tick",
          "timeline",
          "unregister",
          "upkeep_done",
          "upkeep_due");

  /** Those that may be asked how durable their writes are. */
  public static final List<String> DURABLE =
      List.of("ack", "cancel", "reschedule", "schedule", "settle");

  private final Map<String, Script> byName;
  private final Map<String, Script> marked;

  private Scripts(Map<String, Script> byName, Map<String, Script> marked) {
    this.byName = byName;
    this.marked = marked;
  }

  /** Loads them all. */
  public static Scripts load(ScriptLoader.Time time) {
    ScriptLoader loader = new ScriptLoader(time);
    return new Scripts(all(NAMES, loader::load), all(DURABLE, loader::loadMarked));
  }

  private static Map<String, Script> all(List<String> names, Function<String, Script> load) {
    return names.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), load));
  }

  /** The script of a name. */
  public Script get(String name) {
    return from(byName, name);
  }

  /** The same script, as one that writes something in any case. */
  public Script marked(String name) {
    return from(marked, name);
  }

  private static Script from(Map<String, Script> scripts, String name) {
    Script script = scripts.get(name);
    if (script == null) {
      throw new IllegalArgumentException("there is no script " + name);
    }
    return script;
  }
}
