package io.duetime.engine.tck.torture;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.history.Drain;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.engine.tck.history.RecordingEngine;
import io.duetime.engine.tck.history.Violation;
import io.duetime.engine.tck.history.Violation.Rule;
import io.duetime.engine.tck.torture.process.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Heals a store, drains it, and judges what all clients were told. */
record Judge(Options options, TestedStore store, TortureClients clients, FaultRunner runner) {
  /** Clocks of one machine, read in whole milliseconds by processes that may be held up between. */
  private static final long SKEW_MILLIS = 20;

  private static final long MINUTE_MILLIS = 60_000;

  private static final Set<Rule> LOST_CLAIMS_BREAK =
      EnumSet.of(Rule.ONE_LEASE, Rule.LEASES_HOLD, Rule.SHIFTS_ONCE);

  Findings judge(long startMillis) {
    if (!store.heal()) {
      throw new IllegalStateException("the store does not answer after the last fault");
    }
    List<Event> worked = new ArrayList<>();
    for (Path history : clients.histories()) {
      long ahead = clients.aheadMillis(history);
      History.read(List.of(history)).forEach(event -> worked.add(corrected(event, ahead)));
    }
    long idleMinutes = idleMinutes(worked, startMillis);
    List<Event> events = new ArrayList<>(worked);
    events.addAll(drained());
    if (store instanceof HandOverStore handOver) {
      events.addAll(handOver.received());
    }
    List<Event> wire = events.stream().filter(Judge::isWire).toList();
    events.removeIf(Judge::isWire);
    JobLateness lateness =
        JobLateness.of(worked.stream().filter(event -> !isWire(event)).toList(), runner.log());
    List<Violation> violations =
        new ArrayList<>(HistoryCheck.of(events).withSkew(SKEW_MILLIS).violations());
    List<Violation> excused =
        violations.stream().filter(violation -> isExcused(violation, events)).toList();
    violations.removeAll(excused);
    violations.addAll(WireRules.violations(wire, SKEW_MILLIS));
    violations.addAll(lateness.tooLate(options.lateMillis()));
    events.addAll(wire);
    return new Findings(
        options,
        startMillis,
        events.size(),
        idleMinutes,
        checked(events, lateness),
        violations,
        excused,
        runner.log(),
        runner.ended(),
        store.impossible,
        lateness);
  }

  private long idleMinutes(List<Event> worked, long startMillis) {
    Set<Long> busy =
        worked.stream()
            .map(event -> (event.span().endMillis() - startMillis) / MINUTE_MILLIS)
            .collect(Collectors.toSet());
    return LongStream.range(0, options.time().toMinutes())
        .filter(minute -> !busy.contains(minute))
        .count();
  }

  // When a master fails soon after a claim or a shift, which wait for no replica, these are lost.
  private boolean isExcused(Violation violation, List<Event> events) {
    return store.mayLoseUnconfirmed
        && LOST_CLAIMS_BREAK.contains(violation.rule())
        && events.stream()
            .filter(event -> event.kind() == Kind.CLAIM || event.kind() == Kind.SHIFT)
            .filter(event -> (violation.job() + "/").startsWith(event.job() + "/"))
            .anyMatch(event -> runner.log().hasFailover(event.span().startMillis()));
  }

  private static boolean isWire(Event event) {
    return event.job().queue().equals(WireRole.TUBE);
  }

  // What a process with a moved clock has stamped is told by the clock of all others.
  private static Event corrected(Event event, long ahead) {
    if (ahead == 0) {
      return event;
    }
    long end = event.span().endMillis();
    Span span =
        new Span(event.span().startMillis() - ahead, end == Long.MAX_VALUE ? end : end - ahead);
    return new Event(
        event.kind(), span, event.job(), event.outcome(), event.dueAtMillis(), event.lease());
  }

  private List<Event> drained() {
    try (Engine engine = TestedStore.connect(store.directUri);
        History history = History.to(options.report().resolve("drain.history"))) {
      Engine recorded = new RecordingEngine(engine, history, System::currentTimeMillis);
      for (String queue : List.of(TortureClients.MIXED, TortureClients.WORK, WireRole.TUBE)) {
        Drain.run(recorded, queue, time -> Pause.millis(1 + time.toMillis()), history);
      }
      Drain.noteLeft(engine, TortureClients.SHIFT, history);
      if (store instanceof HandOverStore handOver) {
        handOver.drain(engine);
        Drain.noteLeft(engine, TortureClients.HANDED_OVER, history);
      }
      return history.events();
    }
  }

  private static Map<Rule, Long> checked(List<Event> events, JobLateness lateness) {
    Map<Rule, Long> counts = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      counts.put(rule, events.stream().filter(rule::appliesTo).count());
    }
    counts.put(Rule.NOTHING_LATE, lateness.quiet().count());
    return counts;
  }
}
