package io.duetime.redis.internal.watch;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the watchers of one queue were told last, and which of what is heard is news to them.
 *
 * <p>All claims from a shard are numbered. What is heard of a claim that came before the last one
 * of this process says nothing that its answer did not say. What is heard of claims while one of
 * this process is under way waits for the answer, without which nobody knows which of the two was
 * later; anything else counts besides the answer.
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
  private long lastNow;

  private record News(ShardId shard, Message message) {}

  private static final class Known {
    long comeBackAt = ClaimResult.NEVER;
    long ownClaim;

    /** How often it has answered claims of this process, and how many it is to answer. */
    long answers;

    int asked;

    /** The earliest moment heard of since the first of those was asked. */
    long heardSince = ClaimResult.NEVER;

    // It may have been forgotten meanwhile.
    void isNotAsked() {
      asked = Math.max(0, asked - 1);
    }

    void earlier(long moment) {
      comeBackAt = Math.min(comeBackAt, moment);
      heardSince = Math.min(heardSince, moment);
    }
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
      public long comeBackAt(ShardId shard) {
        return toldBy(shard);
      }

      @Override
      public long lastNow() {
        return latestNow();
      }

      @Override
      public void asks(ShardId shard) {
        asked(shard);
      }

      @Override
      public void answered(ShardId shard, long now, long number, long comeBackAt) {
        claimed(shard, now, number, comeBackAt);
      }

      @Override
      public void unanswered(ShardId shard) {
        notClaimed(shard);
      }

      @Override
      public void ended() {
        claimEnded();
      }
    };
  }

  private synchronized long toldBy(ShardId shard) {
    Known known = shards.get(shard);
    return known == null || known.answers == 0 ? 0 : known.comeBackAt;
  }

  private synchronized long latestNow() {
    return lastNow;
  }

  private synchronized void asked(ShardId shard) {
    Known known = known(shard);
    if (known.asked++ == 0) {
      known.heardSince = ClaimResult.NEVER;
    }
  }

  private synchronized void claimed(ShardId shard, long now, long number, long comeBackAt) {
    Known known = known(shard);
    known.isNotAsked();
    known.answers++;
    known.ownClaim = number;
    known.comeBackAt = Math.min(comeBackAt, known.heardSince);
    lastNow = Math.max(lastNow, now);
  }

  private synchronized void notClaimed(ShardId shard) {
    known(shard).isNotAsked();
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
      if (message.isOfClaim()) {
        // Only the newest claim of others counts, and a process that claims all the time keeps no
        // heap.
        waiting.removeIf(older -> older.shard.equals(shard) && older.message.isOfClaim());
      } else {
        lowerWaiting(shard, message.comeBackAt());
      }
      waiting.add(new News(shard, message));
    }
    deliver();
  }

  // What a claim has come to that waits to be told is older than what was heard after it.
  private void lowerWaiting(ShardId shard, long moment) {
    List<News> older = new ArrayList<>(waiting);
    waiting.clear();
    for (News news : older) {
      boolean isLowered = news.shard.equals(shard) && news.message.isOfClaim();
      waiting.add(isLowered ? new News(shard, news.message.notAfter(moment)) : news);
    }
  }

  /** How often a shard has answered claims: handed to {@link #beat} with what was asked then. */
  public synchronized long answers(ShardId shard) {
    return known(shard).answers;
  }

  /**
   * A shard was asked when to come back. What has been ready and was not taken is news at all
   * times; what a claim from that shard has answered meanwhile is newer.
   *
   * @param answersBefore what {@link #answers} was when it was asked
   * @param lastClaim the number of the last claim
   */
  public void beat(ShardId shard, long answersBefore, long lastClaim, long now, long comeBackAt) {
    synchronized (this) {
      Known known = known(shard);
      if (known.asked > 0 || known.answers != answersBefore) {
        return;
      }
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
      known.earlier(moment);
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
