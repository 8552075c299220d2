package io.duetime.engine.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store still has at the end, and what a receiver has got. */
class DrainedHistoryTest {
  /** The rules that are tested here. */
  static final Set<Rule> RULES =
      Set.of(Rule.ANSWERS_POSSIBLE, Rule.DEATHS_HAVE_REASONS, Rule.SHIFTS_ONCE, Rule.COPIES_MARKED);

  private static final long DUE = 1_000;
  private static final long END = 5_000;
  private static final String COHORT = "cohort";

  private static Event event(Kind kind, String id, String outcome, long due) {
    long at = kind == Kind.LEFT ? END : 0;
    return new Event(kind, new Span(at, at), new JobKey("queue", id), outcome, due, null);
  }

  private static List<Rule> broken(Event... events) {
    return HistoryCheck.of(List.of(events)).violations().stream().map(Violation::rule).toList();
  }

  private static Event at(long millis, Kind kind, String outcome) {
    return new Event(
        kind, new Span(millis, millis + 1), new JobKey("queue", "a"), outcome, DUE, null);
  }

  @Test
  void whatWasScheduledIsKnownUntilSomethingMayHaveEndedIt() {
    Event scheduled = at(0, Kind.SCHEDULE, "CREATED");
    Event cancelled = at(20, Kind.CANCEL, "CANCELLED");
    Event moved = at(40, Kind.RESCHEDULE, "UNKNOWN");
    Event left = at(50, Kind.LEFT, "DEAD");

    assertThat(broken(scheduled, cancelled, moved, left)).isEmpty();
    assertThat(broken(scheduled, moved, left)).containsExactly(Rule.ANSWERS_POSSIBLE);
    assertThat(broken(at(0, Kind.SCHEDULE, "KEPT"))).containsExactly(Rule.ANSWERS_POSSIBLE);
    assertThat(broken(moved)).isEmpty();
  }

  @Test
  void aDeadJobSaysWhy() {
    Event scheduled = event(Kind.SCHEDULE, "a", "CREATED", DUE);

    assertThat(broken(scheduled, event(Kind.LEFT, "a", "DEAD", DUE))).isEmpty();
    assertThat(broken(scheduled, event(Kind.LEFT, "a", Event.UNEXPLAINED, DUE)))
        .containsExactly(Rule.DEATHS_HAVE_REASONS);
  }

  @Test
  void aJobThatIsLeftWaitingAfterItsTimeIsLost() {
    Event scheduled = event(Kind.SCHEDULE, "a", "CREATED", DUE);

    assertThat(broken(scheduled, event(Kind.LEFT, "a", "READY", DUE)))
        .containsExactly(Rule.NOTHING_LOST);
    assertThat(broken(scheduled, event(Kind.LEFT, "a", "DELAYED", END + 1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "DONE, 0, false",
    "DONE, 1, true",
    "DONE, 2, false",
    "DONE, 3, false",
    "?, 0, true",
    "?, 1, true",
    "?, 2, false"
  })
  void aShiftMovesAJobOnce(String outcome, long moved, boolean isFine) {
    String id = ShiftRule.id(COHORT, 1);
    List<Rule> broken =
        broken(
            event(Kind.SCHEDULE, id, "CREATED", END + DUE),
            event(Kind.SHIFT, COHORT, outcome, ShiftRule.millis(0)),
            event(Kind.LEFT, id, "DELAYED", END + DUE + moved));

    assertThat(broken).isEqualTo(isFine ? List.of() : List.of(Rule.SHIFTS_ONCE));
  }

  @Test
  void aShiftThatWasRepeatedUntilItWasDoneIsOne() {
    String id = ShiftRule.id(COHORT, 1);

    assertThat(
            broken(
                event(Kind.SCHEDULE, id, "CREATED", END + DUE),
                event(Kind.SHIFT, COHORT, "DONE", ShiftRule.millis(0)),
                event(Kind.SHIFT, COHORT, Event.UNKNOWN, ShiftRule.millis(1)),
                event(Kind.SHIFT, COHORT, "DONE", ShiftRule.millis(1)),
                event(Kind.LEFT, id, "DELAYED", END + DUE + 4)))
        .isEmpty();
  }

  @Test
  void allMessagesOfAJobButOneAreMarked() {
    Event scheduled = event(Kind.SCHEDULE, "a", "CREATED", DUE);
    Event first = event(Kind.PUBLISHED, "a", Event.FIRST, 0);
    Event copy = event(Kind.PUBLISHED, "a", Event.COPY, 0);

    assertThat(broken(scheduled, copy, first, copy)).isEmpty();
    assertThat(broken(scheduled, first, first)).containsExactly(Rule.COPIES_MARKED);
  }
}
