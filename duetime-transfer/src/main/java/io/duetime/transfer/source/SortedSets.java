package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.TimeSource;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.id.StableHash;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Sorted sets whose members are payloads and whose scores are due times: one key, or all keys of a
 * pattern with one {@code *}.
 *
 * @param key the key or the pattern
 * @param queue the queue of the jobs; a {@code *} in it is what the {@code *} of the pattern
 *     matched
 */
public record SortedSets(String key, String queue, ScoreUnit unit, JobTerms terms) {
  private static final String ANY = "*";
  private static final int STEP = 1_000;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,99}");

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

  /** Returns the source that takes from these sets, and closes the connection. */
  public OtherSystem source(RedisSession redis, TimeSource time) {
    return new RedisSource(redis, this::find, time);
  }

  private List<RedisLayout> find(RedisSession redis) {
    if (!key.contains(ANY)) {
      return List.of(new OneSet(key, queue, "", unit, terms));
    }
    Set<String> keys = new LinkedHashSet<>();
    scan(redis, quoted(key), "zset").forEach(keys::add);
    // An emptied set has no key any more, but may have entries that are taken and not stored.
    scan(redis, RedisSource.TAKEN + ANY, "hash")
        .forEach(name -> RedisSource.placeOf(name).filter(this::matches).ifPresent(keys::add));
    return keys.stream().map(this::layout).toList();
  }

  private RedisLayout layout(String found) {
    String target = queue.replace(ANY, found.substring(before().length(), end(found)));
    String prefix = queue.contains(ANY) ? "" : found + "/";
    return new OneSet(found, Limits.queue("into", target), prefix, unit, terms);
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

  /**
   * One set. A member that is added again changes its due time, as it would in the set: its id is
   * always the same, and the later entry replaces the waiting job.
   */
  private static final class OneSet extends RedisLayout {
    private final String idPrefix;
    private final ScoreUnit unit;

    /**
     * Describes the set at {@code key}.
     *
     * @param idPrefix what tells the ids of this set from those of others in the same queue, or
     *     empty
     */
    OneSet(String key, String queue, String idPrefix, ScoreUnit unit, JobTerms terms) {
      super(key, queue, terms);
      this.idPrefix = idPrefix;
      this.unit = unit;
    }

    @Override
    String script() {
      return "take-sorted-set";
    }

    @Override
    List<String> keys() {
      return List.of(place());
    }

    @Override
    JobSpec job(String handle, Taken taken) {
      return job(handle, taken.word(), taken.rest());
    }

    private JobSpec job(String handle, String score, byte[] member) {
      DueTime due = DueTime.at(unit.millis(score));
      return terms.job(id(member), member, due, handle).onConflict(OnConflict.REPLACE).build();
    }

    /** The member itself where it looks like an id, otherwise its hash. */
    private String id(byte[] member) {
      String text = new String(member, ISO_8859_1);
      return PLAIN.matcher(text).matches() && idPrefix.length() + text.length() <= 200
          ? idPrefix + text
          : StableHash.hex(idPrefix + text);
    }

    @Override
    OtherSystem.Survey survey(RedisSession redis) {
      List<Entry<JobSpec>> some =
          redis
              .call(commands -> commands.zrangeWithScores(place().getBytes(UTF_8), 0, SAMPLES - 1L))
              .stream()
              .map(found -> Entry.read(place(), () -> job(place(), score(found), found.getValue())))
              .toList();
      return survey(Map.of(place(), redis.countOfSet(place())), Map.of(), some);
    }

    private static String score(ScoredValue<byte[]> found) {
      double score = found.getScore();
      return score == Double.NEGATIVE_INFINITY ? "-inf" : Double.toString(score);
    }
  }

  /** What the score of an entry counts since 1970. */
  public enum ScoreUnit {
    /** Seconds, with a fraction or without. */
    SECONDS,
    /** Milliseconds. */
    MILLISECONDS,
    /** Milliseconds from 100,000,000,000 on (in seconds, the year 5138), otherwise seconds. */
    AUTO;

    private static final BigDecimal FIRST_MILLIS = new BigDecimal(100_000_000_000L);
    private static final BigDecimal MILLIS = new BigDecimal(1_000);

    /** The end of the year 9999, which every store refuses, and the last that can be written. */
    private static final BigDecimal LAST = new BigDecimal(253_402_300_799_999L);

    /** Reads a score as Redis writes it; a score below 0 means now. */
    long millis(String score) {
      if (score.equals("-inf")) {
        return 0;
      }
      BigDecimal number = number(score);
      boolean isSeconds = this == SECONDS || (this == AUTO && number.compareTo(FIRST_MILLIS) < 0);
      return (isSeconds ? number.multiply(MILLIS) : number)
          .setScale(0, RoundingMode.CEILING)
          .min(LAST)
          .max(BigDecimal.ZERO)
          .longValueExact();
    }

    private static BigDecimal number(String score) {
      try {
        return new BigDecimal(score);
      } catch (NumberFormatException infinite) {
        throw new InvalidRequestException("score", score, "a moment");
      }
    }
  }
}
