package io.duetime.opentelemetry;

import io.duetime.Job;
import io.duetime.SettleOutcome;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Spans of runs, from the start of a handler to its settlement. A span is current while its handler
 * runs. Thread safe.
 */
final class RunSpans {
  private record Running(Span span, Scope scope) {}

  private static final TextMapGetter<Job<?>> HEADERS =
      new TextMapGetter<>() {
        // Before 1.67 the API requires this method.
        @Override
        @SuppressWarnings("deprecation")
        public Iterable<String> keys(Job<?> job) {
          return job.headers().keySet();
        }

        @Override
        public @Nullable String get(@Nullable Job<?> job, String name) {
          return job == null ? null : job.headers().get(name);
        }
      };

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final Duration sameTraceUpTo;

  /** By the job of one attempt, which is an object of its own. */
  private final ConcurrentHashMap<Job<?>, Running> open = new ConcurrentHashMap<>();

  RunSpans(Tracer tracer, TextMapPropagator propagator, Duration sameTraceUpTo) {
    this.tracer = tracer;
    this.propagator = propagator;
    this.sameTraceUpTo = sameTraceUpTo;
  }

  @SuppressWarnings("MustBeClosedChecker") // handlerEnded closes it, on the same thread
  void begin(Job<?> job, Duration lateness) {
    Context request = propagator.extract(Context.root(), job, HEADERS);
    SpanBuilder builder =
        tracer
            .spanBuilder("process " + job.queue())
            .setSpanKind(SpanKind.CONSUMER)
            .setAttribute(SpanAttributes.SYSTEM, "duetime")
            .setAttribute(SpanAttributes.OPERATION, "process")
            .setAttribute(SpanAttributes.OPERATION_TYPE, "process")
            .setAttribute(SpanAttributes.QUEUE, job.queue())
            .setAttribute(SpanAttributes.JOB, job.id())
            .setAttribute(SpanAttributes.ATTEMPT, (long) job.attempt())
            .setAttribute(SpanAttributes.LATENESS, lateness.toMillis());
    Span span = related(builder, request, job).startSpan();
    // With the context of the request, so that its baggage is current too.
    open.put(job, new Running(span, request.with(span).makeCurrent()));
  }

  void handlerEnded(Job<?> job) {
    Running running = open.get(job);
    if (running != null) {
      running.scope.close();
    }
  }

  void failed(Job<?> job, Throwable failure) {
    Running running = open.get(job);
    if (running != null) {
      running.span.recordException(failure);
      running.span.setAttribute(SpanAttributes.ERROR, SpanAttributes.error(failure));
      running.span.setStatus(StatusCode.ERROR);
    }
  }

  void leaseLost(Job<?> job) {
    Running running = open.get(job);
    if (running != null) {
      running.span.addEvent("lease lost");
    }
  }

  void finished(Job<?> job, SettleOutcome outcome) {
    Running running = open.remove(job);
    if (running != null) {
      running.span.setAttribute(SpanAttributes.OUTCOME, SpanAttributes.word(outcome));
      running.span.end();
    }
  }

  // A trace that lasts hours or months is of no use: by default the run has a trace of its own.
  private SpanBuilder related(SpanBuilder builder, Context request, Job<?> job) {
    Duration delay = Duration.between(job.scheduledAt(), job.dueAt());
    if (!sameTraceUpTo.isZero() && delay.compareTo(sameTraceUpTo) <= 0) {
      return builder.setParent(request);
    }
    Span origin = Span.fromContext(request);
    builder.setNoParent();
    return origin.getSpanContext().isValid() ? builder.addLink(origin.getSpanContext()) : builder;
  }
}
