package io.duetime.internal.cron;

/** Refuses a text that is no cron expression, or one that matches no day. */
public final class CronSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String value;
  private final String allowed;

  CronSyntaxException(String field, String value, String allowed) {
    super(field + " is '" + value + "'; allowed: " + allowed);
    this.field = field;
    this.value = value;
    this.allowed = allowed;
  }

  /** Returns the part of the expression that is wrong. */
  public String field() {
    return field;
  }

  /** Returns the text of that part. */
  public String value() {
    return value;
  }

  /** Returns what is allowed, in words. */
  public String allowed() {
    return allowed;
  }
}
