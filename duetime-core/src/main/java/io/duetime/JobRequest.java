package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A request to schedule a job. Immutable; may be sent several times and from several threads, each
 * time as a new request.
 *
 * @param <T> the payload
 */
public final class JobRequest<T> {
  private final Builder<T> from;

  private JobRequest(Builder<T> from) {
    this.from = from;
  }

  /** Returns a builder of a request that is due at once and has a generated id. */
  public static <T> Builder<T> builder(T payload) {
    return new Builder<>(payload);
  }

  /** Returns a builder with the values of this request. */
  public Builder<T> toBuilder() {
    return new Builder<>(from.payload, from);
  }

  /** Returns a builder with the values of this request, another payload, and an id for it. */
  public <P> Builder<P> toBuilder(P payload, String id) {
    Builder<P> other = new Builder<>(Limits.given("payload", payload), from);
    other.idFromContent = false;
    return other.id(id);
  }

  /** The payload. */
  public T payload() {
    return from.payload;
  }

  /** The id; empty if it is generated or made from the payload. */
  public Optional<String> id() {
    return Optional.ofNullable(from.id);
  }

  /** Whether the id is made from the payload. */
  public boolean isIdFromContent() {
    return from.idFromContent;
  }

  /** The due time; empty if the request has a delay. */
  public Optional<Instant> dueAt() {
    return Optional.ofNullable(from.dueAt);
  }

  /** The delay, zero by default; unused if {@link #dueAt} is set. */
  public Duration delay() {
    return from.delay;
  }

  /** The window over which due times are spread; zero for none. */
  public Duration spread() {
    return from.spread;
  }

  /** The priority; empty for the queue's default. */
  public Optional<Long> priority() {
    return Optional.ofNullable(from.priority);
  }

  /** The retry policy; empty for the queue's default. */
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

  /** The expiry; empty for none. */
  public Optional<Expiry> expiry() {
    return Optional.ofNullable(from.expiry);
  }

  /** What happens if the queue already has the id. */
  public OnConflict onConflict() {
    return from.onConflict;
  }

  /** The durability; empty for the default of the queue object, then of the store. */
  public Optional<Durability> durability() {
    return Optional.ofNullable(from.durability);
  }

  /** How long the store remembers the ended job; empty for the queue's retention. */
  public Optional<Duration> retention() {
    return Optional.ofNullable(from.retention);
  }

  /**
   * The number by which the store knows a repeated request; empty for one that the library draws.
   */
  public OptionalLong nonce() {
    return from.nonce == 0 ? OptionalLong.empty() : OptionalLong.of(from.nonce);
  }

  /**
   * Describes what differs from the defaults. Of the payload it shows the class, of headers the
   * names: their values may be secret.
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
        .with("nonce", from.nonce, 0L)
        .toString();
  }

  /**
   * Builds a {@link JobRequest}. Every setter is optional; of {@code delay} and {@code dueAt} the
   * later call applies.
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
    private long nonce;

    private Builder(T payload) {
      this.payload = Limits.given("payload", payload);
    }

    private Builder(T payload, Builder<?> other) {
      this.payload = payload;
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
      this.nonce = other.nonce;
    }

    /**
     * Sets the id, by which the job can be found, rescheduled and cancelled. By default the library
     * generates a growing id (a ULID).
     *
     * @param newId 1 to 255 bytes of UTF-8 without control characters
     */
    public Builder<T> id(String newId) {
      this.id = Limits.id(newId);
      return this;
    }

    /**
     * Makes the id from the payload: the SHA-256 of the encoded bytes as 64 lower-case hexadecimal
     * digits. Requests with equal payloads are then one job.
     */
    public Builder<T> idFromContent() {
      this.idFromContent = true;
      return this;
    }

    /**
     * Makes the job due a delay after the store has accepted the request, by its clock; 0 to 100
     * years.
     */
    public Builder<T> delay(Duration newDelay) {
      this.delay = Limits.given("delay", newDelay);
      this.dueAt = null;
      return this;
    }

