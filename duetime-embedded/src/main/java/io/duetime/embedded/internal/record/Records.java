package io.duetime.embedded.internal.record;

import io.duetime.QueueSettings;
import io.duetime.embedded.internal.record.RecordFields.Layout;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.settings.StoredSettings;
import java.util.function.Function;

/**
 * Every kind of record, each beginning with the version of its layout. Not thread-safe: one buffer
 * serves all writing.
 */
public final class Records {
  /** The layout that is written. */
  public static final int VERSION = 1;

  private static final int ROOM = 512;
  private static final int HUGE = 1 << 16;
  private static final DeadCopy ANY_COPY = new DeadCopy("", "", SpecCodec.ANY);
  private static final PastSpan ANY_PAST = new PastSpan(PastSpan.Unit.MINUTE, 0, 0, 0, 0);

  private ByteWriter buffer = new ByteWriter(ROOM);
  private final ByteWriter part = new ByteWriter(ROOM);

  /** A job as it was scheduled: head and body. */
  public byte[] job(JobHead head, JobBody body) {
    begin();
    part.clear();
    HeadCodec.write(part, head);
    buffer.bytes(part.toBytes());
    SpecCodec.body(buffer, body);
    return done();
  }

  /** A head that has changed since the job was scheduled. */
  public byte[] head(JobHead head) {
    begin();
    HeadCodec.write(buffer, head);
    return done();
  }

  public byte[] settings(QueueSettings settings) {
    return write(settings, Records::settings);
  }

  public byte[] recurring(RecurringState state) {
    return write(state, DefinitionCodec::state);
  }

  /** A copy that is still to be made. */
  public byte[] copy(DeadCopy copy) {
    return write(copy, Records::copy);
  }

  /** How many jobs ran in a span of the past, and how late. */
  public byte[] past(PastSpan span) {
    return write(span, Records::past);
  }

  public byte[] tally(QueueTally tally) {
    return write(tally, QueueTally::of);
  }

  private <T> byte[] write(T value, Layout<T> layout) {
    begin();
    layout.of(buffer, value);
    return done();
  }

  private void begin() {
    buffer.clear();
    buffer.u8(VERSION);
  }

  private byte[] done() {
    byte[] record = buffer.toBytes();
    if (record.length > HUGE) {
      buffer = new ByteWriter(ROOM);
    }
    return record;
  }

  public static JobHead jobHead(byte[] record, String id) {
    return understood(record, from -> whole(from.part(), head -> HeadCodec.read(head, id)));
  }

  /**
   * Makes sure that the body in the record of a job can be read.
   *
   * @throws UnreadableRecordException if it cannot
   */
  public static void checkJobBody(byte[] record) {
    understood(
        record,
        from -> {
          from.part();
          SpecCodec.checkBody(from);
          return record;
        });
  }

  public static JobBody jobBody(byte[] record) {
    return understood(
        record,
        from -> {
          from.part();
          return whole(from, body -> SpecCodec.body(body, SpecCodec.ANY_BODY));
        });
  }

  public static JobHead head(byte[] record, String id) {
    return understood(record, from -> whole(from, head -> HeadCodec.read(head, id)));
  }

  public static QueueSettings settings(byte[] record) {
    return read(record, QueueSettings.DEFAULT, Records::settings);
  }

  private static QueueSettings settings(RecordFields fields, QueueSettings settings) {
    long version = fields.varint(settings.version().orElse(0));
    return StoredSettings.read(fields.texts(StoredSettings.write(settings))).toBuilder()
        .version(version)
        .build();
  }

  public static RecurringState recurring(byte[] record) {
    return read(record, DefinitionCodec.ANY, DefinitionCodec::state);
  }

  public static DeadCopy copy(byte[] record) {
    return read(record, ANY_COPY, Records::copy);
  }

  private static DeadCopy copy(RecordFields fields, DeadCopy copy) {
    return new DeadCopy(
        fields.text(copy.key()),
        fields.text(copy.targetQueue()),
        SpecCodec.spec(fields, copy.job()));
  }

  public static PastSpan past(byte[] record) {
    return read(record, ANY_PAST, Records::past);
  }

  private static PastSpan past(RecordFields fields, PastSpan span) {
    return new PastSpan(
        fields.value(Numbered.PAST_UNITS, span.unit()),
        fields.varint(span.start()),
        fields.varint(span.ran()),
        fields.varint(span.latenessSum()),
        fields.varint(span.latenessMax()));
  }

  public static QueueTally tally(byte[] record) {
    return read(record, QueueTally.EMPTY, QueueTally::of);
  }

  private static <T> T read(byte[] record, T any, Layout<T> layout) {
    return understood(record, from -> whole(from, reader -> layout.of(reader, any)));
  }

  private static <T> T whole(ByteReader from, Function<ByteReader, T> read) {
    T value = read.apply(from);
    from.end();
    return value;
  }

  // A value that checks itself refuses what a damaged record says with its own exception.
  private static <T> T understood(byte[] record, Function<ByteReader, T> read) {
    ByteReader from = new ByteReader(record);
    try {
      int version = from.u8(0);
      if (version != VERSION) {
        throw new UnreadableRecordException("a record of version " + version);
      }
      return read.apply(from);
    } catch (UnreadableRecordException malformed) {
      throw malformed;
    } catch (RuntimeException refused) {
      throw new UnreadableRecordException("a record with a value that is not allowed", refused);
    }
  }

  /** Says that bytes are not a record this version can understand. */
  public static final class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableRecordException(String message) {
      super(message);
    }

    UnreadableRecordException(String message, RuntimeException cause) {
      super(message, cause);
    }
  }
}
