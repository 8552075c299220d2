package io.duetime.opentelemetry;

import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
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
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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
  /** Requests with the same id at the same time are answered in some order. */
  private record Key(String queue, String id) {}

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
  private final ConcurrentHashMap<Key, Queue<Span>> requests = new ConcurrentHashMap<>();

  /** By the job of one attempt, which is an object of its own. */
  private final ConcurrentHashMap<Job<?>, Running> runs = new ConcurrentHashMap<>();

  private DuetimeTracing(OpenTelemetry openTelemetry, Duration sameTraceUpTo) {
    this.tracer = openTelemetry.getTracer("io.duetime");
    this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
    this.sameTraceUpTo = sameTraceUpTo;
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

  /** Begins a span in the caller's context, and returns that context for the headers of the job. */
  @Override
  public Map<String, String> scheduling(String queue, String id) {
    Span span = SpanAttributes.span(tracer, SpanKind.PRODUCER, "publish", queue, id).startSpan();
    requests.compute(new Key(queue, id), (key, spans) -> with(spans, span));
    Map<String, String> headers = new HashMap<>();
    propagator.inject(
        Context.current().with(span),
        headers,
        (map, name, value) -> {
          if (map != null) {
            map.put(name, value);
          }
        });
    return headers;
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    Span span = take(new Key(queue, answer.id()));
    if (span != null) {
      span.setAttribute(SpanAttributes.OUTCOME, SpanAttributes.word(answer.outcome()));
      DuetimeException refusal = answer.refusal();
      end(span, refusal);
    }
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    Span span = take(new Key(queue, id));
    if (span != null) {
      end(span, failure);
    }
  }

  private static void end(Span span, @Nullable Throwable failure) {
    if (failure != null) {
      span.setAttribute(SpanAttributes.ERROR, SpanAttributes.error(failure));
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  private @Nullable Span take(Key key) {
    Span[] taken = new Span[1];
    requests.computeIfPresent(
        key,
        (same, spans) -> {
          taken[0] = spans.poll();
          return spans.isEmpty() ? null : spans;
        });
    return taken[0];
  }

  private static Queue<Span> with(@Nullable Queue<Span> spans, Span span) {
    Queue<Span> all = spans == null ? new ArrayDeque<>(1) : spans;
    all.add(span);
    return all;
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // ended closes it, on the same thread
  public void started(Job<?> job, Duration lateness) {
    Context request = propagator.extract(Context.root(), job, HEADERS);
    SpanBuilder builder =
        SpanAttributes.span(tracer, SpanKind.CONSUMER, "process", job.queue(), job.id())
            .setAttribute(SpanAttributes.ATTEMPT, (long) job.attempt())
            .setAttribute(SpanAttributes.LATENESS, lateness.toMillis());
    Span span = related(builder, request, job).startSpan();
    // With the context of the request, so that its baggage is current too.
    runs.put(job, new Running(span, request.with(span).makeCurrent()));
  }

  @Override
  public void ended(Job<?> job) {
    Running running = runs.get(job);
    if (running != null) {
      running.scope.close();
    }
  }

  @Override
  public void failed(Job<?> job, Throwable failure) {
    Running running = runs.get(job);
    if (running != null) {
      running.span.recordException(failure);
      running.span.setAttribute(SpanAttributes.ERROR, SpanAttributes.error(failure));
      running.span.setStatus(StatusCode.ERROR);
    }
  }

  @Override
  public void leaseLost(Job<?> job) {
    Running running = runs.get(job);
    if (running != null) {
      running.span.addEvent("lease lost");
    }
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    Running running = runs.remove(job);
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

  /**
   * The names of attributes. Those that begin with {@code messaging} follow the semantic
   * conventions 1.43 for messaging, which are still in development.
   */
  static final class SpanAttributes {
    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    static final AttributeKey<String> OPERATION =
        AttributeKey.stringKey("messaging.operation.name");
    static final AttributeKey<String> OPERATION_TYPE =
        AttributeKey.stringKey("messaging.operation.type");
    static final AttributeKey<String> QUEUE = AttributeKey.stringKey("messaging.destination.name");
    static final AttributeKey<String> JOB = AttributeKey.stringKey("messaging.message.id");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("duetime.outcome");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("duetime.attempt");
    static final AttributeKey<Long> LATENESS = AttributeKey.longKey("duetime.lateness_ms");

    private SpanAttributes() {}

    /** Returns a name with few different values for a failure. */
    static String error(Throwable failure) {
      return failure instanceof DuetimeException known
          ? known.code().name()
          : failure.getClass().getName();
    }

    /** Begins to build the span of a job. */
    static SpanBuilder span(
        Tracer tracer, SpanKind kind, String operation, String queue, String id) {
      return tracer
          .spanBuilder(operation + " " + queue)
          .setSpanKind(kind)
          .setAttribute(SYSTEM, "duetime")
          .setAttribute(OPERATION, operation)
          .setAttribute(OPERATION_TYPE, operation.equals("publish") ? "send" : operation)
          .setAttribute(QUEUE, queue)
          .setAttribute(JOB, id);
    }

    static String word(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT);
    }
  }
}
