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
          "beat",
          "cancel",
          "change",
          "claim",
          "claim_by_id",
          "configure",
          "copied",
          "copies",
          "counts",
          "delete_shard",
          "explain",
          "find",
          "forget_upkeep",
          "list",
          "list_leased",
          "list_tagged",
          "maintain",
          "note_upkeep",
          "open",
          "put_recurring",
          "recurring",
          "register",
          "remove_recurring",
          "reschedule",
          "reserve_numbers",
          "schedule",
          "set_aside",
          "settings",
          "settle",
          "tick",
          "timeline",
          "unregister",
          "upkeep_done");

  private final Map<String, Script> byName;

  private Scripts(Map<String, Script> byName) {
    this.byName = byName;
  }

  /** Loads them all. */
  public static Scripts load(ScriptLoader.Time time) {
    ScriptLoader loader = new ScriptLoader(time);
    return new Scripts(
        NAMES.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), loader::load)));
  }

  /** The script of a name. */
  public Script get(String name) {
    Script script = byName.get(name);
    if (script == null) {
      throw new IllegalArgumentException("there is no script " + name);
    }
    return script;
  }
}
