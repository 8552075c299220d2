package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * New values for a waiting or dead job, which stays in its place. Immutable: each method returns a
 * changed copy. What it does not name stays as it is.
 *
 * @param <T> the payload
 */
public final class JobChange<T> {
  private static final JobChange<?> NONE =
      new JobChange<>(null, null, new Terms(null, null, null, false), TagChange.NONE, false);

  private final @Nullable T payload;
  private final @Nullable Map<String, String> headers;
  private final Terms terms;
  private final TagChange tags;
  private final boolean onlyWaiting;

  private JobChange(
      @Nullable T payload,
      @Nullable Map<String, String> headers,
      Terms terms,
      TagChange tags,
      boolean onlyWaiting) {
    this.payload = payload;
    this.headers = headers;
    this.terms = terms;
    this.tags = tags;
    this.onlyWaiting = onlyWaiting;
  }

  private record Terms(
      @Nullable Long priority,
      @Nullable RetryPolicy retry,
      @Nullable Expiry expiry,
      boolean withoutExpiry) {}

  private record TagChange(@Nullable Set<String> all, Set<String> added, Set<String> removed) {
    static final TagChange NONE = new TagChange(null, Set.of(), Set.of());

    TagChange with(String tag) {
      return all == null
          ? new TagChange(null, plus(added, tag), minus(removed, tag))
          : new TagChange(plus(all, tag), added, removed);
    }

    TagChange without(String tag) {
      return all == null
          ? new TagChange(null, minus(added, tag), plus(removed, tag))
          : new TagChange(minus(all, tag), added, removed);
    }

    private static Set<String> plus(Set<String> tags, String tag) {
      Set<String> more = new TreeSet<>(tags);
      more.add(tag);
      return Set.copyOf(more);
    }

    private static Set<String> minus(Set<String> tags, String tag) {
      Set<String> fewer = new TreeSet<>(tags);
      fewer.remove(tag);
      return Set.copyOf(fewer);
    }
  }

  /** Returns a change of nothing, to begin with. A store refuses it. */
  @SuppressWarnings("unchecked") // it has no payload
  public static <T> JobChange<T> none() {
    return (JobChange<T>) NONE;
  }

  /** Checks that something changes, and returns this change. */
  public JobChange<T> notEmpty() {
    if (isEmpty()) {
      throw new InvalidRequestException(
          "change", "nothing", "payload, headers, priority, tags, retry or expiry");
    }
    return this;
  }

  /** Returns a copy that also replaces the payload and its content type. */
  public JobChange<T> payload(T newPayload) {
    return withPayload(Limits.given("payload", newPayload));
  }

  /** Returns a copy with a payload in another form, such as its bytes; null for none. */
  public <P> JobChange<P> withPayload(@Nullable P other) {
    return new JobChange<>(other, headers, terms, tags, onlyWaiting);
  }

  /** Returns a copy that also replaces all headers; at most 32. */
  public JobChange<T> headers(Map<String, String> newHeaders) {
    Limits.headers(newHeaders);
    return new JobChange<>(payload, Map.copyOf(newHeaders), terms, tags, onlyWaiting);
  }

  /** Returns a copy that also sets the priority, 0 (first) to 2³²−1 (last). */
  public JobChange<T> priority(long newPriority) {
    Limits.priority(newPriority);
    return with(new Terms(newPriority, terms.retry, terms.expiry, terms.withoutExpiry));
  }

  /**
   * Returns a copy that also sets the retry policy. Attempts that were used stay used; if the
   * policy has no more than these, one attempt remains.
   */
  public JobChange<T> retry(RetryPolicy newRetry) {
    Limits.given("retry", newRetry);
    return with(new Terms(terms.priority, newRetry, terms.expiry, terms.withoutExpiry));
  }

  /** Returns a copy that also makes the job expire at a moment after the store's now. */
  public JobChange<T> expiresAt(Instant moment, Expiry.Action action) {
    return expiry(new Expiry.At(moment, action));
  }

  /**
   * Returns a copy that also makes the job expire a duration after {@code firstDueAt}, which must
   * be after the store's now.
   */
  public JobChange<T> expiresAfter(Duration time, Expiry.Action action) {
    return expiry(new Expiry.After(time, action));
  }

