package io.duetime.redis.internal.record;

import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.RecurringJob;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Encodes and decodes recurring definitions. */
public final class RecurringCodec {
  private static final int VERSION = 1;

  /** The only rule about ticks that overlap: each runs. */
  private static final int ALLOW = 1;

  private RecurringCodec() {}

  /** A definition without its name, which is its key. */
  public static byte[] write(RecurringJob job) {
    TickRules rules = job.rules();
    return new RecordWriter(256)
        .u8(VERSION)
        .u8(Codes.missed(rules.missed()))
        .u8(ALLOW)
        .u8(rules.firstNow() ? 1 : 0)
        .u48(rules.grace().toMillis())
        .u48(rules.until() == null ? 0 : rules.until().toEpochMilli() + 1)
        .u32(rules.times())
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
      TickRules rules = TickRules.of(Codes.missed(from.u8()));
      if (from.u8() != ALLOW) {
        throw new DamagedRecordException("a definition with an unknown rule about overlap");
      }
      rules = from.u8() == 0 ? rules : rules.withFirstNow();
      rules = rules.withGrace(Duration.ofMillis(from.u48())).withUntil(moment(from.u48()));
      rules = rules.withTimes(from.u32());
      Schedule schedule = Schedule.parse(from.text(from.u16()));
      return new RecurringJob(name, schedule, RecordCodec.readRequest(from.rest(), name), rules);
    });
  }

  private static @Nullable Instant moment(long stored) {
    return stored == 0 ? null : Instant.ofEpochMilli(stored - 1);
  }
}
