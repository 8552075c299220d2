package io.duetime.server.moving.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.internal.id.Ulids;
import io.duetime.internal.time.SystemTime;
import io.duetime.server.moving.JobTerms;
import io.duetime.server.moving.Source;
import io.duetime.server.moving.Survey;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A delayed queue of Redisson: a list and a sorted set with the same packed values, whose scores
 * are due times in milliseconds, and the destination queue, a list of plain values that are due. A
 * packed value is a random id and the value, each behind its length.
 */
final class RedissonLayout implements SourceLayout {
  private static final int RANDOM_BYTES = 8;

  /** A byte for the length of the id, the id, and eight bytes for the length of the value. */
  private static final int HEAD = 1 + RANDOM_BYTES + Long.BYTES;

  /** Older versions of Redisson write the id without its length. */
  private static final int OLD_HEAD = RANDOM_BYTES + Long.BYTES;

  private final String name;
  private final String queue;
  private final RedissonCodec codec;
  private final JobTerms terms;

  RedissonLayout(String name, String queue, RedissonCodec codec, JobTerms terms) {
    this.name = name;
    this.queue = queue;
    this.codec = codec;
    this.terms = terms;
  }

  @Override
  public String place() {
    return name;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public TakeScript script() {
    return TakeScript.REDISSON;
  }

  @Override
  public List<String> keys() {
    return List.of(
        name, prefixed("redisson_delay_queue"), prefixed("redisson_delay_queue_timeout"));
  }

  private String prefixed(String prefix) {
    return prefix + ":" + (name.contains("{") ? name : "{" + name + "}");
  }

  @Override
  public Source.Entry read(String handle, byte[] record) {
    int space = 0;
    while (record[space] != ' ') {
      space++;
    }
    char kind = (char) record[0];
    String score = new String(record, 1, space - 1, UTF_8);
    byte[] value = Arrays.copyOfRange(record, space + 1, record.length);
    return Source.Entry.read(
        handle,
        () ->
            switch (kind) {
              case 'r' -> due(handle, taken(handle), value);
              case 'd' -> delayed(handle, score, value);
              default ->
                  throw JobTerms.unusable(
                      "time", "missing", "an entry of both the list and the sorted set");
            });
  }

  private JobSpec due(String id, DueTime due, byte[] value) {
    return terms.job(id, codec.checked(value), due, id).build();
  }

  /**
   * When an entry was taken. It is the same for a whole page and grows from page to page, so that
   * entries that are due already keep their order, also when they are read again.
   */
  private static DueTime taken(String handle) {
    try {
      return DueTime.at(Ulids.millis(handle));
    } catch (IllegalArgumentException strange) {
      throw JobTerms.unusable("handle", handle, "one that an import has given");
    }
  }

  private JobSpec delayed(String handle, String score, byte[] packed) {
    int head = head(packed);
    byte[] value = codec.checked(Arrays.copyOfRange(packed, head, packed.length));
    int idAt = head - RANDOM_BYTES - Long.BYTES;
    String id = HexFormat.of().formatHex(packed, idAt, idAt + RANDOM_BYTES);
    DueTime due = DueTime.at(ScoreUnit.MILLISECONDS.millis(score));
    return terms.job(id, value, due, handle).build();
  }

  /** The length of what is before the value; the length of the value tells the two forms apart. */
  private static int head(byte[] packed) {
    if (packed.length >= HEAD && packed[0] == RANDOM_BYTES && isHead(packed, HEAD)) {
      return HEAD;
    }
    if (packed.length >= OLD_HEAD && isHead(packed, OLD_HEAD)) {
      return OLD_HEAD;
    }
    throw JobTerms.unusable("entry", packed.length + " bytes", "an entry of a delayed queue");
  }

  private static boolean isHead(byte[] packed, int head) {
    long length =
        ByteBuffer.wrap(packed, head - Long.BYTES, Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .getLong();
    return length == packed.length - head;
  }

  @Override
  public Survey survey(RedisSession redis, int samples) {
    byte[] ready = keys().get(0).getBytes(UTF_8);
    byte[] list = keys().get(1).getBytes(UTF_8);
    byte[] times = keys().get(2).getBytes(UTF_8);
    long due = redis.call(commands -> commands.llen(ready));
    long delayed = redis.call(commands -> commands.zcard(times));
    DueTime now = DueTime.at(SystemTime.clock().millis());
    List<Source.Entry> entries = new ArrayList<>();
    redis
        .call(commands -> commands.lrange(ready, 0, samples - 1L))
        .forEach(value -> entries.add(Source.Entry.read(name, () -> due("(new)", now, value))));
    for (byte[] packed : redis.call(commands -> commands.lrange(list, 0, samples - 1L))) {
      Double score = redis.call(commands -> commands.zscore(times, packed));
      if (score != null) {
        entries.add(Source.Entry.read(name, () -> delayed(name, Double.toString(score), packed)));
      }
    }
    return new Survey(
        Map.of("due already", due, "delayed", delayed),
        Map.of(),
        List.of(new Source.Page(name, queue, entries)));
  }
}
