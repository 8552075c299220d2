package io.duetime.redis.internal.watch;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import io.duetime.redis.internal.watch.WatchedQueue.WatchedShard;
import io.duetime.redis.internal.watch.WatchedQueue.WatchedShard.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A watched queue, with its shards and the consumers that claim from it. Thread safe. */
final class WatchedQueue {
  private final String name;
  private final RedisStore store;
  private final WatchedNodes nodes;
  private final Consumer<Watcher.Signal> watchers;

  // Guarded by this.
  private final Map<ShardId, WatchedShard> shards = new HashMap<>();
  private final Map<String, Long> consumers = new HashMap<>();
  private boolean closed;

  /** The number of its watchers; guarded by {@link WakeUps}. */
  int count;

  WatchedQueue(
      String name, RedisStore store, WatchedNodes nodes, Consumer<Watcher.Signal> watchers) {
    this.name = name;
    this.store = store;
    this.nodes = nodes;
    this.watchers = watchers;
  }

  /** Passes a message of one of its shards to the watchers. */
  void tell(ShardId shard, Message message) {
    watchers.accept(message.signal(name, shard));
  }

  /** Reads the shards again after a new epoch; the shard map reports the change. */
  void relearn() {
    store.freshShards(name);
  }

  /** Learns the live epochs that the home shard has told. */
  void learn(@Nullable Object epochs) {
    String text = epochs instanceof byte[] told ? new String(told, StandardCharsets.US_ASCII) : "";
    store.shards().learn(name, text);
  }

  /** Subscribes to all its shards as soon as they are known. */
  void listen() {
    store
        .shardsOf(name)
        .whenComplete((all, failure) -> {
          if (all != null) {
            listen(all);
          } else {
            nodes.later(this::listenUnlessClosed);
          }
        });
  }

