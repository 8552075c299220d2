package io.duetime.server.moving.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.OnConflict;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.internal.id.StableHash;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import io.lettuce.core.ScoredValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A sorted set whose members are payloads and whose scores are due times. A member that is added
 * again changes its due time, as it would in the set: its id is always the same, and the later
 * entry replaces the waiting job.
 */
final class SortedSetLayout implements SourceLayout {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@/+-]{0,99}");

  private final String key;
  private final String queue;
  private final String idPrefix;
  private final ScoreUnit unit;
  private final JobTerms terms;

  /**
   * Describes the set at {@code key}.
   *
   * @param idPrefix what tells the ids of this set from those of others in the same queue, or empty
   */
  SortedSetLayout(String key, String queue, String idPrefix, ScoreUnit unit, JobTerms terms) {
    this.key = key;
    this.queue = queue;
    this.idPrefix = idPrefix;
    this.unit = unit;
    this.terms = terms;
  }

  @Override
  public String place() {
    return key;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public TakeScript script() {
    return TakeScript.SORTED_SET;
  }

  @Override
  public List<String> keys() {
    return List.of(key);
  }

  @Override
  public Source.Entry read(String handle, byte[] record) {
    int space = 0;
    while (record[space] != ' ') {
      space++;
    }
    String score = new String(record, 0, space, ISO_8859_1);
    byte[] member = Arrays.copyOfRange(record, space + 1, record.length);
    return Source.Entry.read(handle, () -> job(handle, score, member));
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
  public Survey survey(RedisSession redis, int samples) {
    byte[] set = key.getBytes(UTF_8);
    long count = redis.call(commands -> commands.zcard(set));
    List<ScoredValue<byte[]>> first =
        redis.call(commands -> commands.zrangeWithScores(set, 0, samples - 1L));
    List<Source.Entry> entries =
        first.stream()
            .map(found -> Source.Entry.read(key, () -> job(key, score(found), found.getValue())))
            .toList();
    return new Survey(Map.of(key, count), Map.of(), List.of(new Source.Page(key, queue, entries)));
  }

  private static String score(ScoredValue<byte[]> found) {
    double score = found.getScore();
    return score == Double.NEGATIVE_INFINITY ? "-inf" : Double.toString(score);
  }
}
