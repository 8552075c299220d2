package io.duetime.spring.transaction;

import io.duetime.Durability;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RescheduleRequest;
import org.jspecify.annotations.Nullable;

/** A call that waits for the commit of its transaction. */
public sealed interface DeferredCall {
  /** What calls share that can be sent as one batch. */
  record Target(String queue, @Nullable Durability durability, @Nullable String contentType) {}

  /** The queue and how to call it. */
  Target target();

  String id();

  /** Names a job in all queues. */
  record JobKey(String queue, String id) {}

  default JobKey job() {
    return new JobKey(target().queue(), id());
  }

  /** Whether another call can be sent in one batch with this one. */
  default boolean sharesBatchWith(DeferredCall other) {
    return getClass() == other.getClass() && target().equals(other.target());
  }

  /** Schedules a job, whose payload was encoded when the call was made. */
  record Schedule(Target target, String id, JobRequest<byte[]> request) implements DeferredCall {
    /** The header of a job that tells which call it is from. */
    public static final String MARK = "duetime-call";

    /**
     * The same call whose job tells by {@link #MARK} which call it is from, if the call has a nonce
     * and room for a header. A call that is repeated after a crash may make its job a second time;
     * by the header the inbox knows both for one.
     */
    public Schedule marked() {
      if (request.nonce().isEmpty() || request.headers().size() >= Limits.MAX_HEADERS) {
        return this;
      }
      String mark = String.format("%016x", request.nonce().getAsLong());
      return new Schedule(target, id, request.toBuilder().header(MARK, mark).build());
    }

    /** The same call as one that was never made before. */
    public Schedule asNew() {
      return new Schedule(target, id, request.toBuilder().nonce(RequestEncoder.newNonce()).build());
    }
  }

  record Reschedule(Target target, RescheduleRequest request) implements DeferredCall {
    @Override
    public String id() {
      return request.id();
    }
  }

  record Cancel(Target target, String id) implements DeferredCall {}
}
