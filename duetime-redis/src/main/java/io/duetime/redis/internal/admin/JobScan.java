package io.duetime.redis.internal.admin;

import io.duetime.engine.ShardId;
import io.duetime.id.IdSet;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Scans all jobs of a queue while work goes on. A scan of a shard shows each job that stays in it
 * at least once. A job that leaves a shard meanwhile is carried to a newer epoch. So older epochs
 * are scanned first, jobs on their way are shown after the scan of their shard, and epochs that are
 * published meanwhile are scanned last. An id is shown once.
 */
final class JobScan implements Transfer.JobWalk {
  private static final String BEGINNING = "0";
  private static final Transfer.Page NOTHING = new Transfer.Page(List.of(), 0, false);
  private static final Transfer.Page END = new Transfer.Page(List.of(), 0, true);

  private final RedisStore store;
  private final String queue;
  private final Set<ShardId> done = new HashSet<>();
  private final IdSet seen = new IdSet();
  private @Nullable Place place;

  JobScan(RedisStore store, String queue) {
    this.store = store;
    this.queue = queue;
  }

  /**
   * Where the scan of a shard continues.
   *
   * @param run the server's run that gave the cursor
   * @param isThrough whether all jobs were shown, apart from those on their way
   */
  private record Place(ShardId shard, String cursor, String run, boolean isThrough) {}

  @Override
  public CompletionStage<Transfer.Page> next(int limit) {
    return place == null ? begin() : place.isThrough ? showLeaving(place) : scan(place, limit);
  }

  /** Continues with the oldest remaining shard of the current epochs. */
  private CompletionStage<Transfer.Page> begin() {
    return store
        .freshShards(queue)
        .thenApply(shards -> {
          Optional<ShardId> next =
              shards.all().stream().filter(shard -> !done.contains(shard)).min(QueueShards.ORDER);
          next.ifPresent(shard -> place = new Place(shard, BEGINNING, "", false));
          return next.isPresent() ? NOTHING : END;
        });
  }

  private CompletionStage<Transfer.Page> scan(Place from, int limit) {
    Arguments arguments = Arguments.of(from.cursor, from.run, limit);
    return store
        .ifThere(store.shard(queue, from.shard), "export", arguments)
        .thenApply(answer -> {
          String cursor = answer.map(reply -> reply.text("cursor")).orElse(BEGINNING);
          String run = answer.map(reply -> reply.text("run")).orElse("");
          place = new Place(from.shard, cursor, run, cursor.equals(BEGINNING));
          return answer.map(reply -> page(reply, false)).orElse(NOTHING);
        });
  }

  private CompletionStage<Transfer.Page> showLeaving(Place from) {
    return store
        .ifThere(store.shard(queue, from.shard), "leaving", new Arguments())
        .thenApply(answer -> {
          done.add(from.shard);
          place = null;
          return answer.map(reply -> page(reply, true)).orElse(NOTHING);
        });
  }

  private Transfer.Page page(ScriptReply reply, boolean areLeaving) {
    List<StoreEntry.Job> jobs = new ArrayList<>();
    int unreadable = 0;
    for (ScriptReply row : reply.each()) {
      // A job that was set aside and is on its way has no state.
      if ((areLeaving && row.bytes("state").length == 0) || !seen.add(row.text("id"))) {
        continue;
      }
      try {
        add(jobs, read(row, areLeaving), reply.number("now"));
      } catch (DamagedRecordException malformed) {
        unreadable++;
      }
    }
    return new Transfer.Page(jobs, unreadable, false);
  }

  private static WholeJob read(ScriptReply row, boolean isLeaving) {
    return StoredJobCodec.read(
        row.text("id"),
        row.bytes("record"),
        row.bytes("state"),
        isLeaving ? 0 : row.number("moment"));
  }

  private void add(List<StoreEntry.Job> jobs, WholeJob job, long now) {
    if (!job.head().isForgottenAt(now)) {
      jobs.add(new StoreEntry.Job(queue, job));
    }
  }
}
