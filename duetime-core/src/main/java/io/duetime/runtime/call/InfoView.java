package io.duetime.runtime.call;

import io.duetime.Codec;
import io.duetime.JobInfo;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows the body and the times of a job, claimed or stored, as a {@link JobInfo}. */
public abstract class InfoView<T> implements JobInfo<T> {
  private final Payload<T> payload;

  protected InfoView(JobBody body, Codec<T> codec) {
    this.payload = new Payload<>(body, codec);
  }

  /** The times of the job. */
  protected abstract ClaimedJob.Times times();

  @Override
  public final T payload() {
    return payload.value();
  }

  @Override
  public final byte[] payloadBytes() {
    return payload.body.payload().clone();
  }

  /** The size of the stored payload in bytes. */
  public final int payloadSize() {
    return payload.body.payload().length;
  }

  @Override
  public final Optional<String> contentType() {
    return Optional.ofNullable(payload.body.contentType());
  }

  @Override
  public final Map<String, String> headers() {
    return payload.body.headers();
  }

  @Override
  public final Instant dueAt() {
    return Instant.ofEpochMilli(times().dueAt());
  }

  @Override
  public final Instant firstDueAt() {
    return Instant.ofEpochMilli(times().firstDueAt());
  }

  @Override
  public final Instant scheduledAt() {
    return Instant.ofEpochMilli(times().scheduledAt());
  }

  /** Decodes a payload once, at the first call. Not guarded by the view, which runs lock. */
  private static final class Payload<T> {
    private final JobBody body;
    private final Codec<T> codec;

    // Guarded by this.
    private @Nullable T decoded;

    Payload(JobBody body, Codec<T> codec) {
      this.body = body;
      this.codec = codec;
    }

    synchronized T value() {
      T known = decoded;
      if (known == null) {
        known = codec.decode(body.payload());
        decoded = known;
      }
      return known;
    }
  }
}
