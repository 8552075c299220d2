package io.duetime.server.moving.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Sorted sets of payloads: one key, or all keys of a pattern with one {@code *}.
 *
 * @param key the key or the pattern
 * @param queue the queue of the jobs; a {@code *} in it is what the {@code *} of the pattern
 *     matched
 */
public record SortedSets(String key, String queue, ScoreUnit unit, JobTerms terms) {
  private static final String ANY = "*";
  private static final int STEP = 1_000;

  /** Checks the names. */
  public SortedSets {
    boolean isPattern = key.contains(ANY);
    if (isPattern && key.indexOf('*') != key.lastIndexOf('*')) {
      throw new InvalidRequestException("key", key, "a key, or a pattern with one *");
    }
    if (queue.contains(ANY) && !isPattern) {
      throw new InvalidRequestException("into", queue, "a * only if --key has one");
    }
    Limits.queue("into", queue.replace(ANY, "x"));
  }

  /** Returns the source that takes from these sets. */
  public Source source(RedisSession redis, TimeSource time) {
    return new RedisSource(redis, this::find, time);
  }

  private List<SourceLayout> find(RedisSession redis) {
    if (!key.contains(ANY)) {
      return List.of(new SortedSetLayout(key, queue, "", unit, terms));
    }
    Set<String> keys = new LinkedHashSet<>();
    scan(redis, quoted(key), "zset").forEach(keys::add);
    // An emptied set has no key any more, but may have entries that are taken and not stored.
    scan(redis, TakenEntries.PREFIX + ANY, "hash")
        .forEach(name -> TakenEntries.placeOf(name).filter(this::matches).ifPresent(keys::add));
    return keys.stream().map(this::layout).toList();
  }

  private SourceLayout layout(String found) {
    String target = queue.replace(ANY, found.substring(before().length(), end(found)));
    String prefix = queue.contains(ANY) ? "" : found + "/";
    return new SortedSetLayout(found, Limits.queue("into", target), prefix, unit, terms);
  }

  private String before() {
    return key.substring(0, key.indexOf('*'));
  }

  private String after() {
    return key.substring(key.indexOf('*') + 1);
  }

  private int end(String found) {
    return found.length() - after().length();
  }

  private boolean matches(String found) {
    return found.length() >= key.length() - 1
        && found.startsWith(before())
        && found.endsWith(after());
  }

  /** In a pattern of Redis these characters mean something; here only the star does. */
  private static String quoted(String pattern) {
    return pattern.replaceAll("[\\[\\]?\\\\]", "\\\\$0");
  }

  private static List<String> scan(RedisSession redis, String pattern, String type) {
    ScanArgs args = KeyScanArgs.Builder.type(type).match(pattern).limit(STEP);
    List<String> keys = new ArrayList<>();
    ScanCursor cursor = ScanCursor.INITIAL;
    while (!cursor.isFinished()) {
      ScanCursor from = cursor;
      KeyScanCursor<byte[]> found = redis.call(commands -> commands.scan(from, args));
      found.getKeys().forEach(name -> keys.add(new String(name, UTF_8)));
      cursor = found;
    }
    return keys;
  }
}
