package io.duetime.wire;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * An error as RFC 9457 problem details.
 *
 * @param status the HTTP status
 * @param code a stable name: an {@link ErrorCode}, or a code of HTTP that {@code docs/errors.md}
 *     lists
 * @param detail a sentence for people
 * @param more further members, such as {@code field}, {@code value} and {@code allowed}
 */
public record Problem(int status, String code, String detail, Map<String, String> more) {
  /** How an {@link InvalidRequestException} names a value that is missing. */
  private static final String MISSING = "missing";

  /** A problem without further members. */
  public static Problem of(int status, String code, String detail) {
    return new Problem(status, code, detail, Map.of());
  }

  /** The problem that an exception is over HTTP. */
  public static Problem of(DuetimeException error) {
    if (error instanceof InvalidRequestException invalid) {
      Map<String, String> more = new LinkedHashMap<>();
      more.put("field", invalid.field());
      more.put("value", invalid.value());
      more.put("allowed", invalid.allowed());
      return new Problem(status(error.code()), error.code().name(), message(error), more);
    }
    return of(status(error.code()), error.code().name(), message(error));
  }

  /** Reads a problem, or the error of one item. */
  public static Problem read(Fields problem) {
    Map<String, String> more = new LinkedHashMap<>();
    for (String name : List.of("field", "value", "allowed")) {
      if (problem.hasValue(name)) {
        more.put(name, problem.shown(name));
      }
    }
    return new Problem(
        0,
        Objects.requireNonNullElse(problem.textOrNull("code"), ""),
        Objects.requireNonNullElse(problem.textOrNull("detail"), "the server gave no reason"),
        more);
  }

  /** The code as one of ours; empty for a code of HTTP itself, or of a newer server. */
  public Optional<ErrorCode> known() {
    return Arrays.stream(ErrorCode.values()).filter(one -> one.name().equals(code)).findFirst();
  }

  /** The exception that an engine in this process would throw. */
  public DuetimeException exception() {
    return known()
        .map(this::exception)
        .orElseGet(() ->
            new InvalidRequestException(
                "request", code.isEmpty() ? null : code, "what this server can do: " + detail));
  }

  private DuetimeException exception(ErrorCode error) {
    return switch (error) {
      case INVALID, UNKNOWN_STORE, UNSUPPORTED -> invalid(error);
      case QUOTA_EXCEEDED, OVERLAP, STORE_FULL, STORE_UNAVAILABLE, LEASE_LOST, INTERRUPTED ->
          new RetryableException(error, detail);
      // The server's store is closed because the server stops; another one may answer.
      case STORE_CLOSED -> new RetryableException(ErrorCode.STORE_UNAVAILABLE, detail);
      case OUTCOME_UNKNOWN -> new OutcomeUnknownException(detail, null);
      case STORE_REFUSED, STORE_LOCKED, STORE_DAMAGED, STORE_FAILED, INTERNAL ->
          new StoreFailureException(error, detail);
    };
  }

  private DuetimeException invalid(ErrorCode error) {
    String field = more.get("field");
    String allowed = more.get("allowed");
    if (field == null || allowed == null) {
      return new InvalidRequestException(error, "request", null, detail);
    }
    String value = more.get("value");
    return new InvalidRequestException(error, field, MISSING.equals(value) ? null : value, allowed);
  }

  /** The same with one more member. */
  public Problem with(String name, String value) {
    Map<String, String> added = new LinkedHashMap<>(more);
    added.put(name, value);
    return new Problem(status, code, detail, added);
  }

  /** The whole document. */
  public JsonShape document() {
    return JsonShape.object(out -> {
      out.writeStringProperty("type", "urn:duetime:error:" + code);
      out.writeStringProperty("title", title(code));
      out.writeNumberProperty("status", status);
      members(out);
    });
  }

  /** The error of one refused item of a batch: {@code {"code","detail",…}}. */
  public JsonShape brief() {
    return JsonShape.object(this::members);
  }

  private void members(JsonGenerator out) {
    out.writeStringProperty("code", code);
    out.writeStringProperty("detail", detail);
    more.forEach(out::writeStringProperty);
  }

  private static String message(@Nullable Throwable error) {
    String message = error == null ? null : error.getMessage();
    return message == null ? "" : message;
  }

  private static String title(String code) {
    String words = code.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static int status(ErrorCode code) {
    return switch (code) {
      case INVALID, UNKNOWN_STORE -> 400;
      case LEASE_LOST, OVERLAP -> 409;
      case QUOTA_EXCEEDED -> 429;
      case STORE_REFUSED, STORE_DAMAGED, STORE_FAILED, INTERNAL -> 500;
      case UNSUPPORTED -> 501;
      case STORE_UNAVAILABLE, STORE_CLOSED, STORE_LOCKED, INTERRUPTED -> 503;
      case OUTCOME_UNKNOWN -> 504;
      case STORE_FULL -> 507;
    };
  }
}
