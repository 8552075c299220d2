package io.duetime.spring.boot;

import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Observes each request to schedule a job, and each run of a handler, which is current while the
 * handler runs. The context of the request travels in headers of the job. Thread safe.
 */
final class JobObservations implements JobListener {
  private static final String PUBLISH = "duetime.publish";
  private static final String PROCESS = "duetime.process";
  private static final String OUTCOME = "outcome";

  private record Request(String queue, String id) {}

  private record Run(Observation observation, Observation.Scope scope) {}

  private final ObservationRegistry registry;
  private final ConcurrentHashMap<Request, Queue<Observation>> requests = new ConcurrentHashMap<>();

  /** By the job of one attempt, which is an object of its own. */
  private final ConcurrentHashMap<Job<?>, Run> runs = new ConcurrentHashMap<>();

  JobObservations(ObservationRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Map<String, String> scheduling(String queue, String id) {
    Map<String, String> headers = new HashMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (carrier, name, value) -> {
              if (carrier != null) {
                carrier.put(name, value);
              }
            },
            Kind.PRODUCER);
    context.setCarrier(headers);
    Observation observation =
        described(Observation.createNotStarted(PUBLISH, () -> context, registry), queue, id)
            .contextualName("publish " + queue)
            .lowCardinalityKeyValue(OUTCOME, "none")
            .start();
    requests.compute(
        new Request(queue, id),
        (key, open) -> {
          Queue<Observation> all = open == null ? new ArrayDeque<>(1) : open;
          all.add(observation);
          return all;
        });
    return headers;
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    end(new Request(queue, answer.id()), word(answer.outcome()), answer.refusal());
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    end(new Request(queue, id), "failed", failure);
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // ended closes it, on the same thread
  public void started(Job<?> job, Duration lateness) {
    ReceiverContext<Job<?>> context =
        new ReceiverContext<>((carrier, name) -> carrier.headers().get(name));
    context.setCarrier(job);
    Observation observation =
        described(
                Observation.createNotStarted(PROCESS, () -> context, registry),
                job.queue(),
                job.id())
            .contextualName("process " + job.queue())
            .lowCardinalityKeyValue(OUTCOME, "none")
            .highCardinalityKeyValue("attempt", String.valueOf(job.attempt()))
            .start();
    runs.put(job, new Run(observation, observation.openScope()));
  }

  @Override
  public void ended(Job<?> job) {
    Run run = runs.get(job);
    if (run != null) {
      run.scope.close();
    }
  }

  @Override
  public void failed(Job<?> job, Throwable failure) {
    Run run = runs.get(job);
    if (run != null) {
      run.observation.error(failure);
    }
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    Run run = runs.remove(job);
    if (run != null) {
      run.observation.lowCardinalityKeyValue(OUTCOME, word(outcome)).stop();
    }
  }

  private static Observation described(Observation observation, String queue, String id) {
    return observation.lowCardinalityKeyValue("queue", queue).highCardinalityKeyValue("job", id);
  }

  private void end(Request request, String outcome, @Nullable Throwable failure) {
    Observation observation = take(request);
    if (observation != null) {
      if (failure != null) {
        observation.error(failure);
      }
      observation.lowCardinalityKeyValue(OUTCOME, outcome).stop();
    }
  }

  private @Nullable Observation take(Request request) {
    Observation[] taken = new Observation[1];
    requests.computeIfPresent(
        request,
        (same, open) -> {
          taken[0] = open.poll();
          return open.isEmpty() ? null : open;
        });
    return taken[0];
  }

  private static String word(Enum<?> outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
