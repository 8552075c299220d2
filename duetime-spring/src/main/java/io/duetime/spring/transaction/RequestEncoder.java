package io.duetime.spring.transaction;

import io.duetime.Codec;
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
 *
 * @param listeners told of each request when the call is made, so that the trace context of that
 *     moment is in the headers
 */
record RequestEncoder(Supplier<String> ids, Listeners listeners, int maxPayloadBytes) {
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
        request.toBuilder(payload, id).nonce(request.nonce().orElseGet(RequestEncoder::newNonce));
    listeners.headers(queue, id, request.headers()).forEach(copy::header);
    return copy.build();
  }

  // Never 0, because of the variant of the UUID.
  static long newNonce() {
    return UUID.randomUUID().getLeastSignificantBits();
  }
}
