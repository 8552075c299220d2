package io.duetime.spring.transaction;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobRequest;
import io.duetime.Scheduled;
import io.duetime.runtime.call.Listeners;
import io.duetime.runtime.produce.Specs;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Turns a request into one of bytes with an id, so that what is sent after the commit is what the
 * caller gave, and a payload that cannot be encoded is refused while the transaction is open.
 */
final class RequestEncoder {
  private final Supplier<String> ids;
  private final Listeners listeners;
  private final int maxPayloadBytes;

  /**
   * @param listeners told of each request when the call is made, so that the trace context of that
   *     moment is in the headers
   */
  RequestEncoder(Supplier<String> ids, Listeners listeners, int maxPayloadBytes) {
    this.ids = ids;
    this.listeners = listeners;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** Tells the listener that a call is kept. */
  void deferred(String queue, Scheduled answer) {
    listeners.notify(one -> one.scheduled(queue, answer));
  }

  <T> JobRequest<byte[]> encoded(String queue, JobRequest<T> request, Codec<T> codec) {
    byte[] payload = Specs.encoded(request.payload(), codec).clone();
    // The store would refuse it after the commit, which then has no job.
    if (payload.length > maxPayloadBytes) {
      throw new InvalidRequestException(
          "payload", payload.length + " bytes", "at most " + maxPayloadBytes + " bytes");
    }
    String id = request.isIdFromContent() ? Specs.contentId(payload) : request.id().orElseGet(ids);
    JobRequest.Builder<byte[]> copy =
        JobRequest.builder(payload)
            .id(id)
            .delay(request.delay())
            .spread(request.spread())
            .onConflict(request.onConflict())
            .nonce(request.nonce().orElseGet(RequestEncoder::newNonce));
    request.dueAt().ifPresent(copy::dueAt);
    request.priority().ifPresent(copy::priority);
    request.retry().ifPresent(copy::retry);
    request.retention().ifPresent(copy::retention);
    request.durability().ifPresent((Durability asked) -> copy.durability(asked));
    request.expiry().ifPresent(expiry -> expire(copy, expiry));
    listeners.headers(queue, id, request.headers()).forEach(copy::header);
    request.tags().forEach(copy::tag);
    return copy.build();
  }

  // Never 0, because of the variant of the UUID.
  static long newNonce() {
    return UUID.randomUUID().getLeastSignificantBits();
  }

  private static void expire(JobRequest.Builder<byte[]> copy, Expiry expiry) {
    if (expiry instanceof Expiry.At at) {
      copy.expiresAt(at.instant(), at.action());
    } else if (expiry instanceof Expiry.After after) {
      copy.expiresAfter(after.duration(), after.action());
    }
  }
}
