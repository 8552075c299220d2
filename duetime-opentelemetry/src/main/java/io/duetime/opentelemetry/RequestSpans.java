package io.duetime.opentelemetry;

import io.duetime.DuetimeException;
import io.duetime.Scheduled;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Spans of requests to schedule a job, from the call to its answer. Thread safe. */
final class RequestSpans {
  /** Requests with the same id at the same time are answered in some order. */
  private record Key(String queue, String id) {}

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final ConcurrentHashMap<Key, Queue<Span>> open = new ConcurrentHashMap<>();

  RequestSpans(Tracer tracer, TextMapPropagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  /** Begins a span in the caller's context, and returns that context for the headers of the job. */
  Map<String, String> begin(String queue, String id) {
    Span span =
        tracer
            .spanBuilder("publish " + queue)
            .setSpanKind(SpanKind.PRODUCER)
            .setAttribute(SpanAttributes.SYSTEM, "duetime")
            .setAttribute(SpanAttributes.OPERATION, "publish")
            .setAttribute(SpanAttributes.OPERATION_TYPE, "send")
            .setAttribute(SpanAttributes.QUEUE, queue)
            .setAttribute(SpanAttributes.JOB, id)
            .startSpan();
    open.compute(new Key(queue, id), (key, spans) -> with(spans, span));
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

  void answered(String queue, Scheduled answer) {
    Span span = take(new Key(queue, answer.id()));
    if (span != null) {
      span.setAttribute(SpanAttributes.OUTCOME, SpanAttributes.word(answer.outcome()));
      DuetimeException refusal = answer.refusal();
      end(span, refusal);
    }
  }

  void failed(String queue, String id, Throwable failure) {
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
    open.computeIfPresent(
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
}
