package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.ShardId;
import io.duetime.internal.engine.Requests;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Schedules. */
final class JobScheduler {
  private static final int TOO_FAR = 6;
  private static final int NO_ROOM = 7;

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final Script schedule;
  private final int maxPayloadBytes;

  JobScheduler(Store store, ShardCaller caller, UpkeepNotes upkeep, int maxPayloadBytes) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.schedule = store.script("schedule");
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** A request as it is sent. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Packed(JobSpec job, byte[] record) {
    long weight() {
      return (long) record.length + job.id().length();
    }
  }

  CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    List<Packed> packed = new ArrayList<>(jobs.size());
    for (JobSpec job : jobs) {
      if (Requests.tooLarge(job.body(), maxPayloadBytes) == null) {
        packed.add(new Packed(job, RecordCodec.write(job)));
      }
    }
    CompletionStage<List<ScheduleResult>> answers =
        store
            .shards()
            .of(queue)
            .thenCompose(shards ->
                Pieces.each(
                    packed,
                    one -> shards.of(one.job.id()),
                    Packed::weight,
                    (shard, piece) -> send(queue, shard, piece, durability)));
    return packed.size() == jobs.size()
        ? answers
        : answers.thenApply(some -> withRefusals(jobs, some));
  }

  private List<ScheduleResult> withRefusals(List<JobSpec> jobs, List<ScheduleResult> answers) {
    List<ScheduleResult> all = new ArrayList<>(jobs.size());
    int next = 0;
    for (JobSpec job : jobs) {
      InvalidRequestException tooLarge = Requests.tooLarge(job.body(), maxPayloadBytes);
      all.add(tooLarge == null ? answers.get(next++) : ScheduleResult.refused(job.id(), tooLarge));
    }
    return all;
  }

  private CompletionStage<List<ScheduleResult>> send(
      String queue, ShardId shard, List<Packed> piece, Durability durability) {
    Arguments arguments = new Arguments().add(piece.size());
    for (Packed one : piece) {
      arguments.add(one.job.id()).add(one.record).add(due(one.job.due()));
    }
    ShardKeys keys = store.keys().shard(queue, shard);
    return caller
        .make(keys, schedule, arguments, durability)
        .thenApply(reply -> results(queue, piece, reply));
  }

  /** A moment as it is, a delay d as −1 − d. */
  static long due(DueTime due) {
    return due instanceof DueTime.After after
        ? -1 - after.delayMillis()
        : ((DueTime.At) due).epochMillis();
  }

  private List<ScheduleResult> results(String queue, List<Packed> piece, Reply reply) {
    long now = reply.number();
    upkeep.hear(queue, now, reply);
    List<ScheduleResult> results = new ArrayList<>(piece.size());
    for (Packed one : piece) {
      results.add(result(queue, one.job, reply.number(), reply.reached()));
    }
    return results;
  }

  private static ScheduleResult result(
      String queue, JobSpec job, long answer, Durability.Reached reached) {
    int code = (int) (answer % 8);
    return switch (code) {
      case TOO_FAR -> ScheduleResult.refused(job.id(), tooFar(job));
      case NO_ROOM -> ScheduleResult.refused(job.id(), noRoom(queue));
      default -> new ScheduleResult(job.id(), outcome(code), answer / 8, reached, null);
    };
  }

  private static ScheduleOutcome outcome(int code) {
    return switch (code) {
      case 1 -> ScheduleOutcome.CREATED;
      case 2 -> ScheduleOutcome.REPLACED;
      case 3 -> ScheduleOutcome.SUCCESSOR;
      case 4 -> ScheduleOutcome.KEPT;
      case 5 -> ScheduleOutcome.REJECTED;
      default -> throw new IllegalStateException("no outcome of number " + code);
    };
  }

  private static DuetimeException tooFar(JobSpec job) {
    return new InvalidRequestException(
        "dueAt", job.due(), "at most 100 years ahead, or what the queue's maxAhead says");
  }

  private static DuetimeException noRoom(String queue) {
    return new RetryableException(
        ErrorCode.QUOTA_EXCEEDED, "queue " + queue + " has as many jobs waiting as it may have");
  }
}
