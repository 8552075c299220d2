package io.duetime.engine.tck.model;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One job in one queue on its way through a row, with what a caller cannot see of it. */
final class Case {
  static final String ID = "j";
  static final long DELAY = 10_000;
  static final long LEASE = TestQueue.LEASE.toMillis();
  static final long NONCE = 42;

  /** What the job asks for at first. */
  static final Request OLD = new Request("old", 5, NONCE);

  /** What a successor that is there beforehand asks for. */
  static final Request SUCCESSOR = new Request("successor", 6, 43);

  /** What the operation of a row asks for. */
  static final Request NEW = new Request("new", 7, 44);

  final EngineFixture store;
  final TestQueue queue;
  final Duration retention;
  RetryPolicy retry = RetryPolicy.DEFAULT;
  @Nullable ClaimedJob held;

  /** The due time against which EARLIEST and LATEST compare. */
  long currentDueAt;

  /** From when DEBOUNCE counts. */
  long anchorAt;

  /** The due time of the successor that was there beforehand. */
  long successorDueAt;

  /** When that successor was stored. */
  long successorSince;

  /** When the lease began. */
  long leasedSince;

  /** The due time that the operation asked for. */
  long askedDueAt;

  /** What the first answer to the old request said. */
  long firstAnswerDueAt;

  private Expiry.@Nullable Action onExpiry;
  private long expiresAt;

  Case(EngineFixture store, TestQueue queue, Duration retention) {
    this.store = store;
    this.queue = queue;
    this.retention = retention;
    queue.configure(settings -> settings.retention(retention));
  }

  /** A request that is told apart by its payload, tag and priority. */
  record Request(String name, long priority, long nonce) {}

  /** Makes the job of this row expire 1 ms after it first became due. */
  void expiring(Expiry.Action action) {
    onExpiry = action;
    expiresAt = queue.now() + DELAY + 1;
  }

  /** The request with a due time and a rule. */
  JobSpec.Builder spec(Request request, long dueAt, OnConflict rule) {
    return Jobs.job(ID, DueTime.at(dueAt))
        .body(Jobs.text(request.name()))
        .tags(List.of(request.name()))
        .priority(request.priority())
        .onConflict(rule)
        .nonce(request.nonce());
  }

  /** The old request; what all begins with. */
  JobSpec.Builder oldSpec(long dueAt) {
    JobSpec.Builder spec = spec(OLD, dueAt, OnConflict.KEEP).retry(retry);
    if (onExpiry != null) {
      spec.expiry(new Expiry.At(Instant.ofEpochMilli(expiresAt), onExpiry));
    }
    return spec;
  }

  /** What the operation of a row schedules. */
  JobSpec.Builder newSpec(long dueAt, OnConflict rule) {
    askedDueAt = dueAt;
    return spec(NEW, dueAt, rule);
  }

  void advance(long millis) {
    store.advance(Duration.ofMillis(millis));
  }

  long now() {
    return queue.now();
  }

  /** The lease in force or the last one there was; an invented one where there was none. */
  LeaseToken lease() {
    return held == null ? new LeaseToken(queue.name(), ShardId.ONLY, ID, 1) : held.lease();
  }

  /** The lease before that one. */
  LeaseToken staleLease() {
    LeaseToken lease = lease();
    return new LeaseToken(lease.queue(), lease.shard(), lease.id(), lease.fence() - 1);
  }

  /** When the lease ends or has ended. */
  long deadline() {
    return leasedSince + LEASE;
  }

  /** How long the job's rule waits after its first attempt. */
  long backoff() {
    return retry.delayMillis(ID, 1);
  }
}
