package io.duetime.embedded.internal.record;

import io.duetime.QueueSettings;
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

  private ByteWriter buffer = new ByteWriter(ROOM);
  private final ByteWriter part = new ByteWriter(ROOM);

  /** A job as it was scheduled: head and body. */
  public byte[] job(JobHead head, JobBody body) {
    begin();
    part.clear();
    HeadCodec.write(part, head);
    buffer.varint(part.length());
    buffer.raw(part.toBytes());
    SpecCodec.writeBody(buffer, body);
    return done();
  }

  /** A head that has changed since the job was scheduled. */
  public byte[] head(JobHead head) {
    begin();
    HeadCodec.write(buffer, head);
    return done();
  }

  public byte[] settings(QueueSettings settings) {
    begin();
    buffer.varint(settings.version().orElse(0));
    buffer.texts(StoredSettings.write(settings));
    return done();
  }

  public byte[] recurring(RecurringState state) {
    begin();
    DefinitionCodec.write(buffer, state);
    return done();
  }

  /** A copy that is still to be made. */
  public byte[] copy(DeadCopy copy) {
    begin();
    buffer.text(copy.key());
    buffer.text(copy.targetQueue());
    SpecCodec.write(buffer, copy.job());
    return done();
  }

  /** How many jobs ran in a span of the past, and how late. */
  public byte[] past(PastSpan span) {
    return past(span, span.ran(), span.latenessSum(), span.latenessMax());
  }

  /** How many attempts ended in a span of the past; of the same layout. */
  public byte[] pastEnds(PastSpan span) {
    return past(span, span.done(), span.failed(), 0);
  }

  private byte[] past(PastSpan span, long... figures) {
    begin();
    buffer.u8(Numbered.PAST_UNITS.of(span.unit()));
    buffer.varint(span.start());
    for (long figure : figures) {
      buffer.varint(figure);
    }
    return done();
  }

  public byte[] tally(QueueTally tally) {
    begin();
    tally.write(buffer);
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
    return understood(
        record, from -> whole(from.part(from.count()), head -> HeadCodec.read(head, id)));
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
          from.part(from.count());
          SpecCodec.checkBody(from);
          return record;
        });
  }

  public static JobBody jobBody(byte[] record) {
    return understood(
        record,
        from -> {
          from.part(from.count());
          return whole(from, SpecCodec::readBody);
        });
  }

  public static JobHead head(byte[] record, String id) {
    return whole(record, head -> HeadCodec.read(head, id));
  }

  public static QueueSettings settings(byte[] record) {
    return whole(record, Records::readSettings);
  }

  private static QueueSettings readSettings(ByteReader from) {
    long version = from.varint();
    return StoredSettings.read(from.texts()).toBuilder().version(version).build();
  }

  public static RecurringState recurring(byte[] record) {
    return whole(record, DefinitionCodec::read);
  }

  public static DeadCopy copy(byte[] record) {
    return understood(
        record, from -> new DeadCopy(from.text(), from.text(), whole(from, SpecCodec::read)));
  }

  public static QueueTally tally(byte[] record) {
    return whole(record, QueueTally::read);
  }

  public static PastSpan past(byte[] record) {
    return whole(record, Records::readPast);
  }

  private static PastSpan readPast(ByteReader from) {
    PastSpan.Unit unit = Numbered.PAST_UNITS.value(from.u8());
    return new PastSpan(unit, from.varint(), from.varint(), 0, 0, from.varint(), from.varint());
  }

  /** The attempts that ended in a span. */
  public static PastSpan pastEnds(byte[] record) {
    PastSpan read = past(record);
    return new PastSpan(read.unit(), read.start(), 0, read.ran(), read.latenessSum(), 0, 0);
  }

  private static <T> T whole(byte[] record, Function<ByteReader, T> read) {
    return understood(record, from -> whole(from, read));
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
      int version = from.u8();
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
