package io.duetime.opentelemetry;

import io.duetime.DuetimeException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import java.util.Locale;

/**
 * The names of attributes. Those that begin with {@code messaging} follow the semantic conventions
 * 1.43 for messaging, which are still in development.
 */
final class SpanAttributes {
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
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
  static SpanBuilder span(Tracer tracer, SpanKind kind, String operation, String queue, String id) {
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
