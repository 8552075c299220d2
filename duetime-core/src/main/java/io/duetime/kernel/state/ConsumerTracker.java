package io.duetime.kernel.state;

import io.duetime.QueueConsumer;
import io.duetime.kernel.job.Explanations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers for a minute which consumers have asked a queue for jobs. */
public final class ConsumerTracker {
  private static final long KEPT_MILLIS = 60_000;
  private static final int MANY = 1_000;

  private final Map<String, Long> lastSeen = new HashMap<>();

  public void recordCall(String consumer, long now) {
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

  /** The consumers that have asked or run a job, by name. */
  public List<QueueConsumer> list(long now, List<Explanations.RunningJob> running) {
    forgetGone(now);
    Map<String, Long> lastSigns = new HashMap<>(lastSeen);
    Map<String, Long> counts = new HashMap<>();
    running.forEach(job -> {
      lastSigns.merge(job.consumer(), job.since(), Math::max);
      counts.merge(job.consumer(), 1L, Long::sum);
    });
    List<QueueConsumer> consumers = new ArrayList<>(lastSigns.size());
    lastSigns.forEach((name, at) ->
        consumers.add(
            new QueueConsumer(
                name, Instant.ofEpochMilli(Math.min(now, at)), counts.getOrDefault(name, 0L))));
    consumers.sort((a, b) -> a.name().compareTo(b.name()));
    return consumers;
  }

  private void forgetGone(long now) {
    lastSeen.values().removeIf(at -> now - at > KEPT_MILLIS);
  }
}
