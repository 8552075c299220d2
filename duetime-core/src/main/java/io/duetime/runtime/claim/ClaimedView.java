package io.duetime.runtime.claim;

import io.duetime.Codec;
import io.duetime.Job;
import io.duetime.engine.ClaimedJob;
import io.duetime.runtime.call.Payload;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Shows a claimed job as a {@code JobInfo}. */
public abstract class ClaimedView<T> implements Job<T> {
  private final ClaimedJob claimed;
  private final Payload<T> payload;

  protected ClaimedView(ClaimedJob claimed, Codec<T> codec) {
    this.claimed = claimed;
    this.payload = new Payload<>(claimed.body().payload(), codec);
  }

  /** The job as the engine answered the claim. */
  public final ClaimedJob claimed() {
    return claimed;
  }

  @Override
  public final String queue() {
    return claimed.lease().queue();
  }

  @Override
  public final String id() {
    return claimed.lease().id();
  }

  @Override
  public final T payload() {
    return payload.value();
  }

  @Override
  public final byte[] payloadBytes() {
    return payload.bytes();
  }

  /** The size of the stored payload in bytes. */
  public final int payloadSize() {
    return claimed.body().payload().length;
  }

  @Override
  public final Optional<String> contentType() {
    return Optional.ofNullable(claimed.body().contentType());
  }

  @Override
  public final Map<String, String> headers() {
    return claimed.body().headers();
  }

  @Override
  public final Instant dueAt() {
    return Instant.ofEpochMilli(claimed.times().dueAt());
  }

  @Override
  public final Instant firstDueAt() {
    return Instant.ofEpochMilli(claimed.times().firstDueAt());
  }

  @Override
  public final Instant scheduledAt() {
    return Instant.ofEpochMilli(claimed.times().scheduledAt());
  }

  @Override
  public final long priority() {
    return claimed.priority();
  }

  @Override
  public final int attempt() {
    return claimed.run().attempt();
  }

  @Override
  public final boolean mayHaveArrived() {
    return claimed.run().mayHaveArrived();
  }

  @Override
  public final int maxAttempts() {
    return claimed.run().maxAttempts();
  }

  @Override
  public final long fence() {
    return claimed.lease().fence();
  }

  @Override
  public final String toString() {
    return "job " + id() + " of queue " + queue() + " (attempt " + attempt() + ")";
  }
}
