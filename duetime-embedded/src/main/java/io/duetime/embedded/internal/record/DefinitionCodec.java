package io.duetime.embedded.internal.record;

import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.TickLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The fields of recurring definitions: what they schedule, which ticks run and were decided. */
final class DefinitionCodec {
  static final RecurringState ANY =
      new RecurringState(
          new RecurringJob(
              "any", Schedule.every(Duration.ofDays(1)), SpecCodec.ANY, TickRules.DEFAULT),
          false,
          new TickLog(0, 0, List.of(), 0, 0, 0, false),
          0,
          0);

  /** The only rule about ticks that overlap: each runs. */
  private static final int ALLOW = 0;

  private DefinitionCodec() {}

  static RecurringState state(RecordFields fields, RecurringState state) {
    RecurringJob job = state.job();
    TickLog ticks = ticks(fields, state.ticks());
    long removedAt = fields.varint(state.removedAt());
    long version = fields.varint(state.version());
    String name = fields.text(job.name());
    Schedule schedule = Schedule.parse(fields.text(job.schedule().toString()));
    TickRules rules = rules(fields, job.rules());
    boolean paused = fields.flag(state.paused());
    RecurringJob known =
        new RecurringJob(name, schedule, SpecCodec.spec(fields, job.template()), rules);
    return new RecurringState(known, paused, ticks, removedAt, version);
  }

  private static TickLog ticks(RecordFields fields, TickLog ticks) {
    long until = fields.varint(ticks.until());
    long last = fields.varint(ticks.last());
    long skipped = fields.varint(ticks.skipped());
    long made = fields.varint(ticks.made());
    long place = fields.varint(ticks.place());
    boolean startsNow = fields.flag(ticks.startsNow());
    int count = fields.u8(ticks.ahead().size());
    if (count > TickLog.MOST_AHEAD) {
      throw new UnreadableRecordException(count + " ticks ahead");
    }
    List<Long> ahead = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ahead.add(fields.varint(i < ticks.ahead().size() ? ticks.ahead().get(i) : 0));
    }
    return new TickLog(until, last, ahead, skipped, made, place, startsNow);
  }

  private static TickRules rules(RecordFields fields, TickRules rules) {
    MissedTicks missed = fields.value(Numbered.MISSED, rules.missed());
    int overlap = fields.u8(ALLOW);
    if (overlap != ALLOW) {
      throw new UnreadableRecordException("overlap " + overlap);
    }
    Duration grace = Duration.ofMillis(fields.varint(rules.grace().toMillis()));
    long until = fields.varint(rules.until() == null ? 0 : rules.until().toEpochMilli() + 1);
    long times = fields.varint(rules.times());
    return new TickRules(
        missed,
        grace,
        until == 0 ? null : Instant.ofEpochMilli(until - 1),
        times,
        fields.flag(rules.firstNow()));
  }
}
