package io.duetime.embedded.internal.record;

import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.JobBody;
import io.duetime.engine.RecurringJob;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.internal.kernel.recurring.TickLog;
import io.duetime.internal.kernel.state.PastSpan;
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
    BodyCodec.write(buffer, body);
    return done();
  }

  /** A head that has changed since the job was scheduled. */
  public byte[] head(JobHead head) {
    begin();
    HeadCodec.write(buffer, head);
    return done();
  }

  /** The settings of a queue. */
  public byte[] settings(QueueSettings settings) {
    begin();
    BinarySettingsCodec.write(buffer, settings);
    return done();
  }

  /** A recurring definition and its ticks. */
  public byte[] recurring(RecurringState state) {
    begin();
    RecurringJob job = state.job();
    TickLogCodec.write(buffer, state.ticks());
    buffer.varint(state.removedAt());
    buffer.varint(state.version());
    buffer.text(job.name());
    buffer.text(job.schedule().toString());
    TickRulesCodec.write(buffer, job.rules());
    buffer.u8(state.paused() ? 1 : 0);
    SpecCodec.write(buffer, job.template());
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
    begin();
    buffer.u8(Numbered.PAST_UNITS.of(span.unit()));
    buffer.varint(span.start());
    buffer.varint(span.ran());
    buffer.varint(span.latenessSum());
    buffer.varint(span.latenessMax());
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

  /** The head in the record of a job. */
  public static JobHead jobHead(byte[] record, String id) {
    return understood(
        new ByteReader(record),
        from -> whole(from.part(from.count()), head -> HeadCodec.read(head, id)));
  }

  /**
   * Makes sure that the body in the record of a job can be read.
   *
   * @throws UnreadableRecordException if it cannot
   */
  public static void checkJobBody(byte[] record) {
    understood(
        new ByteReader(record),
        from -> {
          from.part(from.count());
          BodyCodec.check(from);
          return record;
        });
  }

  /** The body in the record of a job. */
  public static JobBody jobBody(byte[] record) {
    return understood(
        new ByteReader(record),
        from -> {
          from.part(from.count());
          return whole(from, BodyCodec::read);
        });
  }

  /** A changed head. */
  public static JobHead head(byte[] record, String id) {
    return understood(
        new ByteReader(record), from -> whole(from, head -> HeadCodec.read(head, id)));
  }

  /** See {@link #settings(QueueSettings)}. */
  public static QueueSettings settings(byte[] record) {
    return understood(new ByteReader(record), from -> whole(from, BinarySettingsCodec::read));
  }

  /** See {@link #recurring(RecurringState)}. */
  public static RecurringState recurring(byte[] record) {
    return understood(new ByteReader(record), from -> whole(from, Records::readRecurring));
  }

  private static RecurringState readRecurring(ByteReader from) {
    TickLog ticks = TickLogCodec.read(from);
    long removedAt = from.varint();
    long version = from.varint();
    String name = from.text();
    Schedule schedule = Schedule.parse(from.text());
    TickRules rules = TickRulesCodec.read(from);
    boolean paused = from.u8() != 0;
    RecurringJob job = new RecurringJob(name, schedule, SpecCodec.read(from), rules);
    return new RecurringState(job, paused, ticks, removedAt, version);
  }

  /** See {@link #copy(DeadCopy)}. */
  public static DeadCopy copy(byte[] record) {
    return understood(
        new ByteReader(record),
        from -> new DeadCopy(from.text(), from.text(), whole(from, SpecCodec::read)));
  }

  /** See {@link #past(PastSpan)}. */
  public static PastSpan past(byte[] record) {
    return understood(new ByteReader(record), from -> whole(from, Records::readPast));
  }

  private static PastSpan readPast(ByteReader from) {
    return new PastSpan(
        Numbered.PAST_UNITS.value(from.u8()),
        from.varint(),
        from.varint(),
        from.varint(),
        from.varint());
  }

  private static <T> T whole(ByteReader from, Function<ByteReader, T> read) {
    T value = read.apply(from);
    from.end();
    return value;
  }

  // A value that checks itself refuses what a damaged record says with its own exception.
  private static <T> T understood(ByteReader from, Function<ByteReader, T> read) {
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
}