  /** Returns a copy that also sets the expiry; null for none. */
  public JobChange<T> expiry(@Nullable Expiry newExpiry) {
    return with(new Terms(terms.priority, terms.retry, newExpiry, newExpiry == null));
  }

  /** Returns a copy that also removes the expiry. */
  public JobChange<T> withoutExpiry() {
    return expiry(null);
  }

  /** Returns a copy that also replaces all tags; at most 16 of up to 255 bytes. */
  public JobChange<T> tags(Collection<String> newTags) {
    Limits.tags(newTags);
    return with(new TagChange(Set.copyOf(newTags), Set.of(), Set.of()));
  }

  /** Returns a copy that also adds a tag; a job has at most 16. */
  public JobChange<T> addTag(String tag) {
    return with(tags.with(Limits.text("tag", tag)));
  }

  /** Returns a copy that also removes a tag; a job without it stays as it is. */
  public JobChange<T> removeTag(String tag) {
    return with(tags.without(Limits.text("tag", tag)));
  }

  /** Returns a copy that leaves a dead job as it is, and is answered {@link UpdateOutcome#DEAD}. */
  public JobChange<T> onlyWaiting() {
    return new JobChange<>(payload, headers, terms, tags, true);
  }

  private JobChange<T> with(Terms newTerms) {
    return new JobChange<>(payload, headers, newTerms, tags, onlyWaiting);
  }

  private JobChange<T> with(TagChange newTags) {
    return new JobChange<>(payload, headers, terms, newTags, onlyWaiting);
  }

  /** Whether it changes nothing. */
  public boolean isEmpty() {
    return payload == null && headers == null && terms.equals(NONE.terms) && tags.equals(NONE.tags);
  }

  /** The payload; empty if it stays. */
  public Optional<T> payload() {
    return Optional.ofNullable(payload);
  }

  /** The headers; empty if they stay. */
  public Optional<Map<String, String>> headers() {
    return Optional.ofNullable(headers);
  }

  /** The priority; empty if it stays. */
  public Optional<Long> priority() {
    return Optional.ofNullable(terms.priority);
  }

  /** The retry policy; empty if it stays. */
  public Optional<RetryPolicy> retry() {
    return Optional.ofNullable(terms.retry);
  }

  /** The expiry; empty if it stays or is removed. */
  public Optional<Expiry> expiry() {
    return Optional.ofNullable(terms.expiry);
  }

  /** Whether the expiry is removed. */
  public boolean isWithoutExpiry() {
    return terms.withoutExpiry;
  }

  /** All tags; empty if they stay, but for those that are added and removed. */
  public Optional<Set<String>> tags() {
    return Optional.ofNullable(tags.all);
  }

  /** The tags that are added. */
  public Set<String> addedTags() {
    return tags.added;
  }

  /** The tags that are removed. */
  public Set<String> removedTags() {
    return tags.removed;
  }

  /** The tags, ascending, of a job that has had others; more than 16 are to be refused. */
  public List<String> tagsOf(Collection<String> before) {
    Set<String> after =
        new TreeSet<>(tags.all == null ? Limits.allGiven("before", before) : tags.all);
    after.removeAll(tags.removed);
    after.addAll(tags.added);
    return List.copyOf(after);
  }

  /** Whether a dead job stays as it is. */
  public boolean isOnlyWaiting() {
    return onlyWaiting;
  }

  /**
   * Describes what changes. Of the payload it shows the class, of headers the names: their values
   * may be secret.
   */
  @Override
  public String toString() {
    return new Description("JobChange")
        .with("payload", payload == null ? null : payload.getClass().getSimpleName())
        .with("headers", headers == null ? null : new TreeSet<>(headers.keySet()))
        .with("priority", terms.priority)
        .with("retry", terms.retry)
        .with("expiry", terms.expiry)
        .when(terms.withoutExpiry, "withoutExpiry")
        .with("tags", tags.all == null ? null : new TreeSet<>(tags.all))
        .with("addedTags", tags.added, Set.of())
        .with("removedTags", tags.removed, Set.of())
        .when(onlyWaiting, "onlyWaiting")
        .toString();
  }
}