    /**
     * Makes the job due at a moment, from 1970 on and at most 100 years ahead, rounded up to
     * milliseconds. A moment in the past means now; such jobs run in the order of their due times.
     */
    public Builder<T> dueAt(Instant newDueAt) {
      this.dueAt = Limits.given("dueAt", newDueAt);
      return this;
    }

    /**
     * Makes the job due at a local time of a zone. A time that a clock change skips means the first
     * moment after the gap; a time that occurs twice means its first occurrence.
     */
    public Builder<T> dueAt(LocalDateTime local, ZoneId zone) {
      Limits.given("dueAt", local);
      Limits.given("zone", zone);
      ZoneOffsetTransition transition = zone.getRules().getTransition(local);
      boolean inGap = transition != null && transition.isGap();
      return dueAt(inGap ? transition.getInstant() : local.atZone(zone).toInstant());
    }

    /**
     * Postpones the due time by less than a window, by a hash of queue and id. Jobs of the same
     * moment then do not all start together. The same job always gets the same place.
     *
     * @param window 0 to 49 days
     */
    public Builder<T> spread(Duration window) {
      this.spread = Limits.given("spread", window);
      return this;
    }

    /**
     * Sets the priority: 0 (first) to 2³²−1 (last) among due jobs; the queue's default if not set.
     */
    public Builder<T> priority(long newPriority) {
      this.priority = newPriority;
      return this;
    }

    /** Sets the retry policy; the queue's default if not set. */
    public Builder<T> retry(RetryPolicy newRetry) {
      this.retry = Limits.given("retry", newRetry);
      return this;
    }

    /** Adds a header; at most 32, names and values of up to 255 bytes. */
    public Builder<T> header(String name, String value) {
      this.headers.put(Limits.text("header", name), Limits.given("header " + name, value));
      return this;
    }

    /**
     * Adds a tag, by which jobs can be listed and changed together; at most 16 of up to 255 bytes.
     */
    public Builder<T> tag(String tag) {
      this.tags.add(Limits.text("tag", tag));
      return this;
    }

    /** Makes the job expire at a moment; it is not run afterwards. Checked at every claim. */
    public Builder<T> expiresAt(Instant moment, Expiry.Action action) {
      this.expiry = new Expiry.At(moment, action);
      return this;
    }

    /** Makes the job expire a duration after {@code firstDueAt}, and so follow a reschedule. */
    public Builder<T> expiresAfter(Duration time, Expiry.Action action) {
      this.expiry = new Expiry.After(time, action);
      return this;
    }

    /**
     * Sets what happens if the queue already has the id. By default ({@link OnConflict#KEEP}) the
     * existing job is kept, and a request that arrives while it runs is dropped. To postpone a job
     * at each request, set {@link OnConflict#REPLACE} or {@link OnConflict#debounce}.
     */
    public Builder<T> onConflict(OnConflict rule) {
      this.onConflict = Limits.given("onConflict", rule);
      return this;
    }

    /** Sets the durability; by default that of the queue object, then the store's. */
    public Builder<T> durability(Durability newDurability) {
      this.durability = Limits.given("durability", newDurability);
      return this;
    }

    /**
     * Sets how long the store remembers the ended job, 0 to 100 years; the queue's retention if not
     * set.
     */
    public Builder<T> retention(Duration newRetention) {
      this.retention = Limits.given("retention", newRetention);
      return this;
    }

    /**
     * Sets the number by which the store knows that this request was made before: a repeated
     * request gets the first answer, as long as the job is known and has changed at most three
     * times since. Draw it once, at random, and store it with the request. By default the library
     * draws one for each call, and repeats the call with it while the store does not answer.
     *
     * @param newNonce any number but 0
     */
    public Builder<T> nonce(long newNonce) {
      if (newNonce == 0) {
        throw new InvalidRequestException("nonce", newNonce, "any number but 0");
      }
      this.nonce = newNonce;
      return this;
    }

    /**
     * Checks everything that needs no store, and returns the request.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
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
      return new JobRequest<>(new Builder<>(payload, this));
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
