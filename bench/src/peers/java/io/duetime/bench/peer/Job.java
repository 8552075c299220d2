package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Delayed;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A job as every system gets it: 100 bytes that begin with its id and its due time, so that the
 * consumer knows both without asking. Jobs of one id are equal.
 */
public record Job(String id, long dueMillis, String payload) implements Delayed {
  private static final int ID_LENGTH = 26;
  private static final int DUE_LENGTH = 13;

  /** Makes a job that is due at a time; the rest of its payload is random. */
  public static Job of(JobSource source, long dueMillis) {
    StringBuilder payload = new StringBuilder(JobSource.PAYLOAD_BYTES);
    String id = source.nextId();
    payload.append(id).append(dueMillis);
    while (payload.length() < JobSource.PAYLOAD_BYTES) {
      payload.append((char) ThreadLocalRandom.current().nextInt('0', 'z'));
    }
    return new Job(id, dueMillis, payload.toString());
  }

  /** Reads the job that a payload is of. */
  public static Job of(String payload) {
    long dueMillis = Long.parseLong(payload.substring(ID_LENGTH, ID_LENGTH + DUE_LENGTH));
    return new Job(payload.substring(0, ID_LENGTH), dueMillis, payload);
  }

  /** Reads the job that a payload is of. */
  public static Job of(byte[] payload) {
    return of(new String(payload, StandardCharsets.US_ASCII));
  }

  /** Its payload. */
  public byte[] bytes() {
    return payload.getBytes(StandardCharsets.US_ASCII);
  }

  /** The same job at another time, which only its payload does not tell. */
  public Job movedTo(long millis) {
    return new Job(id, millis, payload);
  }

  /** When it is due. */
  Instant due() {
    return Instant.ofEpochMilli(dueMillis);
  }

  /** The milliseconds until it is due; 0 if it is. */
  public long delayMillis() {
    return Math.max(0, dueMillis - System.currentTimeMillis());
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(dueMillis - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    return Long.compare(dueMillis, ((Job) other).dueMillis);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Job job && job.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }
}
