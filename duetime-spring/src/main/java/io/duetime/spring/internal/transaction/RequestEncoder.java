package io.duetime.spring.internal.transaction;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobListener;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.Scheduled;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Turns a request into one of bytes with an id, so that what is sent after the commit is what the
 * caller gave, and a payload that cannot be encoded is refused while the transaction is open.
 */
final class RequestEncoder {
  private final Supplier<String> ids;
  private final JobListener listener;
  private final int maxPayloadBytes;

  /**
   * @param listener told of each request when the call is made, so that the trace context of that
   *     moment is in the headers
   */
  RequestEncoder(Supplier<String> ids, JobListener listener, int maxPayloadBytes) {
    this.ids = ids;
    this.listener = listener;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** Tells the listener that a call is kept. */
  void deferred(String queue, Scheduled answer) {
    listener.scheduled(queue, answer);
  }

  <T> JobRequest<byte[]> encoded(String queue, JobRequest<T> request, Codec<T> codec) {
    JobRequest<byte[]> encoded = encoded(request, codec);
    Map<String, String> added = listener.scheduling(queue, encoded.id().orElseThrow());
    return added.isEmpty() ? encoded : withHeaders(encoded, added);
  }

  // The caller's own headers win, and what does not fit is left out.
  private static JobRequest<byte[]> withHeaders(
      JobRequest<byte[]> request, Map<String, String> added) {
    Set<String> own = request.headers().keySet();
    JobRequest.Builder<byte[]> copy = request.toBuilder();
    added.entrySet().stream()
        .filter(header -> !own.contains(header.getKey()) && fits(header))
        .limit(Limits.MAX_HEADERS - own.size())
        .forEach(header -> copy.header(header.getKey(), header.getValue()));
    return copy.build();
  }

  private static boolean fits(Map.Entry<String, String> header) {
    try {
      Limits.headers(Map.of(header.getKey(), header.getValue()));
      return true;
    } catch (InvalidRequestException tooLong) {
      return false;
    }
  }

  private <T> JobRequest<byte[]> encoded(JobRequest<T> request, Codec<T> codec) {
    byte[] payload = bytes(request.payload(), codec);
    // The store would refuse it after the commit, which then has no job.
    if (payload.length > maxPayloadBytes) {
      throw new InvalidRequestException(
          "payload", payload.length + " bytes", "at most " + maxPayloadBytes + " bytes");
    }
    JobRequest.Builder<byte[]> copy =
        JobRequest.builder(payload)
            .id(request.isIdFromContent() ? contentId(payload) : request.id().orElseGet(ids))
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
    request.headers().forEach(copy::header);
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

  private static <T> byte[] bytes(T payload, Codec<T> codec) {
    try {
      return Limits.given("encoded payload", codec.encode(payload)).clone();
    } catch (InvalidRequestException refused) {
      throw refused;
    } catch (RuntimeException refused) {
      throw new InvalidRequestException(
          "payload", refused.toString(), "what the queue's codec can encode");
    }
  }

  // As the library makes it without a transaction.
  private static String contentId(byte[] payload) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
  }
}
