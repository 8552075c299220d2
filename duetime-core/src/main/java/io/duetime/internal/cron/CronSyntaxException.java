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

  public String field() {
    return field;
  }

  public String value() {
    return value;
  }

  public String allowed() {
    return allowed;
  }
}
