package io.duetime.redis.internal.read;

import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.StoreFailureException;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.internal.kernel.job.ListedJob;
import io.duetime.redis.internal.call.DamagedJobs;
import io.duetime.redis.internal.call.ReplyPart;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import io.duetime.redis.internal.record.StateCodec;
import io.duetime.redis.internal.record.StateCodec.Stage;
import io.duetime.redis.internal.record.StateCodec.State;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes stored jobs into views. */
public final class JobDecoder {
  private final DamagedJobs damaged;

  public JobDecoder(DamagedJobs damaged) {
    this.damaged = damaged;
  }

  /** A job of the store: its request, and how far it has come. */
  record Stored(String id, Recorded record, State state) implements ListedJob {
    @Override
    public JobState stateAt(long now) {
      return switch (state.stage()) {
        case WAITING -> state.dueAt() <= now ? JobState.READY : JobState.DELAYED;
        case LEASED -> state.until() <= now ? JobState.READY : JobState.RUNNING;
        case DEAD -> JobState.DEAD;
        case DONE -> JobState.DONE;
        case CANCELLED -> JobState.CANCELLED;
      };
    }

    @Override
    public boolean isForgottenAt(long now) {
      return (state.stage() == Stage.DONE || state.stage() == Stage.CANCELLED)
          && state.until() <= now;
    }

    @Override
    public long moment() {
      return switch (state.stage()) {
        case WAITING, LEASED -> state.dueAt();
        case DEAD, DONE, CANCELLED -> state.since();
      };
    }

    @Override
    public List<String> tags() {
      return record.tags();
    }

    @Override
    public JobView.@Nullable End end() {
      return switch (state.stage()) {
        case WAITING, LEASED -> null;
        case DEAD -> new JobView.End(state.since(), state.rare().reason(), state.rare().message());
        case DONE -> new JobView.End(state.since(), JobView.End.DONE, state.rare().message());
        case CANCELLED -> new JobView.End(state.since(), JobView.End.CANCELLED, "");
      };
    }

    boolean mayHaveArrived() {
      return record.mayHaveArrived() || state.rare().mayHaveArrived();
    }

    JobView viewAt(long now) {
      JobState current = stateAt(now);
      return new JobView(
          id,
          current,
          record.body(),
          new ClaimedJob.Times(state.dueAt(), state.firstDueAt(), record.acceptedAt()),
          new JobView.Traits(
              Objects.requireNonNullElse(state.rare().priority(), record.priority()),
              tags(),
              state.attempt(),
              record.retry().maxAttempts(),
              state.fence(),
              mayHaveArrived()),
          current == JobState.RUNNING ? lease() : null,
          end(),
          state.rare().history(),
          state.rare().successorDueAt());
    }

    private JobView.LeaseView lease() {
      return new JobView.LeaseView(state.consumer(), state.since(), state.until(), state.marked());
    }
  }

  /**
   * Decodes a job from {@code record}, {@code state} and {@code moment} of a reply. The state is
   * empty for a job that waits for the first time, and the moment is its due time. Sets a job aside
   * that cannot be decoded, unless it runs: then its lease can still be settled.
   */
  Optional<Stored> read(ShardKeys shard, String id, ReplyPart row) {
    byte[] record = row.bytes("record");
    byte[] state = row.bytes("state");
    if (record.length == 0 && (row.number("moment") < 0 || StateCodec.isDead(state))) {
      return Optional.empty();
    }
    try {
      State known =
          state.length == 0 ? StateCodec.fresh(row.number("moment")) : StateCodec.read(state);
      return Optional.of(new Stored(id, RecordCodec.read(record), known));
    } catch (DamagedRecordException malformed) {
      if (!StateCodec.isLeased(state)) {
        damaged.setAside(shard, id, record, state, malformed);
      }
      return Optional.empty();
    }
  }

  /**
   * Decodes a job as {@link #read} does.
   *
   * @throws StoreFailureException if it runs and cannot be decoded
   */
  Optional<Stored> readOrRefuse(ShardKeys shard, String id, ReplyPart row) {
    Optional<Stored> job = read(shard, id, row);
    if (job.isEmpty() && StateCodec.isLeased(row.bytes("state"))) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "queue " + shard.queue() + ", job " + id + ": its record cannot be read");
    }
    return job;
  }
}
