package io.duetime.handover;

import io.duetime.JobInfo;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A job that is sent again under the same lease: its attempt counts on. */
record RetriedJob(JobInfo<byte[]> job, int tries, boolean mayHaveArrived)
    implements JobInfo<byte[]> {
  @Override
  public int attempt() {
    return job.attempt() + tries;
  }

  @Override
  public String queue() {
    return job.queue();
  }

  @Override
  public String id() {
    return job.id();
  }

  @Override
  public byte[] payload() {
    return job.payload();
  }

  @Override
  public byte[] payloadBytes() {
    return job.payloadBytes();
  }

  @Override
  public Optional<String> contentType() {
    return job.contentType();
  }

  @Override
  public Map<String, String> headers() {
    return job.headers();
  }

  @Override
  public Instant dueAt() {
    return job.dueAt();
  }

  @Override
  public Instant firstDueAt() {
    return job.firstDueAt();
  }

  @Override
  public Instant scheduledAt() {
    return job.scheduledAt();
  }

  @Override
  public long priority() {
    return job.priority();
  }

  @Override
  public int maxAttempts() {
    return job.maxAttempts();
  }

  @Override
  public long fence() {
    return job.fence();
  }
}
