package io.duetime.opentelemetry;

import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.time.Duration;
import java.util.Map;

/**
 * Traces jobs with OpenTelemetry: a span for each request to schedule a job, and one for each run
 * of a handler, which is current while the handler runs. Add it to the settings of a store: {@code
 * Duetime.builder().uri(uri).listener(DuetimeTracing.of(openTelemetry)).open()}.
 *
 * <p>The context of the request is stored in headers of the job, by the propagators of the {@link
 * OpenTelemetry} instance: {@code traceparent}, {@code tracestate} and {@code baggage} with those
 * of W3C. {@code docs/observability.md} lists the spans and their attributes. Span processors must
 * not block, as the batch processor of the SDK. Thread safe.
 */
public final class DuetimeTracing implements JobListener {
  private final RequestSpans requests;
  private final RunSpans runs;

  private DuetimeTracing(OpenTelemetry openTelemetry, Duration sameTraceUpTo) {
    Tracer tracer = openTelemetry.getTracer("io.duetime");
    TextMapPropagator propagator = openTelemetry.getPropagators().getTextMapPropagator();
    this.requests = new RequestSpans(tracer, propagator);
    this.runs = new RunSpans(tracer, propagator, sameTraceUpTo);
  }

  /** Creates tracing in which each run begins a new trace, with a link to its request. */
  public static DuetimeTracing of(OpenTelemetry openTelemetry) {
    return of(openTelemetry, Duration.ZERO);
  }

  /**
   * Creates tracing in which a run continues the trace of its request if the delay between them is
   * short. Other runs begin a new trace, with a link to their request.
   *
   * @param sameTraceUpTo the longest delay from the request to the due time of a run in the same
   *     trace, 0 to 100 years; zero for none
   */
  public static DuetimeTracing of(OpenTelemetry openTelemetry, Duration sameTraceUpTo) {
    Limits.upToHundredYears("sameTraceUpTo", sameTraceUpTo);
    return new DuetimeTracing(Limits.given("openTelemetry", openTelemetry), sameTraceUpTo);
  }

  @Override
  public boolean neverBlocks() {
    return true;
  }

  @Override
  public Map<String, String> scheduling(String queue, String id) {
    return requests.begin(queue, id);
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    requests.answered(queue, answer);
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    requests.failed(queue, id, failure);
  }

  @Override
  public void started(Job<?> job, Duration lateness) {
    runs.begin(job, lateness);
  }

  @Override
  public void ended(Job<?> job) {
    runs.handlerEnded(job);
  }

  @Override
  public void failed(Job<?> job, Throwable failure) {
    runs.failed(job, failure);
  }

  @Override
  public void leaseLost(Job<?> job) {
    runs.leaseLost(job);
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    runs.finished(job, outcome);
  }
}