  private void listenUnlessClosed() {
    if (!isClosed()) {
      listen();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void listen(QueueShards all) {
    if (closed) {
      return;
    }
    for (ShardId shard : all.all()) {
      if (!shards.containsKey(shard)) {
        WatchedShard fresh = new WatchedShard(this, store.shard(name, shard), nodes);
        nodes.add(fresh);
        shards.put(shard, fresh);
      }
    }
    shards
        .values()
        .removeIf(shard -> {
          boolean isLeft = !all.contains(shard.keys().shard());
          if (isLeft) {
            nodes.remove(shard);
          }
          return isLeft;
        });
  }

  synchronized void claimedBy(String consumer, long nanos) {
    consumers.put(consumer, nanos);
  }

  synchronized List<String> consumersSince(long nanos) {
    consumers.values().removeIf(last -> last - nanos < 0);
    return new ArrayList<>(consumers.keySet());
  }

  synchronized void close() {
    closed = true;
    shards.values().forEach(nodes::remove);
    shards.clear();
  }

  /**
   * A shard of a watched queue: passes the news of its channel and its checks to the queue. Thread
   * safe.
   */
  static final class WatchedShard implements RedisLink.ChannelListener {
    private static final byte NEW_EPOCH = 'S';

    private static final Logger LOG = LoggerFactory.getLogger(WatchedShard.class);

    private final WatchedQueue queue;
    private final ShardKeys keys;
    private final WatchedNodes nodes;

    /** The subscription to its channel; guarded by the node that has the shard. */
    RedisLink.@Nullable Subscription channel;

    private volatile OptionalLong notedAtNanos = OptionalLong.empty();

    /**
     * Reports to a queue.
     *
     * @param nodes check the shard when messages may have been missed
     */
    WatchedShard(WatchedQueue queue, ShardKeys keys, WatchedNodes nodes) {
      this.queue = queue;
      this.keys = keys;
      this.nodes = nodes;
    }

    WatchedQueue queue() {
      return queue;
    }

    ShardKeys keys() {
      return keys;
    }

    /** When the store was last told that this process watches; empty if not yet. */
    OptionalLong notedAtNanos() {
      return notedAtNanos;
    }

    void noted(long nanos) {
      notedAtNanos = OptionalLong.of(nanos);
    }

    @Override
    public void subscribed() {
      nodes.soon(this);
      // Of what was cancelled before, no message came.
      queue.tell(keys.shard(), Message.CANCEL_REQUESTED);
    }

    @Override
    public void message(byte[] payload) {
      if (payload.length > 0 && payload[0] == NEW_EPOCH) {
        queue.relearn();
        return;
      }
      Optional<Message> message = Message.read(payload);
      if (message.isPresent()) {
        queue.tell(keys.shard(), message.get());
      } else {
        LOG.debug(
            "A message of {} that this version does not understand: {}",
            keys.queue(),
            new String(payload, StandardCharsets.UTF_8));
      }
    }

    /**
     * Receives the answer to a check, or its failure: the moment when claimers have to come back,
     * null if no claimer was told one, and the live epochs of a home shard.
     */
    void checked(@Nullable Object answer, @Nullable Throwable failure) {
      if (!(answer instanceof List<?> fields)) {
        LOG.debug("A shard of {} could not be checked", keys.queue(), failure);
        return;
      }
      if (keys.shard().epoch() == 0) {
        queue.learn(fields.get(1));
      }
      if (fields.get(0) != null) {
        Message message = Message.earlier(PlainReply.number(fields.get(0)));
        if (message.comeBackAt() < ClaimResult.NEVER) {
          queue.tell(keys.shard(), message);
        }
      }
    }

    /**
     * A message on a shard's channel, as {@code docs/formats/redis.md} has it.
     *
     * @param kind what it tells
     * @param claim the number of the claim it is about; 0 for EARLIER and CANCEL_REQUESTED
     * @param comeBackAt the moment to come back; NEVER for CANCEL_REQUESTED
     */
    record Message(Watcher.Kind kind, long claim, long comeBackAt) {
      private static final long SCRIPTS_NEVER = (1L << 53) - 1;
      private static final Message CANCEL_REQUESTED =
          new Message(Watcher.Kind.CANCEL_REQUESTED, 0, ClaimResult.NEVER);
      private static final Pattern EARLIER = Pattern.compile("E(\\d{1,16})");
      private static final Pattern CLAIM = Pattern.compile("([PH])(\\d{1,16}) (\\d{1,16})");

      /** Decodes a message; empty if this version does not understand it. */
      static Optional<Message> read(byte[] payload) {
        String text = new String(payload, StandardCharsets.US_ASCII);
        if (text.equals("C")) {
          return Optional.of(CANCEL_REQUESTED);
        }
        Matcher earlier = EARLIER.matcher(text);
        if (earlier.matches()) {
          return Optional.of(earlier(Long.parseLong(earlier.group(1))));
        }
        Matcher claim = CLAIM.matcher(text);
        if (!claim.matches()) {
          return Optional.empty();
        }
        Watcher.Kind kind =
            claim.group(1).equals("P") ? Watcher.Kind.PROGRESS : Watcher.Kind.HANDED_ON;
        long number = Long.parseLong(claim.group(2));
        return Optional.of(new Message(kind, number, moment(Long.parseLong(claim.group(3)))));
      }

      /** The message of a shard whose claimers have to come back at a moment. */
      static Message earlier(long moment) {
        return new Message(Watcher.Kind.EARLIER, 0, moment(moment));
      }

      private static long moment(long moment) {
        return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
      }

      /** The signal to watchers with the same content. */
      Watcher.Signal signal(String queue, ShardId shard) {
        return new Watcher.Signal(queue, shard, kind, comeBackAt, claim);
      }
    }
  }

  /**
   * Notes in shards, at intervals, that this process watches them and which consumers wait here.
   */
  record PresenceNoter(RedisStore store, TimeSource time, String process) {
    /** The age at which a note is repeated, in the next turn of its shard. */
    private static final Duration FRESH = Duration.ofSeconds(30);

    /** How long a note counts beyond the rotation, and how long consumers are shown after it. */
    private static final Duration COUNTS = Duration.ofSeconds(60);

    /** Consumers that wait claim every five minutes in any case. */
    private static final Duration PRESENT = Duration.ofMinutes(6);

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
      long pause = turns > 1 ? rotation.toMillis() : 0;
      Arguments arguments =
          Arguments.of(process, COUNTS.plus(rotation).toMillis(), pause).addAll(consumers);
      return store.scriptCall(shard.keys(), "note_watch", arguments);
    }
  }
}
