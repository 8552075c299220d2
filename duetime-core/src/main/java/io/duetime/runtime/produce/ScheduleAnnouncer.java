package io.duetime.runtime.produce;

import io.duetime.async.Stages;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.runtime.call.Listeners;
import io.duetime.runtime.call.QueueContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Tells listeners of jobs that are about to be sent, and adds the headers that they return. */
final class ScheduleAnnouncer {
  private final String queue;
  private final Listeners listeners;

  ScheduleAnnouncer(QueueContext queue) {
    this.queue = queue.name();
    this.listeners = queue.context().listeners();
  }

  /** Returns the request with those headers of the listeners that fit. */
  JobSpec announced(JobSpec spec) {
    if (listeners.isEmpty()) {
      return spec;
    }
    JobBody body = spec.body();
    Map<String, String> headers = listeners.headers(queue, spec.id(), body.headers());
    if (headers.equals(body.headers())) {
      return spec;
    }
    return spec.toBuilder().body(new JobBody(body.payload(), body.contentType(), headers)).build();
  }

  /** Tells the listeners if a call fails; {@code ids} are of the jobs without an answer then. */
  void tellFailure(CompletionStage<?> call, Supplier<List<String>> ids) {
    if (!listeners.isEmpty()) {
      Stages.whenDone(
          call,
          (answer, failure) -> {
            if (failure != null) {
              ids.get()
                  .forEach(id -> listeners.tell(one -> one.scheduleFailed(queue, id, failure)));
            }
          });
    }
  }
}
