package io.duetime.runtime.produce;

import io.duetime.Codec;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RescheduleRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.id.StableHash;
import io.duetime.runtime.call.ChangeApplier;
import io.duetime.runtime.call.WholeMillis;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Converts requests of the API into those of the engine. Thread safe. */
public record Specs(Supplier<String> ids, RandomGenerator random) {
  /** Converts a request, with a new nonce. */
  <T> JobSpec job(String queue, JobRequest<T> request, Codec<T> codec) {
    byte[] payload = encoded(request.payload(), codec);
    String id = request.isIdFromContent() ? contentId(payload) : request.id().orElseGet(ids);
    long spreadMillis =
        request.spread().isZero()
            ? 0
            : StableHash.spreadMillis(queue, id, WholeMillis.ceil(request.spread()));
    JobBody body = new JobBody(payload, codec.contentType(), request.headers());
    DueTime due = due(request, spreadMillis);
    JobSpec.Builder spec =
        JobSpec.builder(id, body, due)
            .tags(request.tags())
            .onConflict(request.onConflict())
            .nonce(request.nonce().orElseGet(this::nonce));
    request.priority().ifPresent(spec::priority);
    request.retry().ifPresent(spec::retry);
    request.expiry().ifPresent(spec::expiry);
    request.retention().ifPresent(spec::retention);
    return spec.build();
  }

  static Reschedule reschedule(RescheduleRequest request) {
    DueTime due =
        request
            .dueAt()
            .map(instant -> DueTime.at(WholeMillis.ceil(instant)))
            .orElseGet(() -> DueTime.after(Limits.delayMillis(request.delay())));
    Reschedule.Condition only =
        switch (request.condition()) {
          case ALWAYS -> Reschedule.Condition.ALWAYS;
          case ONLY_EARLIER -> Reschedule.Condition.ONLY_EARLIER;
          case ONLY_LATER -> Reschedule.Condition.ONLY_LATER;
          case IF_DUE_AT ->
              new Reschedule.IfDueAt(WholeMillis.ceil(request.knownDueAt().orElseThrow()));
        };
    return new Reschedule(request.id(), due, only);
  }

  /** Makes a change that a caller describes, its payload encoded. */
  public static <T> JobChange<JobBody> change(UnaryOperator<JobChange<T>> change, Codec<T> codec) {
    JobChange<T> asked =
        ChangeApplier.changed(Limits.given("change", change), JobChange.<T>none()).notEmpty();
    return asked.withPayload(
        asked
            .payload()
            .map(payload -> new JobBody(encoded(payload, codec), codec.contentType(), Map.of()))
            .orElse(null));
  }

  private static DueTime due(JobRequest<?> request, long spreadMillis) {
    return request
        .dueAt()
        .map(instant -> DueTime.at(plus(WholeMillis.ceil(instant), spreadMillis)))
        .orElseGet(() -> DueTime.after(Limits.delayMillis(request.delay()) + spreadMillis));
  }

  // A sum that overflows is too far ahead; the store refuses it.
  private static long plus(long dueAt, long spreadMillis) {
    return dueAt > Long.MAX_VALUE - spreadMillis ? Long.MAX_VALUE : dueAt + spreadMillis;
  }

  /** Encodes a payload, or refuses it. */
  public static <T> byte[] encoded(T payload, Codec<T> codec) {
    try {
      return Limits.given("encoded payload", codec.encode(payload));
    } catch (InvalidRequestException refused) {
      throw refused;
    } catch (RuntimeException refused) {
      throw new InvalidRequestException(
          "payload", refused.toString(), "what the queue's codec can encode");
    }
  }

  /** Returns the id of a job that is named after its payload. */
  public static String contentId(byte[] payload) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
  }

  // 0 means a request that is never repeated.
  private long nonce() {
    long nonce = random.nextLong();
    return nonce == 0 ? 1 : nonce;
  }
}
