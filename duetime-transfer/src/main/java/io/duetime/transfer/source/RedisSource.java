package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.TimeSource;
import io.duetime.engine.JobSpec;
import io.duetime.id.Ulids;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem;
import io.lettuce.core.KeyValue;
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
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  public boolean takeAhead() {
    Place place = active.peek();
    return place != null && place.takeAhead();
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
    try {
      places.values().forEach(Place::awaitForgotten);
    } finally {
      redis.close();
    }
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
    private CompletableFuture<Long> forgotten = CompletableFuture.completedFuture(0L);
    private @Nullable CompletableFuture<List<Entry<JobSpec>>> ahead;

    /** The handles of what an interrupted import has left; null before they are read. */
    private @Nullable Deque<String> left;

    Place(RedisLayout layout) {
      this.layout = layout;
      this.key = key(layout.keys().get(0)).getBytes(UTF_8);
      this.script = script(layout.script());
    }

    /** The number of entries that an interrupted import has left, or that could not be stored. */
    long count() {
      return redis.call(commands -> commands.hlen(key));
    }

    /** Begins to take entries that are new, so that the next call of {@link #take} finds them. */
    boolean takeAhead() {
      boolean isNew = left != null && left.isEmpty();
      if (isNew && ahead == null) {
        ahead = takeFurther();
      }
      return isNew;
    }

    /** Takes the next entries. */
    List<Entry<JobSpec>> take() {
      Deque<String> handles = left == null ? handles() : left;
      left = handles;
      while (!handles.isEmpty()) {
        List<Entry<JobSpec>> again = takeAgain(handles);
        if (!again.isEmpty()) {
          return again;
        }
      }
      CompletableFuture<List<Entry<JobSpec>>> taken = ahead == null ? takeFurther() : ahead;
      ahead = null;
      List<Entry<JobSpec>> entries = redis.answer(taken);
      if (entries.isEmpty()) {
        awaitForgotten();
      }
      return entries;
    }

    // Handles grow: of a member that was taken twice, the later entry has to be stored last.
    private Deque<String> handles() {
      List<String> handles = new ArrayList<>();
      ScanCursor cursor = ScanCursor.INITIAL;
      while (!cursor.isFinished()) {
        ScanCursor from = cursor;
        MapScanCursor<byte[], byte[]> found =
            redis.call(commands -> commands.hscan(key, from, ScanArgs.Builder.limit(PAGE)));
        found.getMap().keySet().forEach(field -> handles.add(new String(field, UTF_8)));
        cursor = found;
      }
      return handles.stream().sorted().distinct().collect(Collectors.toCollection(ArrayDeque::new));
    }

    private List<Entry<JobSpec>> takeAgain(Deque<String> handles) {
      List<byte[]> fields = new ArrayList<>();
      while (fields.size() < PAGE && !handles.isEmpty()) {
        fields.add(handles.remove().getBytes(UTF_8));
      }
      return redis.call(commands -> commands.hmget(key, fields.toArray(new byte[0][]))).stream()
          .filter(KeyValue::hasValue)
          .map(found -> read(found.getKey(), found.getValue()))
          .toList();
    }

    // The entries are read where the reply arrives: meanwhile the page before is stored.
    private CompletableFuture<List<Entry<JobSpec>>> takeFurther() {
      List<byte[]> arguments = new ArrayList<>();
      arguments.add(tokens.next().getBytes(UTF_8));
      arguments.add(Integer.toString(PAGE).getBytes(UTF_8));
      arguments.add(Integer.toString(PAGE_BYTES).getBytes(UTF_8));
      layout.arguments().forEach(argument -> arguments.add(argument.getBytes(UTF_8)));
      byte[][] keys =
          Stream.concat(layout.keys().stream().map(name -> name.getBytes(UTF_8)), Stream.of(key))
              .toArray(byte[][]::new);
      return redis
          .<List<byte[]>>send(commands ->
              commands.eval(script, ScriptOutputType.MULTI, keys, arguments.toArray(new byte[0][])))
          .thenApply(this::entries);
    }

    private List<Entry<JobSpec>> entries(List<byte[]> reply) {
      List<Entry<JobSpec>> entries = new ArrayList<>(reply.size() / 2);
      for (int i = 0; i < reply.size(); i += 2) {
        entries.add(read(reply.get(i), reply.get(i + 1)));
      }
      return entries;
    }

    private Entry<JobSpec> read(byte[] field, byte[] record) {
      String handle = new String(field, UTF_8);
      return Entry.read(handle, () -> layout.job(handle, new RedisLayout.Taken(record)));
    }

    /** Forgets entries that are stored; a failure is told by the next call. */
    void forget(List<Entry<JobSpec>> stored) {
      if (!stored.isEmpty()) {
        byte[][] fields =
            stored.stream().map(entry -> entry.handle().getBytes(UTF_8)).toArray(byte[][]::new);
        awaitForgotten();
        forgotten = redis.send(commands -> commands.hdel(key, fields));
      }
    }

    void awaitForgotten() {
      redis.answer(forgotten);
    }
  }
}
