package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be said of a job to be scheduled. Immutable; may be sent several times and
 * from several threads, each time as a new request.
 *
 * @param <T> the payload
 */
public final class JobRequest<T> {
  private final Builder<T> from;

  private JobRequest(Builder<T> from) {
    this.from = from;
  }

  /** Begins a request: without an id of its own, due at once. */
  public static <T> Builder<T> builder(T payload) {
    return new Builder<>(payload);
  }

  /** Begins a changed copy. */
  public Builder<T> toBuilder() {
    return new Builder<>(from);
  }

  /** The payload. */
  public T payload() {
    return from.payload;
  }

  /** The id, unless it is to be made up or taken from the content. */
  public Optional<String> id() {
    return Optional.ofNullable(from.id);
  }

  /** Whether the id is made from the payload. */
  public boolean isIdFromContent() {
    return from.idFromContent;
  }

  /** The due time, unless a delay is given. */
  public Optional<Instant> dueAt() {
    return Optional.ofNullable(from.dueAt);
  }

  /** The delay, zero unless set; means nothing when {@link #dueAt} is there. */
  public Duration delay() {
    return from.delay;
  }

  /** Over how long such jobs are spread; zero for not at all. */
  public Duration spread() {
    return from.spread;
  }

  /** The priority, unless the queue's default holds. */
  public Optional<Long> priority() {
    return Optional.ofNullable(from.priority);
  }

  /** The retry rule, unless the queue's default holds. */
  public Optional<RetryPolicy> retry() {
    return Optional.ofNullable(from.retry);
  }

  /** The headers. */
  public Map<String, String> headers() {
    return Map.copyOf(from.headers);
  }

  /** The tags. */
  public Set<String> tags() {
    return Set.copyOf(from.tags);
  }

  /** Until when the job is worth doing, if not for ever. */
  public Optional<Expiry> expiry() {
    return Optional.ofNullable(from.expiry);
  }

  /** What to do when the id exists. */
  public OnConflict onConflict() {
    return from.onConflict;
  }

  /** The durability asked for, unless the queue's or the store's holds. */
  public Optional<Durability> durability() {
    return Optional.ofNullable(from.durability);
  }

  /** How long the job is remembered when it is over, unless the queue's retention holds. */
  public Optional<Duration> retention() {
    return Optional.ofNullable(from.retention);
  }

  /**
   * What is asked for and differs from the defaults. Of the payload only its class, of headers only
   * their names: both may hold what must not be in a log.
   */
  @Override
  public String toString() {
    return new Description("JobRequest")
        .with("payload", from.payload.getClass().getSimpleName())
        .with("id", from.id)
        .when(from.idFromContent, "idFromContent")
        .with("dueAt", from.dueAt)
        .with("delay", from.dueAt == null ? from.delay : Duration.ZERO, Duration.ZERO)
        .with("spread", from.spread, Duration.ZERO)
        .with("priority", from.priority)
        .with("retry", from.retry)
        .with("headers", from.headers.keySet())
        .with("tags", from.tags)
        .with("expiry", from.expiry)
        .with("onConflict", from.onConflict, OnConflict.KEEP)
        .with("durability", from.durability)
        .with("retention", from.retention)
        .toString();
  }

  /**
   * Collects a {@link JobRequest}. Every setter may be left out and called in any order; the later
   * of {@code delay} and {@code dueAt} holds.
   *
   * @param <T> the payload
   */
  public static final class Builder<T> {
    private final T payload;
    private @Nullable String id;
    private boolean idFromContent;
    private @Nullable Instant dueAt;
    private Duration delay = Duration.ZERO;
    private Duration spread = Duration.ZERO;
    private @Nullable Long priority;
    private @Nullable RetryPolicy retry;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Set<String> tags = new TreeSet<>();
    private @Nullable Expiry expiry;
    private OnConflict onConflict = OnConflict.KEEP;
    private @Nullable Durability durability;
    private @Nullable Duration retention;

    private Builder(T payload) {
      this.payload = Limits.given("payload", payload);
    }

    private Builder(Builder<T> other) {
      this.payload = other.payload;
      this.id = other.id;
      this.idFromContent = other.idFromContent;
      this.dueAt = other.dueAt;
      this.delay = other.delay;
      this.spread = other.spread;
      this.priority = other.priority;
      this.retry = other.retry;
      this.headers.putAll(other.headers);
      this.tags.addAll(other.tags);
      this.expiry = other.expiry;
      this.onConflict = other.onConflict;
      this.durability = other.durability;
      this.retention = other.retention;
    }

