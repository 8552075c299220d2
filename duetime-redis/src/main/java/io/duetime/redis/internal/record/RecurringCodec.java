package io.duetime.redis.internal.record;

import io.duetime.Schedule;
import io.duetime.engine.RecurringJob;

/** Encodes and decodes recurring definitions. */
public final class RecurringCodec {
  private static final int VERSION = 1;

  private RecurringCodec() {}

  /** A definition without its name, which is its key. */
  public static byte[] write(RecurringJob job) {
    return new RecordWriter(256)
        .u8(VERSION)
        .u8(Codes.missed(job.missed()))
        .longText(job.schedule().toString())
        .raw(RecordCodec.write(job.template()))
        .toBytes();
  }

  /**
   * Reads a definition.
   *
   * @throws DamagedRecordException if it is none
   */
  public static RecurringJob read(String name, byte[] definition) {
    return RecordCodec.understood(() -> {
      Bytes from = new Bytes(definition);
      int version = from.u8();
      if (version != VERSION) {
        throw new DamagedRecordException("a definition of version " + version);
      }
      RecurringJob.Missed missed = Codes.missed(from.u8());
      Schedule schedule = Schedule.parse(from.text(from.u16()));
      return new RecurringJob(name, schedule, RecordCodec.readRequest(from.rest(), name), missed);
    });
  }
}
