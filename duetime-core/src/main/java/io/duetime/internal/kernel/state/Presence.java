package io.duetime.internal.kernel.state;

import io.duetime.engine.ConsumerPresence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers for a minute which consumers have asked a queue for jobs. */
public final class Presence {
  private static final long KEPT_MILLIS = 60_000;
  private static final int MANY = 1_000;

  private final Map<String, Long> lastSeen = new HashMap<>();

  public void asks(String consumer, long now) {
    if (lastSeen.size() >= MANY && !lastSeen.containsKey(consumer)) {
      forgetGone(now);
    }
    // Also an earlier moment: the clock may have been set back.
    lastSeen.put(consumer, now);
  }

  /** A consumer has asked a shard at a moment; the latest of all shards counts. */
  public void seen(String consumer, long moment) {
    lastSeen.merge(consumer, moment, Math::max);
  }

  public boolean hasConsumers(long now) {
    forgetGone(now);
    return !lastSeen.isEmpty();
  }

  /** The consumers by name, with how many jobs each runs. */
  public List<ConsumerPresence> list(long now, Map<String, Long> running) {
    forgetGone(now);
    List<ConsumerPresence> consumers = new ArrayList<>(lastSeen.size());
    lastSeen.forEach((name, at) ->
        consumers.add(
            new ConsumerPresence(name, Math.min(now, at), running.getOrDefault(name, 0L))));
    consumers.sort((a, b) -> a.name().compareTo(b.name()));
    return consumers;
  }

  private void forgetGone(long now) {
    lastSeen.values().removeIf(at -> now - at > KEPT_MILLIS);
  }
}
