package io.duetime.bench.load;

import io.duetime.bench.Payloads;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.internal.id.Ulids;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes jobs as a caller does: a generated id of 26 characters, 100 bytes, due within a day. */
public final class JobSource {
  /** The queue they are meant for. */
  public static final String QUEUE = "bench";

  /** The bytes of a payload. */
  public static final int PAYLOAD_BYTES = 100;

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final Ulids ids;
  private final Payloads payloads;
  private final SplittableRandom random;
  private final int priorities;

  /** Not thread-safe; each caller has one of its own, with a seed of its own. */
  public JobSource(long seed) {
    this(seed, 1);
  }

  /** Makes jobs of so many priorities, at random; of one: of the usual priority. */
  public JobSource(long seed, int priorities) {
    this.priorities = priorities;
    this.random = new SplittableRandom(seed);
    this.ids = new Ulids(InstantSource.system(), random.split());
    this.payloads = new Payloads(PAYLOAD_BYTES, seed);
  }

  /** An id that no other job has. */
  public String nextId() {
    return ids.next();
  }

  /** Random bytes. */
  public byte[] nextPayload() {
    return payloads.next();
  }

  /** Milliseconds from an hour to a day. */
  public long nextDelay() {
    return random.nextLong(HOUR, DAY);
  }

  /** A job due within a day. */
  public JobSpec nextJob() {
    return nextJob(DueTime.after(nextDelay()));
  }

  /** A job due at a given time. */
  public JobSpec nextJob(DueTime due) {
    JobSpec.Builder job =
        JobSpec.builder(nextId(), JobBody.of(nextPayload()), due).nonce(random.nextLong());
    if (priorities > 1) {
      job.priority(random.nextInt(priorities));
    }
    return job.build();
  }

  /** Jobs due within a day. */
  public List<JobSpec> nextJobs(int count) {
    return nextJobs(count, () -> DueTime.after(nextDelay()));
  }

  /** Jobs that have been due for a while, in no order. */
  public List<JobSpec> nextDueJobs(int count) {
    long now = System.currentTimeMillis();
    return nextJobs(count, () -> DueTime.at(now - random.nextLong(1, HOUR)));
  }

  /** Jobs due at times that are given one after the other. */
  public List<JobSpec> nextJobs(int count, Supplier<DueTime> dues) {
    List<JobSpec> jobs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      jobs.add(nextJob(dues.get()));
    }
    return jobs;
  }
}
