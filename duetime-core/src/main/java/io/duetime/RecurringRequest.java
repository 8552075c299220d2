package io.duetime;

import io.duetime.engine.RecurringJob;

/**
 * Everything that can be said of a recurring job. Immutable.
 *
 * @param name unique within the queue, 1 to 200 bytes of UTF-8
 * @param schedule when it ticks
 * @param template what each tick schedules: its id and its due time are not used
 * @param missed what becomes of ticks that nobody was there for
 * @param <T> the payload
 */
public record RecurringRequest<T>(
    String name, Schedule schedule, JobRequest<T> template, MissedTicks missed) {
  /** Checks the name. */
  public RecurringRequest {
    RecurringJob.checkedName(name);
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
    return new Builder<>(name, schedule, template).missed(missed);
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

    /** Checks the name and makes the request. */
    public RecurringRequest<T> build() {
      return new RecurringRequest<>(name, schedule, template, missed);
    }
  }
}
