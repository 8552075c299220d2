package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.TimeSource;
import io.duetime.engine.JobSpec;
import io.duetime.id.Ulids;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes entries out of one or several places of a Redis, one place after the other. */
final class RedisSource implements OtherSystem {
  /** What is taken is in a hash, whose key is this before the place, in its slot of a cluster. */
  static final String TAKEN = "duetime-import:";

  private static final String OF = "of:";
  private static final Pattern TAGGED = Pattern.compile("[^{]*\\{[^}]+}.*", Pattern.DOTALL);
  private static final int PAGE = 1_000;
  private static final int PAGE_BYTES = 1 << 20;

  /** Looking for places takes at most this part of the time. */
  private static final int LOOK_PART = 20;

  private final RedisSession redis;
  private final Function<RedisSession, List<RedisLayout>> finder;
  private final TimeSource time;
  private final Ulids tokens;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final Deque<Place> active = new ArrayDeque<>();
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
    for (Place place : places.values()) {
      all = all.plus(place.layout.survey(redis));
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
    for (Place place = active.peek(); place != null; place = active.peek()) {
      List<Entry<JobSpec>> entries = place.take();
      if (!entries.isEmpty()) {
        return new Page<>(place.layout.place(), place.layout.queue(), entries);
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
      places.computeIfAbsent(layout.place(), name -> new Place(layout));
    }
    long now = time.nanoTime();
    nextLookNanos = now + LOOK_PART * (now - begun);
  }

  @Override
  public void forget(Page<JobSpec> page, List<Entry<JobSpec>> stored) {
    Place place = places.get(page.place());
    if (place == null) {
      throw new IllegalArgumentException("no page of this source: " + page.place());
    }
    place.forget(stored);
  }

  @Override
  public void close() {
    redis.close();
  }

  private static String script(String name) {
    try (InputStream in = RedisSource.class.getResourceAsStream(name + ".lua")) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A place with a hash tag keeps it; another becomes one. */
  private static String key(String place) {
    return TAKEN + (TAGGED.matcher(place).matches() ? OF + place : "{" + place + "}");
  }

  /** The place of a hash, or empty if the key is another one. */
  static Optional<String> placeOf(String key) {
    String rest = key.substring(TAKEN.length());
    if (rest.startsWith(OF)) {
      return Optional.of(rest.substring(OF.length()));
    }
    return rest.startsWith("{") && rest.endsWith("}")
        ? Optional.of(rest.substring(1, rest.length() - 1))
        : Optional.empty();
  }

  /**
   * The entries of one place that are taken and not yet forgotten: a hash beside the system's own
   * keys. Entries of an interrupted import are read again before further ones are taken.
   */
  private final class Place {
    private final RedisLayout layout;
    private final byte[] key;
    private final String script;
    private @Nullable ScanCursor behind = ScanCursor.INITIAL;

    Place(RedisLayout layout) {
      this.layout = layout;
      this.key = key(layout.keys().get(0)).getBytes(UTF_8);
      this.script = script(layout.script());
    }

    /** The number of entries that an interrupted import has left, or that could not be stored. */
    long count() {
      return redis.call(commands -> commands.hlen(key));
    }

    /** Takes the next entries. */
    List<Entry<JobSpec>> take() {
      while (behind != null) {
        List<Entry<JobSpec>> again = takeAgain(behind);
        if (!again.isEmpty()) {
          return again;
        }
      }
      return takeFurther();
    }

    private List<Entry<JobSpec>> takeAgain(ScanCursor from) {
      MapScanCursor<byte[], byte[]> found =
          redis.call(commands -> commands.hscan(key, from, ScanArgs.Builder.limit(PAGE)));
      behind = found.isFinished() ? null : found;
      List<Entry<JobSpec>> entries = new ArrayList<>();
      found.getMap().forEach((field, record) -> entries.add(read(field, record)));
      // Handles grow: of a member that was taken twice, the later entry has to be stored last.
      entries.sort(Comparator.comparing(Entry::handle));
      return entries;
    }

    private List<Entry<JobSpec>> takeFurther() {
      List<byte[]> arguments = new ArrayList<>();
      arguments.add(tokens.next().getBytes(UTF_8));
      arguments.add(Integer.toString(PAGE).getBytes(UTF_8));
      arguments.add(Integer.toString(PAGE_BYTES).getBytes(UTF_8));
      layout.arguments().forEach(argument -> arguments.add(argument.getBytes(UTF_8)));
      byte[][] keys =
          Stream.concat(layout.keys().stream().map(name -> name.getBytes(UTF_8)), Stream.of(key))
              .toArray(byte[][]::new);
      List<byte[]> reply =
          redis.call(commands ->
              commands.eval(
                  script, ScriptOutputType.MULTI, keys, arguments.toArray(new byte[0][])));
      List<Entry<JobSpec>> entries = new ArrayList<>();
      for (int i = 0; i < reply.size(); i += 2) {
        entries.add(read(reply.get(i), reply.get(i + 1)));
      }
      return entries;
    }

    private Entry<JobSpec> read(byte[] field, byte[] record) {
      String handle = new String(field, UTF_8);
      return Entry.read(handle, () -> layout.job(handle, new RedisLayout.Taken(record)));
    }

    /** Forgets entries that are stored. */
    void forget(List<Entry<JobSpec>> stored) {
      if (!stored.isEmpty()) {
        byte[][] fields =
            stored.stream().map(entry -> entry.handle().getBytes(UTF_8)).toArray(byte[][]::new);
        redis.call(commands -> commands.hdel(key, fields));
      }
    }
  }
}
