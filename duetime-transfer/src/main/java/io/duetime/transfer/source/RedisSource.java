package io.duetime.transfer.source;

import io.duetime.TimeSource;
import io.duetime.engine.JobSpec;
import io.duetime.internal.id.Ulids;
import io.duetime.transfer.OtherSystem;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Takes entries out of one or several places of a Redis, one place after the other. */
final class RedisSource implements OtherSystem {
  /** Looking for places takes at most this part of the time. */
  private static final int LOOK_PART = 20;

  private final RedisSession redis;
  private final Function<RedisSession, List<RedisLayout>> finder;
  private final TimeSource time;
  private final Ulids tokens;
  private final Map<String, TakenEntries> places = new LinkedHashMap<>();
  private final Deque<TakenEntries> active = new ArrayDeque<>();
  private long nextLookNanos;

  /**
   * Takes from places of {@code redis}, which is closed with the source.
   *
   * @param finder finds the places; called again when all known ones are empty
   */
  RedisSource(
      RedisSession redis, Function<RedisSession, List<RedisLayout>> finder, TimeSource time) {
    this.redis = redis;
    this.finder = finder;
    this.time = time;
    this.tokens = new Ulids(time, new SecureRandom());
    this.nextLookNanos = time.nanoTime();
  }

  @Override
  public Survey survey() {
    look();
    Survey all = Survey.EMPTY;
    for (TakenEntries place : places.values()) {
      all = all.plus(place.layout().survey(redis));
      all = all.plus(new Survey(Map.of("taken already", place.count()), Map.of(), List.of()));
    }
    return all;
  }

  @Override
  public Page<JobSpec> take() {
    Page<JobSpec> page = takeActive();
    if (page.entries().isEmpty()) {
      look();
      active.addAll(places.values());
      page = takeActive();
    }
    return page;
  }

  private Page<JobSpec> takeActive() {
    for (TakenEntries place = active.peek(); place != null; place = active.peek()) {
      List<Entry<JobSpec>> entries = place.take();
      if (!entries.isEmpty()) {
        return new Page<>(place.layout().place(), place.layout().queue(), entries);
      }
      active.remove();
    }
    return Page.empty();
  }

  private void look() {
    long begun = time.nanoTime();
    if (begun - nextLookNanos < 0) {
      return;
    }
    for (RedisLayout layout : finder.apply(redis)) {
      places.computeIfAbsent(layout.place(), name -> new TakenEntries(redis, layout, tokens::next));
    }
    long now = time.nanoTime();
    nextLookNanos = now + LOOK_PART * (now - begun);
  }

  @Override
  public void forget(Page<JobSpec> page, List<Entry<JobSpec>> stored) {
    TakenEntries place = places.get(page.place());
    if (place == null) {
      throw new IllegalArgumentException("no page of this source: " + page.place());
    }
    place.forget(stored);
  }

  @Override
  public void close() {
    redis.close();
  }
}
