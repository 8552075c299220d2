package io.duetime.spring.internal.transaction;

import io.duetime.Durability;
import io.duetime.JobRequest;
import io.duetime.RescheduleRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that waits for the commit of its transaction. */
public sealed interface DeferredCall {
  /** What calls share that can be sent as one batch. */
  record Target(String queue, @Nullable Durability durability, @Nullable String contentType) {}

  /** The queue and how to call it. */
  Target target();

  /** The id of the job. */
  String id();

  /** Names a job in all queues. */
  record JobKey(String queue, String id) {}

  /** The job. */
  default JobKey job() {
    return new JobKey(target().queue(), id());
  }

  /** Whether another call can be sent in one batch with this one. */
  default boolean sharesBatchWith(DeferredCall other) {
    return getClass() == other.getClass() && target().equals(other.target());
  }

  /** Schedules a job, whose payload was encoded when the call was made. */
  record Schedule(Target target, String id, JobRequest<byte[]> request) implements DeferredCall {
    /** The same call with further headers of the job. */
    public Schedule with(Map<String, String> headers) {
      JobRequest.Builder<byte[]> copy = request.toBuilder();
      headers.forEach(copy::header);
      return new Schedule(target, id, copy.build());
    }

    /** The same call as one that was never made before. */
    public Schedule asNew() {
      return new Schedule(target, id, request.toBuilder().nonce(RequestEncoder.newNonce()).build());
    }
  }

  /** Reschedules a job. */
  record Reschedule(Target target, RescheduleRequest request) implements DeferredCall {
    @Override
    public String id() {
      return request.id();
    }
  }

  /** Cancels a job. */
  record Cancel(Target target, String id) implements DeferredCall {}
}
