package io.duetime.redis.internal.engine;

import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks upkeep to look at every queue once in a while, so that one whose note was lost is seen to
 * again. All processes share the way over the queues: each turn is one process's. Thread safe.
 */
final class QueueSweeper {
  private static final Logger LOG = LoggerFactory.getLogger(QueueSweeper.class);
  private static final int QUEUES_PER_TURN = 50;
  private static final long PAUSE_MILLIS = 5_000;
  private static final long WHOLE_MILLIS = 120_000;

  private final Store store;
  private final Script sweep;
  private final Script note;
  private volatile long nextAt;

  QueueSweeper(Store store) {
    this.store = store;
    this.sweep = store.script("sweep");
    this.note = store.script("note_upkeep");
  }

  /** Takes a turn if it is time for one; answers whether upkeep has been asked for anything. */
  CompletionStage<Boolean> sweep(long now) {
    if (now < nextAt && nextAt <= now + WHOLE_MILLIS) {
      return Stages.done(false);
    }
    return store
        .run(sweep, new Arguments().add(QUEUES_PER_TURN).add(PAUSE_MILLIS).add(WHOLE_MILLIS))
        .thenCompose(answer -> noteAll(Reply.of(sweep, answer)))
        .exceptionally(failure -> {
          LOG.debug("The sweep over all queues is tried again", failure);
          return false;
        });
  }

  private CompletionStage<Boolean> noteAll(Reply reply) {
    long now = reply.number("now");
    nextAt = reply.number("nextAt");
    List<CompletableFuture<?>> notes = new ArrayList<>();
    for (ReplyPart row : reply.each()) {
      notes.add(
          store.run(note, new Arguments().add(row.text("queue")).add(now)).toCompletableFuture());
    }
    return CompletableFuture.allOf(notes.toArray(CompletableFuture[]::new))
        .thenApply(done -> !notes.isEmpty());
  }
}
