package io.duetime.redis.internal.admin;

import io.duetime.ConfigureOutcome;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.id.IdSet;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.redis.internal.jobs.JobScheduler;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardOpener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Exports all entries of a store, and imports those of another one. */
public record StoreTransfer(
    RedisStore store,
    JobScheduler scheduler,
    QueueKeeper queues,
    RecurringKeeper recurring,
    NumberKeeper numbers,
    DeadCopyMaker copies)
    implements Transfer {
  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return numbers.entries();
  }

  @Override
  public CompletionStage<List<StoreEntry>> queueEntries(String queue) {
    List<StoreEntry> entries = new ArrayList<>();
    return queueEntry(queue)
        .thenCompose(own -> {
          entries.add(own);
          return recurring.states(queue);
        })
        .thenCompose(states -> {
          states.forEach(state -> entries.add(new StoreEntry.RecurringJob(queue, state)));
          return copies.entries(queue);
        })
        .thenApply(pending -> {
          entries.addAll(pending);
          return entries;
        });
  }

  private CompletionStage<StoreEntry> queueEntry(String queue) {
    return queues
        .settings(queue)
        .thenCompose(settings ->
            store
                .onEach(queue, shard -> store.read("HGET", shard.key("meta"), "fence"))
                // A version counts the changes in one store.
                .thenApply(fences ->
                    new StoreEntry.Queue(
                        queue,
                        settings.toBuilder().anyVersion().build(),
                        fences.stream().mapToLong(PlainReply::numberOr0).max().orElse(0))));
  }

  @Override
  public JobWalk jobs(String queue) {
    return new JobScan(store, queue);
  }

  @Override
  public CompletionStage<List<Boolean>> take(List<StoreEntry> entries) {
    Boolean[] taken = new Boolean[entries.size()];
    List<Integer> jobs = new ArrayList<>();
    CompletionStage<Boolean> all = Stages.done(true);
    for (int i = 0; i < taken.length; i++) {
      int at = i;
      if (entries.get(at) instanceof StoreEntry.Job) {
        jobs.add(at);
      } else {
        all = all.thenCompose(before -> take(entries.get(at)).thenApply(is -> taken[at] = is));
      }
    }
    return all.thenCompose(before -> importJobs(entries, jobs, taken))
        .thenApply(done -> Arrays.asList(taken));
  }

  private CompletionStage<Boolean> take(StoreEntry entry) {
    if (entry instanceof StoreEntry.Queue queue) {
      return takeQueue(queue);
    }
    if (entry instanceof StoreEntry.RecurringJob definition) {
      return recurring
          .edit(
              definition.queue(),
              definition.state().job().name(),
              RecurringEdit.restore(definition.state()))
          .thenApply(result -> result.view().isPresent());
    }
    if (entry instanceof StoreEntry.Copy copy) {
      return copies.take(copy);
    }
    return numbers.take(entry);
  }

  /**
   * Creates the queue, raises the fences of its shards beyond that of the entry, and stores the
   * settings if the queue has the defaults; answers whether it stored them.
   */
  private CompletionStage<Boolean> takeQueue(StoreEntry.Queue entry) {
    return raise(entry)
        .thenCompose(raised -> queues.settings(entry.queue()))
        .thenCompose(settings ->
            !settings.equals(QueueSettings.DEFAULT)
                    || entry.settings().equals(QueueSettings.DEFAULT)
                ? Stages.done(false)
                : configure(entry, settings));
  }

  /** Keeps settings that another caller has changed meanwhile. */
  private CompletionStage<Boolean> configure(StoreEntry.Queue entry, QueueSettings known) {
    QueueSettings.Builder taken = entry.settings().toBuilder().anyVersion();
    known.version().ifPresent(taken::version);
    return queues
        .configure(entry.queue(), taken.build())
        .thenApply(configured -> configured.outcome() == ConfigureOutcome.STORED);
  }

  /** Shards that are opened later begin with the fence of the home shard. */
  private CompletionStage<?> raise(StoreEntry.Queue entry) {
    ShardOpener opener = store.opener();
    return opener
        .open(store.home(entry.queue()), Durability.NONE)
        .thenCompose(opened -> opener.home(entry.queue()))
        .thenCompose(home ->
            Stages.inTurn(
                home.shards().all(),
                shard -> opener.raise(store.shard(entry.queue(), shard), home, entry.fences())));
  }

  private CompletionStage<Boolean> importJobs(
      List<StoreEntry> entries, List<Integer> jobs, Boolean[] taken) {
    if (jobs.isEmpty()) {
      return Stages.done(true);
    }
    List<WholeJob> stored = Calls.each(jobs, at -> ((StoreEntry.Job) entries.get(at)).job());
    String queue = String.valueOf(entries.get(0).queue());
    return recurring
        .exclusive(queue, stored)
        .thenCompose(ticks -> scheduler.importJobs(queue, stored, ticks))
        .thenApply(results -> {
          for (int i = 0; i < jobs.size(); i++) {
            taken[jobs.get(i)] = isNew(results.get(i));
          }
          return true;
        });
  }

  // The whole batch fails with one of its jobs: the next attempt finds the imported ones.
  private static boolean isNew(Scheduled result) {
    if (result.refusal() != null) {
      throw result.refusal();
    }
    return result.outcome() == ScheduleOutcome.CREATED;
  }

  /**
   * Scans all jobs of a queue while work goes on. A scan of a shard shows each job that stays in it
   * at least once. A job that leaves a shard meanwhile is carried to a newer epoch. So older epochs
   * are scanned first, jobs on their way are shown after the scan of their shard, and epochs that
   * are published meanwhile are scanned last. An id is shown once.
   */
  static final class JobScan implements Transfer.JobWalk {
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
}
