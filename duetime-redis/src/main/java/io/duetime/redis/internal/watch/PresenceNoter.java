package io.duetime.redis.internal.watch;

import io.duetime.TimeSource;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Notes in shards, at intervals, that this process watches them and which consumers wait here. */
final class PresenceNoter {
  /** The age at which a note is repeated, in the next turn of its shard. */
  private static final Duration FRESH = Duration.ofSeconds(30);

  /** How long a note counts beyond the rotation, and how long consumers are shown after it. */
  private static final Duration COUNTS = Duration.ofSeconds(60);

  /** Consumers that wait claim every five minutes in any case. */
  private static final Duration PRESENT = Duration.ofMinutes(6);

  private final StoreAccess store;
  private final TimeSource time;
  private final String process;
  private final Script note;

  PresenceNoter(StoreAccess store, TimeSource time, String process) {
    this.store = store;
    this.time = time;
    this.process = process;
    this.note = store.script("note_watch");
  }

  /**
   * Makes the notes that are missing or old; completes, never with a failure, when that is done.
   *
   * @param turns the number of turns, of a second each, until the next turn of a shard
   */
  CompletionStage<?> noteWhereDue(List<WatchedShard> shards, int turns) {
    long now = time.nanoTime();
    List<WatchedShard> due = shards.stream().filter(shard -> isDue(shard, now)).toList();
    if (due.isEmpty()) {
      return Stages.done(true);
    }
    List<ScriptCall> calls = due.stream().map(shard -> call(shard, now, turns)).toList();
    return Stages.receiveAll(
        due,
        store.link().runTogether(calls),
        (shard, answer, failure) -> {
          if (failure == null) {
            shard.noted(now);
          }
        });
  }

  private static boolean isDue(WatchedShard shard, long now) {
    OptionalLong noted = shard.notedAtNanos();
    return noted.isEmpty() || now - noted.getAsLong() >= FRESH.toNanos();
  }

  private ScriptCall call(WatchedShard shard, long now, int turns) {
    Duration rotation = Duration.ofSeconds(turns);
    List<String> consumers = shard.queue().consumersSince(now - PRESENT.toNanos());
    Arguments arguments =
        new Arguments()
            .add(process)
            .add(COUNTS.plus(rotation).toMillis())
            .add(turns > 1 ? rotation.toMillis() : 0)
            .add(consumers.size());
    consumers.forEach(arguments::add);
    byte[][] keys = shard.keys().of(note);
    return store.time().send(arguments, all -> new ScriptCall(note, keys, all));
  }
}
