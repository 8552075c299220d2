package io.duetime;

import io.duetime.text.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses a request that is invalid. Nothing was stored; the caller has to fix the request. */
public final class InvalidRequestException extends DuetimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 80;
  private static final String MISSING = "missing";

  private final String field;
  private final String value;
  private final String allowed;

  /**
   * Names the invalid field.
   *
   * @param field the field as the caller wrote it, such as {@code delay}
   * @param value the value given, or null for none; the message shows 80 characters of it
   * @param allowed what is allowed, as the end of the sentence "allowed: …"
   */
  public InvalidRequestException(String field, @Nullable Object value, String allowed) {
    this(ErrorCode.INVALID, field, value, allowed);
  }

  /** As {@link #InvalidRequestException(String, Object, String)}, with a more specific code. */
  public InvalidRequestException(
      ErrorCode code, String field, @Nullable Object value, String allowed) {
    super(code, field + said(value) + "; allowed: " + allowed, null);
    this.field = field;
    this.value = shown(value);
    this.allowed = allowed;
  }

  /** Copies an error, with the original as the cause. */
  public InvalidRequestException(InvalidRequestException first) {
    super(first.code(), String.valueOf(first.getMessage()), first);
    this.field = first.field;
    this.value = first.value;
    this.allowed = first.allowed;
  }

  /** The name of the invalid field. */
  public String field() {
    return field;
  }

  /** The value given, shortened to 80 characters, or {@code missing}. */
  public String value() {
    return value;
  }

  /** What is allowed, in words. */
  public String allowed() {
    return allowed;
  }

  private static String said(@Nullable Object value) {
    return value == null ? " is " + MISSING : " is '" + shown(value) + "'";
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return MISSING;
    }
    Object readable = value instanceof Duration length ? DurationText.exact(length) : value;
    String text = String.valueOf(readable).replaceAll("\\p{Cntrl}", "?");
    if (text.length() <= SHOWN) {
      return text;
    }
    return value instanceof Path
        ? "…" + text.substring(text.length() - SHOWN)
        : text.substring(0, SHOWN) + "…";
  }
}
