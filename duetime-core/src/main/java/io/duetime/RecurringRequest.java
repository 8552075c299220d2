package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Everything that can be said of a recurring job. Immutable.
 *
 * <p>Storing the same request again changes nothing. A request that does not say whether the
 * definition is paused leaves it as it is, so that a restart of an application does not resume what
 * an operator has paused.
 *
 * @param name unique within the queue, 1 to 200 bytes of UTF-8
 * @param schedule when it ticks
 * @param template what each tick schedules: its id and its due time are not used
 * @param missed what becomes of ticks that passed while no process was open or it was paused
 * @param paused whether ticks are left out from now on; null leaves that as it is, and a new
 *     definition ticks
 * @param replacePending whether jobs that wait for ticks to come give way to those of this request
 * @param <T> the payload
 */
public record RecurringRequest<T>(
    String name,
    Schedule schedule,
    JobRequest<T> template,
    MissedTicks missed,
    @Nullable Boolean paused,
    boolean replacePending) {
  /** Checks the name. */
  public RecurringRequest {
    Limits.recurringName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("missed", missed);
  }

  /** Begins a request whose jobs carry a payload and nothing else. */
  public static <T> Builder<T> builder(String name, Schedule schedule, T payload) {
    return new Builder<>(name, schedule, JobRequest.builder(payload).build());
  }

  /** Begins a changed copy. */
  public Builder<T> toBuilder() {
    Builder<T> copy = new Builder<>(name, schedule, template).missed(missed);
    copy.paused = paused;
    copy.replacePending = replacePending;
    return copy;
  }

  /** What is asked for and differs from the defaults. */
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
   * Collects a {@link RecurringRequest}.
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

    /** What each tick schedules, with priority, retry rule, tags and so on. */
    public Builder<T> template(JobRequest<T> newTemplate) {
      this.template = newTemplate;
      return this;
    }

    /** What becomes of missed ticks; {@link MissedTicks#LATEST} unless set. */
    public Builder<T> missed(MissedTicks newMissed) {
      this.missed = newMissed;
      return this;
    }

    /** Leaves ticks out from now on; as it was unless set, and a new definition ticks. */
    public Builder<T> paused() {
      this.paused = true;
      return this;
    }

    /** Goes on with the ticks, also where the definition is paused. */
    public Builder<T> resumed() {
      this.paused = false;
      return this;
    }

    /**
     * Has jobs that wait for ticks to come give way to those of this request; by default they stay
     * as they were scheduled.
     */
    public Builder<T> replacePending() {
      this.replacePending = true;
      return this;
    }

    /** Checks the name and makes the request. */
    public RecurringRequest<T> build() {
      return new RecurringRequest<>(name, schedule, template, missed, paused, replacePending);
    }
  }
}
