package io.duetime.internal.kernel;

import io.duetime.engine.ConsumerPresence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers for a minute who has asked a queue for jobs. */
final class Presence {
  private static final long KEPT_MILLIS = 60_000;
  private static final int MANY = 1_000;

  private final Map<String, Long> lastSeen = new HashMap<>();

  void seen(String consumer, long now) {
    if (lastSeen.size() >= MANY && !lastSeen.containsKey(consumer)) {
      forgetGone(now);
    }
    lastSeen.put(consumer, now);
  }

  boolean isAnybodyThere(long now) {
    forgetGone(now);
    return !lastSeen.isEmpty();
  }

  List<ConsumerPresence> list(long now, Map<String, Long> running) {
    forgetGone(now);
    List<ConsumerPresence> consumers = new ArrayList<>(lastSeen.size());
    lastSeen.forEach((name, at) ->
        consumers.add(new ConsumerPresence(name, at, running.getOrDefault(name, 0L))));
    consumers.sort((a, b) -> a.name().compareTo(b.name()));
    return consumers;
  }

  private void forgetGone(long now) {
    lastSeen.values().removeIf(at -> now - at > KEPT_MILLIS);
  }
}
