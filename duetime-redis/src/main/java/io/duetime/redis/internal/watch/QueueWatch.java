package io.duetime.redis.internal.watch;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the watchers of one queue were told last, and which of what is heard is news to them.
 *
 * <p>All claims from a shard are numbered. What is heard of a claim that came before the last one
 * of this process says nothing that its answer did not say. What is heard while a claim of this
 * process is under way waits for the answer, without which nobody knows which of the two was later.
 *
 * <p>Thread safe. Signals are given one at a time, in order, and without any lock held.
 */
public final class QueueWatch {
  private final String queue;
  private final Consumer<Watcher.Signal> watchers;
  private final AtomicInteger deliveries = new AtomicInteger();

  // Guarded by this.
  private final Map<ShardId, Known> shards = new HashMap<>();
  private final Queue<News> waiting = new ArrayDeque<>();
  private int underWay;
  private long answers;

  private record News(ShardId shard, Message message) {}

  private static final class Known {
    long comeBackAt = ClaimResult.NEVER;
    long ownClaim;
  }

  /** Of a queue, for watchers. */
  public QueueWatch(String queue, Consumer<Watcher.Signal> watchers) {
    this.queue = queue;
    this.watchers = watchers;
  }

  /** A claim of this process begins. */
  public OwnClaim claim() {
    synchronized (this) {
      underWay++;
    }
    return new OwnClaim() {
      @Override
      public boolean isWatched() {
        return true;
      }

      @Override
      public void answered(ShardId shard, long number, long comeBackAt) {
        claimed(shard, number, comeBackAt);
      }

      @Override
      public void ended() {
        claimEnded();
      }
    };
  }

  private synchronized void claimed(ShardId shard, long number, long comeBackAt) {
    Known known = known(shard);
    known.ownClaim = number;
    known.comeBackAt = comeBackAt;
    answers++;
  }

  private void claimEnded() {
    synchronized (this) {
      underWay--;
    }
    deliver();
  }

  /** A message was heard on the channel of a shard. */
  public void hear(ShardId shard, Message message) {
    synchronized (this) {
      waiting.removeIf(older -> older.shard.equals(shard) && isOutdated(older.message, message));
      waiting.add(new News(shard, message));
    }
    deliver();
  }

  // Only the newest claim of others counts, and a process that claims all the time keeps no heap.
  private static boolean isOutdated(Message older, Message newer) {
    return older.isOfClaim() && newer.isOfClaim();
  }

  /** How often claims have been answered: handed to {@link #beat} with what was asked then. */
  public synchronized long answers() {
    return answers;
  }

  /**
   * A shard was asked when to come back. What has been ready and was not taken is news at all
   * times; what a claim has answered meanwhile is newer.
   *
   * @param answersBefore what {@link #answers} was when it was asked
   * @param lastClaim the number of the last claim
   */
  public void beat(ShardId shard, long answersBefore, long lastClaim, long now, long comeBackAt) {
    synchronized (this) {
      if (underWay > 0 || answers != answersBefore) {
        return;
      }
      Known known = known(shard);
      // A failover may have lost claims: then numbers are given anew.
      known.ownClaim = Math.min(known.ownClaim, lastClaim);
      if (comeBackAt >= known.comeBackAt && comeBackAt > now) {
        return;
      }
      waiting.add(new News(shard, new Message(Watcher.Kind.EARLIER, 0, comeBackAt)));
    }
    deliver();
  }

  /** A shard is gone: nobody has to come back to it. */
  public synchronized void forget(ShardId shard) {
    shards.remove(shard);
  }

  private Known known(ShardId shard) {
    return shards.computeIfAbsent(shard, fresh -> new Known());
  }

  private void deliver() {
    if (deliveries.getAndIncrement() > 0) {
      return;
    }
    do {
      for (Watcher.Signal signal = next(); signal != null; signal = next()) {
        watchers.accept(signal);
      }
    } while (deliveries.decrementAndGet() > 0);
  }

  private synchronized Watcher.@Nullable Signal next() {
    for (Iterator<News> all = waiting.iterator(); all.hasNext(); ) {
      News news = all.next();
      if (news.message.isOfClaim() && underWay > 0) {
        continue;
      }
      all.remove();
      Known known = known(news.shard);
      if (!news.message.isOfClaim() || news.message.claim() > known.ownClaim) {
        return signal(news, known);
      }
    }
    return null;
  }

  private Watcher.Signal signal(News news, Known known) {
    Message message = news.message;
    long moment = message.comeBackAt();
    if (message.isOfClaim()) {
      known.comeBackAt = moment;
      moment = earliest();
    } else {
      known.comeBackAt = Math.min(known.comeBackAt, moment);
    }
    return new Watcher.Signal(queue, news.shard, message.kind(), moment);
  }

  /** A claim from one shard says nothing of the others. */
  private long earliest() {
    return shards.values().stream()
        .mapToLong(known -> known.comeBackAt)
        .min()
        .orElse(ClaimResult.NEVER);
  }
}
