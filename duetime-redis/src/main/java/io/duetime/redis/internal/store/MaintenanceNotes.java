package io.duetime.redis.internal.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in the store when queues need maintenance at the latest. A note of a queue is repeated only
 * when its moment has come. Thread safe.
 */
public final class MaintenanceNotes {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceNotes.class);
  private static final int MANY = 100_000;

  private final RedisStore store;
  private final ConcurrentMap<String, Long> told = new ConcurrentHashMap<>();

  public MaintenanceNotes(RedisStore store) {
    this.store = store;
  }

  /** Notes the moment at which an answer asks for maintenance, if its script tells one. */
  void hear(String queue, ScriptReply answer) {
    long moment = answer.has("maintenance") ? answer.number("maintenance") : -1;
    if (moment >= 0) {
      note(queue, answer.number("now"), moment);
    }
  }

  /** A queue needs maintenance at this moment at the latest. */
  public void note(String queue, long now, long moment) {
    Long before = told.get(queue);
    if (before != null && before <= moment && before > now) {
      return;
    }
    if (told.size() >= MANY) {
      told.clear();
    }
    told.put(queue, moment);
    // Sent before the caller's next call. If it is lost, a claim does the same work.
    store
        .run("note_maintenance", Arguments.of(queue, moment))
        .whenComplete((answer, failure) -> {
          if (failure != null) {
            told.remove(queue, moment);
            LOG.debug("Could not note that {} needs maintenance at {}", queue, moment, failure);
          }
        });
  }

  /** Forgets all notes: a store that was away may have lost them. */
  public void forgetAll() {
    told.clear();
  }

  public void forget(String queue) {
    told.remove(queue);
  }
}
