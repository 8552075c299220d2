package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks once a second, for all watched shards together, when to come back. That is what makes good
 * every message that was lost, whatever lost it. Now and then it notes that this process watches,
 * and who waits here. Thread safe.
 */
final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int BEATS_PER_NOTE = 20;

  /** Those who wait claim once a minute in any case. */
  private static final Duration PRESENT = Duration.ofSeconds(130);

  private final Store store;
  private final TimeSource time;
  private final Script beat;
  private final Supplier<List<WatchedShard>> watched;
  private final String process = UUID.randomUUID().toString();

  // Guarded by this.
  private @Nullable Timer timer;
  private boolean soon;
  private boolean closed;
  private int beats;

  Heartbeat(Store store, TimeSource time, Supplier<List<WatchedShard>> watched) {
    this.store = store;
    this.time = time;
    this.beat = store.script("beat");
    this.watched = watched;
  }

  /** Something is watched: from now on it beats, silently while nothing is. */
  synchronized void start() {
    if (timer == null) {
      arm(PERIOD);
    }
  }

  /** Messages may have been missed: it beats at once. */
  synchronized void soon() {
    if (timer != null && !soon) {
      timer.cancel();
      soon = true;
      arm(Duration.ZERO);
    }
  }

  synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  private void arm(Duration delay) {
    if (!closed) {
      timer = time.after(delay, this::beat);
    }
  }

  private void beat() {
    boolean isNoting;
    synchronized (this) {
      soon = false;
      arm(PERIOD);
      isNoting = beats++ % BEATS_PER_NOTE == 0;
    }
    List<WatchedShard> shards = watched.get();
    // One whose last beat is not answered yet is asked by the link until it is.
    shards.removeIf(shard -> shard.beating);
    if (!shards.isEmpty()) {
      send(shards, isNoting);
    }
  }

  private void send(List<WatchedShard> shards, boolean isNoting) {
    long[] before =
        shards.stream()
            .mapToLong(shard -> shard.queue().watch().answers(shard.keys().shard()))
            .toArray();
    shards.forEach(shard -> shard.beating = true);
    List<CompletionStage<@Nullable Object>> answers =
        store.link().runTogether(calls(shards, isNoting));
    for (int i = 0; i < answers.size(); i++) {
      WatchedShard shard = shards.get(i);
      long answersBefore = before[i];
      answers
          .get(i)
          .whenComplete((answer, failure) -> {
            shard.beating = false;
            if (failure == null) {
              shard.noted();
              heard(shard, answersBefore, new Reply(answer, Durability.Reached.NOTHING));
            } else {
              LOG.debug("No beat for {}", shard.keys().queue(), failure);
            }
          });
    }
  }

  private List<ScriptCall> calls(List<WatchedShard> shards, boolean isNoting) {
    List<ScriptCall> calls = new ArrayList<>(shards.size());
    for (WatchedShard shard : shards) {
      byte[][] keys = shard.keys().of(beat);
      Arguments arguments = arguments(shard, isNoting || !shard.isNoted());
      calls.add(store.time().send(arguments, all -> new ScriptCall(beat, keys, all)));
    }
    return calls;
  }

  private Arguments arguments(WatchedShard shard, boolean isNoting) {
    if (!isNoting) {
      return new Arguments().add("").add(0);
    }
    List<String> consumers = shard.queue().consumersSince(time.nanoTime() - PRESENT.toNanos());
    Arguments arguments = new Arguments().add(process).add(consumers.size());
    consumers.forEach(arguments::add);
    return arguments;
  }

  private void heard(WatchedShard shard, long answersBefore, Reply reply) {
    long now = reply.number();
    long comeBackAt = reply.moment();
    long lastClaim = reply.number();
    reply.number();
    if (shard.keys().shard().epoch() == 0) {
      store.shards().learn(shard.keys().queue(), reply.text());
    }
    shard.queue().watch().beat(shard.keys().shard(), answersBefore, lastClaim, now, comeBackAt);
  }
}
