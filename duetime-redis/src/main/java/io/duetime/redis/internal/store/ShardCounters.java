package io.duetime.redis.internal.store;

import io.duetime.Counts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Named counters of shards and their sums; a missing counter is 0. Immutable. */
public record ShardCounters(Map<String, Long> numbers) {
  public static final ShardCounters NOTHING = new ShardCounters(Map.of());

  /** The counters of events, in the order of {@code events.lua}. */
  public static final List<String> EVENTS =
      List.of(
          "scheduled",
          "claimed",
          "acked",
          "retried",
          "leasesLost",
          "died",
          "deadDropped",
          "expired",
          "dropped",
          "cancelled",
          "setAside");

  public ShardCounters {
    numbers = Map.copyOf(numbers);
  }

  /** Reads the counters of one shard: those of events, and the named ones. */
  public static ShardCounters read(ScriptReply reply, List<String> others) {
    List<String> names = new ArrayList<>(EVENTS);
    names.addAll(others);
    Map<String, Long> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, reply.number(name)));
    return new ShardCounters(numbers);
  }

  public long of(String name) {
    return numbers.getOrDefault(name, 0L);
  }

  public ShardCounters plus(ShardCounters other) {
    Map<String, Long> sum = new HashMap<>(numbers);
    other.numbers.forEach((name, number) -> sum.merge(name, number, Long::sum));
    return new ShardCounters(sum);
  }

  public ShardCounters without(List<String> names) {
    Map<String, Long> rest = new HashMap<>(numbers);
    rest.keySet().removeAll(names);
    return new ShardCounters(rest);
  }

  /** The counts of tasks that redrive, which have names with a colon. */
  public Map<String, Long> ofTasks() {
    Map<String, Long> some = new HashMap<>(numbers);
    some.keySet().removeIf(name -> name.indexOf(':') < 0);
    return some;
  }

  public Counts.Events events() {
    return new Counts.Events(
        of("scheduled"),
        of("claimed"),
        of("acked"),
        of("retried"),
        of("leasesLost"),
        of("died"),
        of("deadDropped"),
        of("expired"),
        of("dropped"),
        of("cancelled"),
        of("setAside"));
  }
}
