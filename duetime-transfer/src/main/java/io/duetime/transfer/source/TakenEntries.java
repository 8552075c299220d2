package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.engine.JobSpec;
import io.duetime.transfer.Source.Entry;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one place that are taken and not yet forgotten: a hash beside the system's own
 * keys. Entries of an interrupted import are read again before further ones are taken.
 */
final class TakenEntries {
  /** The key of the hash is this before the place, in the same slot of a cluster. */
  static final String PREFIX = "duetime-import:";

  private static final String OF = "of:";
  private static final Pattern TAGGED = Pattern.compile("[^{]*\\{[^}]+}.*", Pattern.DOTALL);

  private static final int PAGE = 1_000;
  private static final int PAGE_BYTES = 1 << 20;

  private final RedisSession redis;
  private final RedisLayout layout;
  private final Supplier<String> tokens;
  private final byte[] key;
  private final String script;
  private @Nullable ScanCursor behind = ScanCursor.INITIAL;

  TakenEntries(RedisSession redis, RedisLayout layout, Supplier<String> tokens) {
    this.redis = redis;
    this.layout = layout;
    this.tokens = tokens;
    this.key = key(layout.keys().get(0)).getBytes(UTF_8);
    this.script = script(layout.script());
  }

  private static String script(String name) {
    try (InputStream in = TakenEntries.class.getResourceAsStream(name + ".lua")) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A place with a hash tag keeps it; another becomes one. */
  private static String key(String place) {
    return PREFIX + (TAGGED.matcher(place).matches() ? OF + place : "{" + place + "}");
  }

  /** The place of a hash, or empty if the key is another one. */
  static Optional<String> placeOf(String key) {
    String rest = key.substring(PREFIX.length());
    if (rest.startsWith(OF)) {
      return Optional.of(rest.substring(OF.length()));
    }
    return rest.startsWith("{") && rest.endsWith("}")
        ? Optional.of(rest.substring(1, rest.length() - 1))
        : Optional.empty();
  }

  RedisLayout layout() {
    return layout;
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
    arguments.add(tokens.get().getBytes(UTF_8));
    arguments.add(Integer.toString(PAGE).getBytes(UTF_8));
    arguments.add(Integer.toString(PAGE_BYTES).getBytes(UTF_8));
    layout.arguments().forEach(argument -> arguments.add(argument.getBytes(UTF_8)));
    byte[][] keys =
        Stream.concat(layout.keys().stream().map(name -> name.getBytes(UTF_8)), Stream.of(key))
            .toArray(byte[][]::new);
    List<byte[]> reply =
        redis.call(commands ->
            commands.eval(script, ScriptOutputType.MULTI, keys, arguments.toArray(new byte[0][])));
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
