package io.duetime.engine;

import io.duetime.Expiry;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A request to schedule a job, checked and ready to be stored. Immutable. */
public final class JobSpec {
  private final String id;
  private final JobBody body;
  private final DueTime due;
  private final @Nullable Long priority;
  private final List<String> tags;
  private final @Nullable RetryPolicy retry;
  private final @Nullable Expiry expiry;
  private final OnConflict onConflict;
  private final long nonce;
  private final @Nullable Duration retention;
  private final boolean mayHaveArrived;

  private JobSpec(Builder from) {
    this.id = Limits.id(from.id);
    this.body = from.body;
    this.due = from.due;
    this.priority = from.priority;
    this.tags = from.tags;
    this.retry = from.retry;
    this.expiry = from.expiry;
    this.onConflict = from.onConflict;
    this.nonce = from.nonce;
    this.retention = from.retention;
    this.mayHaveArrived = from.mayHaveArrived;
  }

  /** Returns a builder of a request. */
  public static Builder builder(String id, JobBody body, DueTime due) {
    return new Builder(id, body, due);
  }

  /** Returns a builder with the values of this request. */
  public Builder toBuilder() {
    Builder copy = new Builder(id, body, due);
    copy.priority = priority;
    copy.tags = tags;
    copy.retry = retry;
    copy.expiry = expiry;
    copy.onConflict = onConflict;
    copy.nonce = nonce;
    copy.retention = retention;
    copy.mayHaveArrived = mayHaveArrived;
    return copy;
  }

  /** The caller's id, unique within the queue. */
  public String id() {
    return id;
  }

  /** The payload, content type and headers. */
  public JobBody body() {
    return body;
  }

  /** The due time. */
  public DueTime due() {
    return due;
  }

  /** The priority, or null for the queue's default. */
  public @Nullable Long priority() {
    return priority;
  }

  /** At most 16 tags, ascending, each once. */
  public List<String> tags() {
    return tags;
  }

  /** The retry policy, or null for the queue's default. */
  public @Nullable RetryPolicy retry() {
    return retry;
  }

  /** The expiry, or null for none. */
  public @Nullable Expiry expiry() {
    return expiry;
  }

  /** What happens if the queue already has the id. */
  public OnConflict onConflict() {
    return onConflict;
  }

  /** A number that identifies this request when it is repeated; 0 if it is never repeated. */
  public long nonce() {
    return nonce;
  }

  /** How long the ended job is remembered, or null for the queue's retention. */
  public @Nullable Duration retention() {
    return retention;
  }

  /** Whether the work of the job may have been done before, by the dead job that it copies. */
  public boolean mayHaveArrived() {
    return mayHaveArrived;
  }

  /** Builds a {@link JobSpec}; every setter is optional. */
  public static final class Builder {
    private String id;
    private JobBody body;
    private DueTime due;
    private @Nullable Long priority;
    private List<String> tags = List.of();
    private @Nullable RetryPolicy retry;
    private @Nullable Expiry expiry;
    private OnConflict onConflict = OnConflict.KEEP;
    private long nonce;
    private @Nullable Duration retention;
    private boolean mayHaveArrived;

    private Builder(String id, JobBody body, DueTime due) {
      this.id = Limits.given("id", id);
      this.body = Limits.given("body", body);
      this.due = Limits.given("due", due);
    }

    /** Replaces the id. */
    public Builder id(String newId) {
      this.id = Limits.given("id", newId);
      return this;
    }

    /** Replaces the payload. */
    public Builder body(JobBody newBody) {
      this.body = Limits.given("body", newBody);
      return this;
    }

    /** Replaces the due time. */
    public Builder due(DueTime newDue) {
      this.due = Limits.given("due", newDue);
      return this;
    }

    /** Sets the priority, 0 (first) to 2³²−1 (last); the queue's default if not set. */
    public Builder priority(long newPriority) {
      this.priority = Limits.priority(newPriority);
      return this;
    }

    /** Sets the tags, at most 16; equal tags count once. */
    public Builder tags(Collection<String> newTags) {
      if (Limits.given("tags", newTags).isEmpty()) {
        this.tags = List.of();
        return this;
      }
      Limits.tags(newTags);
      this.tags = List.copyOf(new TreeSet<>(newTags));
      return this;
    }

    /** Sets the retry policy; the queue's default if not set. */
    public Builder retry(RetryPolicy newRetry) {
      this.retry = Limits.given("retry", newRetry);
      return this;
    }

    /** Sets the expiry; none by default. */
    public Builder expiry(@Nullable Expiry newExpiry) {
      this.expiry = newExpiry;
      return this;
    }

    /** Sets what happens if the queue already has the id; {@link OnConflict#KEEP} by default. */
    public Builder onConflict(OnConflict rule) {
      this.onConflict = Limits.given("onConflict", rule);
      return this;
    }

    /**
     * Sets a random number drawn once per request. A repeated request with it gets the first
     * answer.
     */
    public Builder nonce(long newNonce) {
      this.nonce = newNonce;
      return this;
    }

    /**
     * Sets how long the ended job is remembered, 0 to 100 years; the queue's retention if not set.
     */
    public Builder retention(Duration newRetention) {
      this.retention = Limits.upToHundredYears("retention", newRetention);
      return this;
    }

    /** Sets whether the work of the job may have been done before, as by a dead job; false. */
    public Builder mayHaveArrived(boolean mayHave) {
      this.mayHaveArrived = mayHave;
      return this;
    }

    /** Checks the id and returns the request. */
    public JobSpec build() {
      return new JobSpec(this);
    }
  }
}
