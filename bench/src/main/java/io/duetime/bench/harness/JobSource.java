package io.duetime.bench.harness;

import io.duetime.JobRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Makes jobs as a caller does: a generated id of 26 characters, 100 bytes that no compression makes
 * smaller, due within a day. Not thread-safe; each caller has one with a seed of its own.
 */
public final class JobSource {
  /** The queue they are meant for. */
  public static final String QUEUE = "bench";

  /** The bytes of a payload. */
  public static final int PAYLOAD_BYTES = 100;

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final byte[] POOL = new byte[1 << 20];
  private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

  static {
    new SplittableRandom(1).nextBytes(POOL);
  }

  private final SplittableRandom random;
  private final int priorities;
  private final long highBits;
  private long lowBits;

  /** Makes jobs of the usual priority. */
  public JobSource(long seed) {
    this(seed, 1);
  }

  /** Makes jobs of so many priorities, at random; of one: of the usual priority. */
  public JobSource(long seed, int priorities) {
    this.priorities = priorities;
    this.random = new SplittableRandom(seed);
    SplittableRandom ids = new SplittableRandom(seed ^ System.nanoTime());
    this.highBits = ids.nextLong();
    this.lowBits = ids.nextLong();
  }

  /** An id as the library generates them: 10 digits of time and 16 that are random. */
  public String nextId() {
    char[] id = new char[26];
    write(id, 0, 10, System.currentTimeMillis());
    write(id, 10, 16, highBits);
    write(id, 16, 26, lowBits++);
    return new String(id);
  }

  private static void write(char[] id, int from, int to, long number) {
    long rest = number;
    for (int i = to - 1; i >= from; i--) {
      id[i] = DIGITS[(int) (rest & 31)];
      rest >>>= 5;
    }
  }

  /** Random bytes. */
  public byte[] nextPayload() {
    int from = random.nextInt(POOL.length - PAYLOAD_BYTES);
    return Arrays.copyOfRange(POOL, from, from + PAYLOAD_BYTES);
  }

  /** Milliseconds from an hour to a day. */
  public long nextDelay() {
    return random.nextLong(HOUR, DAY);
  }

  /** A job due at a given time. */
  public JobSpec nextJob(DueTime due) {
    return nextJob(nextId(), due);
  }

  /** A job with a given id. */
  public JobSpec nextJob(String id, DueTime due) {
    JobSpec.Builder job =
        JobSpec.builder(id, JobBody.of(nextPayload()), due).nonce(random.nextLong());
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

  /** What a user of the library schedules at a given time. */
  public JobRequest<byte[]> nextRequest(DueTime due) {
    JobRequest.Builder<byte[]> request = JobRequest.builder(nextPayload()).id(nextId());
    return due instanceof DueTime.After after
        ? request.delay(Duration.ofMillis(after.delayMillis())).build()
        : request.dueAt(Instant.ofEpochMilli(((DueTime.At) due).epochMillis())).build();
  }
}
