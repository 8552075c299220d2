package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * A request to store a recurring definition. Immutable.
 *
 * <p>Storing the same request again changes nothing. A request that does not set {@code paused}
 * leaves it unchanged, so that a restart of an application does not resume what an operator has
 * paused.
 *
 * @param name unique within the queue, 1 to 200 bytes of UTF-8
 * @param schedule when it ticks
 * @param template what each tick schedules; its id and due time are not used
 * @param missed what happens to ticks that passed while no process was open or it was paused
 * @param paused whether the definition is paused; null leaves it unchanged, and does not pause a
 *     new definition
 * @param replacePending whether this request replaces the jobs that wait for future ticks
 * @param <T> the payload
 */
public record RecurringRequest<T>(
    String name,
    Schedule schedule,
    JobRequest<T> template,
    MissedTicks missed,
    @Nullable Boolean paused,
    boolean replacePending) {
  /** Checks the name, and that nothing is missing. */
  public RecurringRequest {
    Limits.recurringName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("missed", missed);
  }

  /** Returns a builder whose jobs have a payload and otherwise defaults. */
  public static <T> Builder<T> builder(String name, Schedule schedule, T payload) {
    return new Builder<>(name, schedule, JobRequest.builder(payload).build());
  }

  /** Returns a builder with the values of this request. */
  public Builder<T> toBuilder() {
    Builder<T> copy = new Builder<>(name, schedule, template).missed(missed);
    copy.paused = paused;
    copy.replacePending = replacePending;
    return copy;
  }

  /** Describes what differs from the defaults. */
  @Override
  public String toString() {
    return new Description("RecurringRequest")
        .with("name", name)
        .with("schedule", schedule)
        .with("template", template)
        .with("missed", missed, MissedTicks.LATEST)
        .with("paused", paused)
        .when(replacePending, "replacePending")
        .toString();
  }

  /**
   * Builds a {@link RecurringRequest}.
   *
   * @param <T> the payload
   */
  public static final class Builder<T> {
    private final String name;
    private final Schedule schedule;
    private JobRequest<T> template;
    private MissedTicks missed = MissedTicks.LATEST;
    private @Nullable Boolean paused;
    private boolean replacePending;

    private Builder(String name, Schedule schedule, JobRequest<T> template) {
      this.name = name;
      this.schedule = schedule;
      this.template = template;
    }

    /** Sets what each tick schedules: payload, priority, retry policy, tags and so on. */
    public Builder<T> template(JobRequest<T> newTemplate) {
      this.template = newTemplate;
      return this;
    }

    /** Sets what happens to missed ticks; {@link MissedTicks#LATEST} by default. */
    public Builder<T> missed(MissedTicks newMissed) {
      this.missed = newMissed;
      return this;
    }

    /**
     * Pauses the definition. By default this is left unchanged, and a new definition is not paused.
     */
    public Builder<T> paused() {
      this.paused = true;
      return this;
    }

    /** Resumes the definition if it is paused. */
    public Builder<T> resumed() {
      this.paused = false;
      return this;
    }

    /**
     * Replaces the jobs that wait for future ticks; by default they stay as they were scheduled.
     */
    public Builder<T> replacePending() {
      this.replacePending = true;
      return this;
    }

    /**
     * Checks the name and returns the request.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
    public RecurringRequest<T> build() {
      return new RecurringRequest<>(name, schedule, template, missed, paused, replacePending);
    }
  }
}
