package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.id.Ulids;
import io.duetime.time.SystemTime;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem.Survey;
import io.duetime.transfer.source.SortedSets.ScoreUnit;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.StrictJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A delayed queue of Redisson: a list and a sorted set with the same packed values, whose scores
 * are due times in milliseconds, and the destination queue, a list of plain values that are due. A
 * packed value is a random id and the value, each behind its length.
 */
public final class RedissonQueue extends RedisLayout {
  private static final int RANDOM_BYTES = 8;

  /** A byte for the length of the id, the id, and eight bytes for the length of the value. */
  private static final int HEAD = 1 + RANDOM_BYTES + Long.BYTES;

  /** Older versions of Redisson write the id without its length. */
  private static final int OLD_HEAD = RANDOM_BYTES + Long.BYTES;

  private final Codec codec;

  /**
   * Describes a queue.
   *
   * @param name the name of the destination queue
   * @param queue the queue of the jobs
   */
  public RedissonQueue(String name, String queue, Codec codec, JobTerms terms) {
    super(name, Limits.queue("into", queue), codec.typed(terms));
    this.codec = codec;
  }

  /** The codecs of Redisson whose values are payloads as they are. */
  public enum Codec {
    /** {@code StringCodec}. */
    STRING(PayloadForm.TEXT),
    /** {@code JsonJacksonCodec}, {@code TypedJsonJacksonCodec} and others that write JSON. */
    JSON(PayloadForm.JSON),
    /** {@code ByteArrayCodec}, or any other codec whose bytes the handler decodes itself. */
    BYTES(null);

    private static final String ALLOWED =
        "string, json or bytes; what Kryo or another codec of Java objects has written can only be"
            + " read with the classes of the application: move it with bytes and decode it in the"
            + " handler";

    private final @Nullable String contentType;

    Codec(@Nullable String contentType) {
      this.contentType = contentType;
    }

    /** Reads the name of a codec; refuses those that need classes of the application. */
    public static Codec parse(String name) {
      return Arrays.stream(values())
          .filter(codec -> codec.name().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(() -> new InvalidRequestException("--codec", name, ALLOWED));
    }

    private JobTerms typed(JobTerms terms) {
      return terms.contentType() == null ? new JobTerms(contentType, terms.remember()) : terms;
    }

    /**
     * Kryo begins with a small number for the class. Behind it, a short number may look like text.
     */
    private static boolean beginsAsKryo(byte[] value) {
      return value.length > 0 && value[0] >= 0 && value[0] < ' ';
    }

    /** Refuses a value that this codec has not written. */
    private byte[] checked(byte[] value) {
      boolean fits =
          switch (this) {
            case STRING -> !beginsAsKryo(value) && StrictJson.utf8(value) != null;
            case JSON -> !beginsAsKryo(value) && StrictJson.isOneValue(value);
            case BYTES -> true;
          };
      if (!fits) {
        throw new InvalidRequestException(
            "value",
            value.length + " bytes",
            "a value of the codec "
                + name().toLowerCase(Locale.ROOT)
                + "; is it one of Kryo, which Redisson uses by default? Then move it with --codec"
                + " bytes and decode it in the handler");
      }
      return value;
    }
  }

  @Override
  String script() {
    return "take-redisson";
  }

  @Override
  List<String> keys() {
    return List.of(
        place(), prefixed("redisson_delay_queue"), prefixed("redisson_delay_queue_timeout"));
  }

  private String prefixed(String prefix) {
    return prefix + ":" + (place().contains("{") ? place() : "{" + place() + "}");
  }

  @Override
  JobSpec job(String handle, Taken taken) {
    String kindAndScore = taken.word();
    byte[] value = taken.rest();
    return switch (kindAndScore.charAt(0)) {
      case 'r' -> due(handle, moment(handle), value);
      case 'd' -> delayed(handle, kindAndScore.substring(1), value);
      default ->
          throw new InvalidRequestException(
              "time", "missing", "an entry of both the list and the sorted set");
    };
  }

  private JobSpec due(String id, DueTime due, byte[] value) {
    return terms.job(id, codec.checked(value), due, id).build();
  }

  /**
   * When an entry was taken. It is the same for a whole page and grows from page to page, so that
   * entries that are due already keep their order, also when they are read again.
   */
  private static DueTime moment(String handle) {
    try {
      return DueTime.at(Ulids.millis(handle));
    } catch (IllegalArgumentException strange) {
      throw new InvalidRequestException("handle", handle, "one that an import has given");
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
    throw new InvalidRequestException(
        "entry", packed.length + " bytes", "an entry of a delayed queue");
  }

  private static boolean isHead(byte[] packed, int head) {
    long length =
        ByteBuffer.wrap(packed, head - Long.BYTES, Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .getLong();
    return length == packed.length - head;
  }

  @Override
  Survey survey(RedisSession redis) {
    byte[] times = keys().get(2).getBytes(UTF_8);
    DueTime now = DueTime.at(SystemTime.clock().millis());
    List<Entry<JobSpec>> some = new ArrayList<>();
    for (byte[] value : redis.firstOfList(keys().get(0), SAMPLES)) {
      some.add(Entry.read(place(), () -> due("(new)", now, value)));
    }
    for (byte[] packed : redis.firstOfList(keys().get(1), SAMPLES)) {
      Double score = redis.call(commands -> commands.zscore(times, packed));
      if (score != null) {
        some.add(Entry.read(place(), () -> delayed(place(), Double.toString(score), packed)));
      }
    }
    return survey(
        Map.of(
            "due already", redis.countOfList(keys().get(0)),
            "delayed", redis.countOfSet(keys().get(2))),
        Map.of(),
        some);
  }
}
