package io.duetime.embedded.internal.record;

import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.TickLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Encodes recurring definitions: what they schedule, which ticks run and which were decided. */
final class DefinitionCodec {
  private DefinitionCodec() {}

  static void write(ByteWriter to, RecurringState state) {
    RecurringJob job = state.job();
    writeTicks(to, state.ticks());
    to.varint(state.removedAt());
    to.varint(state.version());
    to.text(job.name());
    to.text(job.schedule().toString());
    writeRules(to, job.rules());
    to.u8(state.paused() ? 1 : 0);
    SpecCodec.write(to, job.template());
    if (job.owner() != null) {
      to.text(job.owner());
    }
  }

  static RecurringState read(ByteReader from) {
    TickLog ticks = readTicks(from);
    long removedAt = from.varint();
    long version = from.varint();
    String name = from.text();
    Schedule schedule = Schedule.parse(from.text());
    TickRules rules = readRules(from);
    boolean paused = from.u8() != 0;
    JobSpec template = SpecCodec.read(from);
    String owner = from.remaining() == 0 ? null : from.text();
    RecurringJob job = new RecurringJob(name, schedule, template, rules, owner);
    return new RecurringState(job, paused, ticks, removedAt, version);
  }

  private static void writeTicks(ByteWriter to, TickLog ticks) {
    to.varint(ticks.until());
    to.varint(ticks.last());
    to.varint(ticks.skipped());
    to.varint(ticks.made());
    to.varint(ticks.place());
    to.u8(ticks.startsNow() ? 1 : 0);
    to.u8(ticks.ahead().size());
    ticks.ahead().forEach(to::varint);
  }

  private static TickLog readTicks(ByteReader from) {
    long until = from.varint();
    long last = from.varint();
    long skipped = from.varint();
    long made = from.varint();
    long place = from.varint();
    boolean startsNow = from.u8() != 0;
    int count = from.u8();
    if (count > TickLog.MOST_AHEAD) {
      throw new UnreadableRecordException(count + " ticks ahead");
    }
    List<Long> ahead = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ahead.add(from.varint());
    }
    return new TickLog(until, last, ahead, skipped, made, place, startsNow);
  }

  private static void writeRules(ByteWriter to, TickRules rules) {
    to.u8(Numbered.MISSED.of(rules.missed()));
    to.u8(Numbered.OVERLAP.of(rules.overlap()));
    to.varint(rules.grace().toMillis());
    to.varint(rules.until() == null ? 0 : rules.until().toEpochMilli() + 1);
    to.varint(rules.times());
    to.u8(rules.firstNow() ? 1 : 0);
  }

  private static TickRules readRules(ByteReader from) {
    MissedTicks missed = Numbered.MISSED.value(from.u8());
    Overlap overlap = Numbered.OVERLAP.value(from.u8());
    Duration grace = Duration.ofMillis(from.varint());
    long until = from.varint();
    long times = from.varint();
    boolean firstNow = from.u8() != 0;
    return new TickRules(
        missed,
        grace,
        until == 0 ? null : Instant.ofEpochMilli(until - 1),
        times,
        firstNow,
        overlap);
  }
}
