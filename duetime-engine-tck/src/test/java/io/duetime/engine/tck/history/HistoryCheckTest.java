package io.duetime.engine.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.tck.BrokenEngines;
import io.duetime.engine.tck.BrokenFixture;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.LeaseFacts;
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HistoryCheckTest {
  private static final int ACTS = 150;
  private static final JobKey JOB = new JobKey("orders", "a");

  /** A rule and an engine that breaks it. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  enum Broken {
    NOTHING_EARLY(BrokenEngines.Early::new),
    NOTHING_LOST(BrokenEngines.Losing::new),
    NOTHING_DOUBLED(BrokenEngines.Doubling::new),
    ACKS_HOLD(BrokenEngines.Doubling::new),
    ONE_LEASE(BrokenEngines.Sharing::new),
    CANCELS_HOLD(BrokenEngines.Uncancelling::new),
    MOVES_HOLD(BrokenEngines.Unmoving::new),
    FENCES_GROW(BrokenEngines.Unfenced::new),
    DEADLINES_HOLD(BrokenEngines.Obliging::new),
    LEASES_HOLD(BrokenEngines.Refusing::new),
    LOST_LEASES_REFUSED(BrokenEngines.Obliging::new);

    private final UnaryOperator<Engine> breaking;

    Broken(UnaryOperator<Engine> breaking) {
      this.breaking = breaking;
    }

    Rule rule() {
      return Rule.valueOf(name());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatBreaksARuleIsCaught(Broken broken) {
    try (BrokenFixture store = new BrokenFixture(broken.breaking)) {
      List<Event> events = new CrowdRun(store, store.engine()).runAlone(1, ACTS);

      assertThat(HistoryCheck.of(events).violations())
          .extracting(Violation::rule)
          .contains(broken.rule());
      assertThatThrownBy(() -> HistoryCheck.of(events).assertClean())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("violations in " + events.size() + " events");
    }
  }

  @Test
  void everyRuleHasAnEngineThatBreaksIt() {
    Set<Rule> others = EnumSet.copyOf(DrainedHistoryTest.RULES);
    others.add(Rule.NOTHING_LATE);

    assertThat(Broken.values())
        .extracting(Broken::rule)
        .containsAll(EnumSet.complementOf(EnumSet.copyOf(others)));
  }

  @Test
  void aSoundEngineIsClean() {
    try (BrokenFixture store = new BrokenFixture(engine -> engine)) {
      HistoryCheck.of(new CrowdRun(store, store.engine()).runAlone(1, ACTS)).assertClean();
    }
  }

  @Test
  void aRequestWithoutAnAnswerMayHaveBroughtAJobBackWhateverTheClocks() {
    List<Event> events =
        List.of(
            event(Kind.SCHEDULE, 1, "CREATED", null),
            event(Kind.CLAIM, 1_000, "CLAIMED", lease(1, 1_000)),
            event(Kind.SETTLE, 1_001, "ACKED", lease(1, 0)),
            new Event(Kind.SCHEDULE, new Span(2_000, Long.MAX_VALUE), JOB, Event.UNKNOWN, 0, null),
            event(Kind.CLAIM, 3_000, "CLAIMED", lease(2, 3_000)));

    HistoryCheck.of(events).withSkew(100).assertClean();
  }

  private static Event event(Kind kind, long moment, String outcome, LeaseFacts lease) {
    return new Event(kind, new Span(moment, moment), JOB, outcome, 0, lease);
  }

  private static LeaseFacts lease(long fence, long now) {
    return new LeaseFacts("0.0", fence, now, now == 0 ? 0 : now + 500, false);
  }

  @Test
  void aClaimMayGoOnAfterItHasTakenTheFirstJobs() {
    try (BrokenFixture store = new BrokenFixture(Lingering::new)) {
      HistoryCheck.of(new CrowdRun(store, store.engine()).runAlone(1, ACTS)).assertClean();
    }
  }

  /** Goes on to other shards after the one that had jobs. */
  private static final class Lingering extends ForwardingEngine {
    private static final long MILLIS = 50;

    Lingering(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request)
          .thenApply(result ->
              result.jobs().isEmpty()
                  ? result
                  : new ClaimResult(
                      result.jobs(), result.nowMillis() + MILLIS, result.comeBackAtMillis()));
    }
  }
}
