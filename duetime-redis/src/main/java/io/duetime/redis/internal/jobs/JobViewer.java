package io.duetime.redis.internal.jobs;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.async.Stages;
import io.duetime.engine.JobView;
import io.duetime.kernel.job.Explanations;
import io.duetime.kernel.job.Explanations.Waiting;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Finds and explains single jobs. */
public final class JobViewer {
  private final IdCalls calls;
  private final QueueCounter counter;
  private final PermitKeeper permits;
  private final IdCalls.Question<String, Optional<Seen>> find;
  private final IdCalls.Question<String, Optional<Seen>> findOne;
  private final IdCalls.Question<String, Optional<Seen>> explain;

  public JobViewer(IdCalls calls, JobDecoder views, QueueCounter counter, PermitKeeper permits) {
    this.calls = calls;
    this.counter = counter;
    this.permits = permits;
    this.find = question("find", views::read);
    this.findOne = question("find", views::readOrRefuse);
    this.explain = question("explain", views::read);
  }

  /** A job as a shard has shown it at a moment. */
  record Seen(WholeJob job, ScriptReply row, long now) {
    JobView view() {
      return job.viewAt(now);
    }
  }

  private interface Decoder {
    Optional<WholeJob> read(ShardKeys shard, String id, ScriptReply row);
  }

  private IdCalls.Question<String, Optional<Seen>> question(String script, Decoder decoder) {
    return new IdCalls.Question<>(
        script,
        id -> id,
        Arguments::add,
        (shard, id, reply, row) -> {
          long now = reply.number("now");
          return decoder
              .read(shard, id, row)
              .filter(job -> !job.head().isForgottenAt(now))
              .map(job -> new Seen(job, row, now));
        },
        id -> Optional.empty(),
        Optional::isEmpty,
        (id, why) -> refused(why));
  }

  // A read changes nothing, so that a failed part leaves no outcome unknown.
  private static Optional<Seen> refused(DuetimeException why) {
    throw why;
  }

  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return calls
        .each(queue, findOne, List.of(id), Durability.NONE)
        .thenApply(found -> found.get(0).map(Seen::view));
  }

  /** Looks at a few jobs, each of which may have a payload of the largest size. */
  public CompletionStage<List<Optional<Seen>>> find(String queue, List<String> ids) {
    return calls.each(queue, find, ids, Durability.NONE);
  }

  public CompletionStage<Explanation> explain(String queue, String id) {
    return calls
        .each(queue, explain, List.of(id), Durability.NONE)
        .thenCompose(found ->
            found
                .get(0)
                .map(seen -> explain(queue, seen))
                .orElseGet(() -> Stages.done(Explanations.UNKNOWN)));
  }

  private CompletionStage<Explanation> explain(String queue, Seen seen) {
    JobHead head = seen.job.head();
    Explanation known = Explanations.unlessWaiting(head, seen.now);
    return known != null
        ? Stages.done(known)
        : waiting(queue, seen)
            .thenCompose(waiting -> explain(queue, seen, waiting))
            .thenApply(why -> Explanations.waiting(head, why));
  }

  private CompletionStage<Explanation> explain(String queue, Seen seen, Waiting waiting) {
    CompletionStage<List<Explanations.RunningJob>> running =
        waiting.isFreeAt(seen.now) ? counter.running(queue) : Stages.done(List.of());
    return running.thenApply(jobs -> waiting.at(seen.now, seen.row.isTrue("hasClaimers"), jobs));
  }

  /** A job that its own shard would run may wait for limits that other shards use. */
  private CompletionStage<Waiting> waiting(String queue, Seen seen) {
    long sharedMaxRunning = seen.row.number("sharedMaxRunning");
    Waiting alone = waiting(seen, seen.row.number("maxRunning"), seen.row.moment("permitAt"));
    if (!alone.isFreeAt(seen.now)) {
      return Stages.done(alone);
    }
    CompletionStage<Long> running =
        sharedMaxRunning == 0
            ? Stages.done(-1L)
            : counter.counts(queue).thenApply(counts -> counts.now().running());
    CompletionStage<Long> tokenAt =
        seen.row.isTrue("sharesRate") ? permits.nextTokenAt(queue) : Stages.done(0L);
    return running.thenCombine(
        tokenAt, (used, at) -> waiting(seen, used >= sharedMaxRunning ? sharedMaxRunning : 0, at));
  }

  private static Waiting waiting(Seen seen, long full, long permitAt) {
    JobHead head = seen.job.head();
    return new Waiting(
        head.dueAt(), head.expiresAt(), seen.row.moment("pausedUntil"), full, permitAt);
  }
}
