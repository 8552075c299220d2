package io.duetime.server.json;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** The same with one more member. */
  public Problem with(String name, String value) {
    Map<String, String> added = new LinkedHashMap<>(more);
    added.put(name, value);
    return new Problem(status, code, detail, added);
  }

  /** The whole document. */
  public JsonShape document() {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("type", "urn:duetime:error:" + code);
      out.writeStringProperty("title", title(code));
      out.writeNumberProperty("status", status);
      out.writeStringProperty("detail", detail);
      out.writeStringProperty("code", code);
      more.forEach(out::writeStringProperty);
      out.writeEndObject();
    };
  }

  /** The error of one refused item of a batch: {@code {"code","detail",…}}. */
  public JsonShape brief() {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("code", code);
      out.writeStringProperty("detail", detail);
      more.forEach(out::writeStringProperty);
      out.writeEndObject();
    };
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
      case LEASE_LOST -> 409;
      case QUOTA_EXCEEDED -> 429;
      case STORE_REFUSED, STORE_DAMAGED, STORE_FAILED, INTERNAL -> 500;
      case UNSUPPORTED -> 501;
      case STORE_UNAVAILABLE, STORE_CLOSED, STORE_LOCKED, INTERRUPTED -> 503;
      case OUTCOME_UNKNOWN -> 504;
      case STORE_FULL -> 507;
    };
  }
}