    /**
     * Names the job, so that it can be found, moved and cancelled. A generated, growing id (a ULID)
     * unless set.
     *
     * @param newId 1 to 255 bytes of UTF-8 without control characters
     */
    public Builder<T> id(String newId) {
      this.id = Limits.id(newId);
      return this;
    }

    /**
     * Makes the id from the payload, so that two requests with equal payloads are one job: the
     * SHA-256 of the encoded bytes in 64 lower-case hexadecimal digits.
     */
    public Builder<T> idFromContent() {
      this.idFromContent = true;
      return this;
    }

    /** Due so long after the store has accepted the request, by its clock; at most 100 years. */
    public Builder<T> delay(Duration newDelay) {
      this.delay = Limits.given("delay", newDelay);
      this.dueAt = null;
      return this;
    }

    /**
     * Due at a moment; a part finer than a millisecond is rounded up. One in the past means due
     * now, in the order of the times given. From 1970 on, and at most 100 years ahead.
     */
    public Builder<T> dueAt(Instant newDueAt) {
      this.dueAt = Limits.given("dueAt", newDueAt);
      return this;
    }

    /**
     * Due at a local time of a zone: where clocks are put forward over it, at the first moment
     * after the gap; where they are put back, at its first occurrence.
     */
    public Builder<T> dueAt(LocalDateTime local, ZoneId zone) {
      Limits.given("dueAt", local);
      Limits.given("zone", zone);
      return dueAt(LocalMoment.of(local, zone));
    }

    /**
     * Puts the due time off by less than this window, by a hash of queue and id, so that jobs that
     * share a moment do not all start in it; the same job gets the same place again.
     *
     * @param window 0 to 49 days
     */
    public Builder<T> spread(Duration window) {
      this.spread = Limits.given("spread", window);
      return this;
    }

    /** 0 (first) to 2³²−1 (last) among the jobs that are due; the queue's default unless set. */
    public Builder<T> priority(long newPriority) {
      this.priority = newPriority;
      return this;
    }

    /** How often and when it is tried again; the queue's default unless set. */
    public Builder<T> retry(RetryPolicy newRetry) {
      this.retry = Limits.given("retry", newRetry);
      return this;
    }

    /** Sends a text beside the payload; at most 32 headers of 255 bytes. */
    public Builder<T> header(String name, String value) {
      this.headers.put(Limits.text("header", name), Limits.given("header " + name, value));
      return this;
    }

    /** Marks the job, so that all with the tag can be listed and changed; at most 16. */
    public Builder<T> tag(String tag) {
      this.tags.add(Limits.text("tag", tag));
      return this;
    }

    /** Not worth doing from a moment on; for ever unless set. Judged whenever it is claimed. */
    public Builder<T> expiresAt(Instant moment, Expiry.Action action) {
      this.expiry = new Expiry.At(moment, action);
      return this;
    }

    /** Not worth doing so long after its {@code firstDueAt}; follows a reschedule. */
    public Builder<T> expiresAfter(Duration time, Expiry.Action action) {
      this.expiry = new Expiry.After(time, action);
      return this;
    }

    /**
     * What to do when the queue already has the id; {@link OnConflict#KEEP} unless set, which drops
     * a request that comes while the job runs. To put a job off at each request, set {@link
     * OnConflict#REPLACE} or {@link OnConflict#debounce}.
     */
    public Builder<T> onConflict(OnConflict rule) {
      this.onConflict = Limits.given("onConflict", rule);
      return this;
    }

    /** How durable the answer has to be; the queue's, then the store's default unless set. */
    public Builder<T> durability(Durability newDurability) {
      this.durability = Limits.given("durability", newDurability);
      return this;
    }

    /** How long to remember the job when it is over; the queue's retention unless set. */
    public Builder<T> retention(Duration newRetention) {
      this.retention = Limits.given("retention", newRetention);
      return this;
    }

    /** Checks everything that can be checked without the store and makes the request. */
    public JobRequest<T> build() {
      if (id != null && idFromContent) {
        throw new InvalidRequestException("id", id, "none together with idFromContent");
      }
      if (priority != null) {
        Limits.priority(priority);
      }
      checkTimes();
      Limits.headers(headers);
      Limits.tags(tags);
      return new JobRequest<>(new Builder<>(this));
    }

    private void checkTimes() {
      Limits.delayMillis(delay);
      if (dueAt != null) {
        Limits.dueAt(dueAt);
      }
      Limits.within("spread", spread, Duration.ZERO, Limits.MAX_SPREAD, "0 to 49 days");
      if (retention != null) {
        Limits.upToHundredYears("retention", retention);
      }
    }
  }
}
