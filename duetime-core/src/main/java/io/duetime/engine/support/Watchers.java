package io.duetime.engine.support;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows who watches which queue. Thread safe. */
public final class Watchers {
  private static final Logger LOG = LoggerFactory.getLogger(Watchers.class);

  private final ConcurrentMap<String, List<Watcher>> byQueue = new ConcurrentHashMap<>();

  /** Lets a watcher hear of a queue until the subscription is closed. */
  public Watcher.Subscription add(String queue, Watcher watcher) {
    // A wrapper of its own lets the same watcher subscribe twice and leave twice.
    Watcher mine = signal -> watcher.signal(signal);
    byQueue.compute(
        queue,
        (name, known) -> {
          List<Watcher> watchers = known == null ? new CopyOnWriteArrayList<>() : known;
          watchers.add(mine);
          return watchers;
        });
    return () -> remove(queue, mine);
  }

  private void remove(String queue, Watcher mine) {
    byQueue.computeIfPresent(
        queue,
        (name, watchers) -> {
          watchers.remove(mine);
          return watchers.isEmpty() ? null : watchers;
        });
  }

  /**
   * Tells the watchers of a queue with one shard that jobs may be claimable from a moment on;
   * {@link ClaimResult#NEVER} tells nothing.
   */
  public void tellEarlier(String queue, long moment) {
    if (moment != ClaimResult.NEVER) {
      tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.EARLIER, moment));
    }
  }

  /** Tells the watchers of a queue with one shard that a running job was cancelled. */
  public void tellCancelRequested(String queue) {
    tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.CANCEL_REQUESTED, ClaimResult.NEVER));
  }

  /** Tells all watchers of the signal's queue. */
  public void tell(Watcher.Signal signal) {
    for (Watcher watcher : byQueue.getOrDefault(signal.queue(), List.of())) {
      try {
        watcher.signal(signal);
      } catch (RuntimeException failure) {
        LOG.warn(
            "A watcher of queue {} failed; other watchers are still notified",
            signal.queue(),
            failure);
      }
    }
  }
}
