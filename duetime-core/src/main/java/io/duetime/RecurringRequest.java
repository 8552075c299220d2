package io.duetime;

import java.time.Duration;
import java.time.Instant;
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
 * @param template what each tick schedules, without an id or a due time of its own
 * @param rules which ticks run
 * @param paused whether the definition is paused; null leaves it unchanged, and does not pause a
 *     new definition
 * @param pending what happens to ticks that were never begun, when the request changes the
 *     definition
 * @param owner who puts the definition, such as the name of an application, so that it can remove
 *     what it no longer puts; null for nobody. 1 to 255 bytes of UTF-8
 * @param <T> the payload
 */
public record RecurringRequest<T>(
    String name,
    Schedule schedule,
    JobRequest<T> template,
    TickRules rules,
    @Nullable Boolean paused,
    PendingTicks pending,
    @Nullable String owner) {
  /**
   * Checks the name and the template, and that nothing is missing.
   *
   * @throws InvalidRequestException if a value is not allowed
   */
  public RecurringRequest {
    Limits.recurringName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("rules", rules);
    Limits.given("pending", pending);
    if (owner != null) {
      Limits.text("owner", owner);
    }
    template.id().ifPresent(id -> refuse("id", id));
    template.dueAt().ifPresent(dueAt -> refuse("dueAt", dueAt));
    template.nonce().ifPresent(nonce -> refuse("nonce", nonce));
    template.durability().ifPresent(durability -> refuse("durability", durability));
    if (template.isIdFromContent()) {
      refuse("idFromContent", true);
    }
    if (!template.delay().isZero()) {
      refuse("delay", template.delay());
    }
    if (!template.spread().isZero()) {
      refuse("spread", template.spread());
    }
    if (template.onConflict().rule() != OnConflict.Rule.KEEP) {
      refuse("onConflict", template.onConflict());
    }
  }

  private static void refuse(String field, Object value) {
    throw new InvalidRequestException(
        "template." + field, value, "not set: each tick has its own id and due time");
  }

  /** Returns a builder whose jobs have a payload and otherwise defaults. */
  public static <T> Builder<T> builder(String name, Schedule schedule, T payload) {
    return new Builder<>(name, schedule, JobRequest.builder(payload).build());
  }

  /** Returns a builder with the values of this request. */
  public Builder<T> toBuilder() {
    Builder<T> copy = new Builder<>(name, schedule, template);
    copy.rules = rules;
    copy.paused = paused;
    copy.pending = pending;
    copy.owner = owner;
    return copy;
  }

  /** Describes what differs from the defaults. */
  @Override
  public String toString() {
    return new Description("RecurringRequest")
        .with("name", name)
        .with("schedule", schedule)
        .with("template", template)
        .with("missed", rules.missed(), MissedTicks.LATEST)
        .with("grace", rules.grace(), TickRules.DEFAULT_GRACE)
        .with("until", rules.until())
        .with("times", rules.times(), 0L)
        .when(rules.firstNow(), "firstNow")
        .with("overlap", rules.overlap(), Overlap.ALLOW)
        .with("paused", paused)
        .when(pending == PendingTicks.KEEP, "keepPending")
        .with("owner", owner)
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
    private TickRules rules = TickRules.DEFAULT;
    private @Nullable Boolean paused;
    private PendingTicks pending = PendingTicks.WITHDRAW;
    private @Nullable String owner;

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

    /** Sets which ticks run; the other methods change single rules. */
    public Builder<T> rules(TickRules newRules) {
      this.rules = Limits.given("rules", newRules);
      return this;
    }

    /** Sets what happens to missed ticks; {@link MissedTicks#LATEST} by default. */
    public Builder<T> missed(MissedTicks newMissed) {
      this.rules = rules.withMissed(newMissed);
      return this;
    }

    /**
     * Sets what happens to a tick while an earlier job of the definition has begun and not ended;
     * {@link Overlap#ALLOW} by default.
     */
    public Builder<T> overlap(Overlap newOverlap) {
      this.rules = rules.withOverlap(newOverlap);
      return this;
    }

    /**
     * Sets how long after its moment a tick may start under {@link MissedTicks#NONE}; one minute by
     * default.
     *
     * @param newGrace 1 ms to 100 years
     */
    public Builder<T> grace(Duration newGrace) {
      this.rules = rules.withGrace(newGrace);
      return this;
    }

    /** Ends the ticks: none is later than this moment. */
    public Builder<T> until(Instant newUntil) {
      this.rules = rules.withUntil(Limits.given("until", newUntil));
      return this;
    }

    /**
     * Ends the ticks after some of them. Ticks that are missed do not count; a changed definition
     * continues the count.
     *
     * @param newTimes 1 to 2³²−1
     */
    public Builder<T> times(long newTimes) {
      if (newTimes == 0) {
        throw new InvalidRequestException("times", newTimes, "1 or more");
      }
      this.rules = rules.withTimes(newTimes);
      return this;
    }

    /** Also ticks at the moment at which the definition is first stored, if it has none yet. */
    public Builder<T> firstNow() {
      this.rules = rules.withFirstNow();
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
     * Keeps the jobs of ticks that were never begun as they were scheduled; by default a changed
     * schedule or template withdraws them.
     */
    public Builder<T> keepPending() {
      this.pending = PendingTicks.KEEP;
      return this;
    }

    /**
     * Sets who puts the definition, such as the name of an application; nobody by default. The next
     * request for the definition replaces it.
     *
     * @param newOwner 1 to 255 bytes of UTF-8 without control characters
     */
    public Builder<T> owner(String newOwner) {
      this.owner = Limits.text("owner", newOwner);
      return this;
    }

    /**
     * Checks the name and returns the request.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
    public RecurringRequest<T> build() {
      return new RecurringRequest<>(name, schedule, template, rules, paused, pending, owner);
    }
  }
}
