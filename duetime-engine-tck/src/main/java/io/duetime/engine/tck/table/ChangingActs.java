package io.duetime.engine.tck.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Reschedule.Condition;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cancelling, moving, and changes to all jobs of a selection. */
final class ChangingActs {
  private static final long AHEAD = 600_000;
  private static final Selection NAMED = Selection.ALL.among(List.of("before", Case.ID, "zzz"));
  private static final Selection OTHERS = Selection.ALL.among(List.of("before", "zzz"));

  private ChangingActs() {}

  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("C", c -> c.queue.cancel(Case.ID).name());
    acts.put("R-A", c -> move(c, c.now() + AHEAD, Condition.ALWAYS));
    acts.put("R-E earlier", c -> move(c, c.currentDueAt - 1, Condition.ONLY_EARLIER));
    acts.put("R-E not earlier", c -> move(c, c.currentDueAt, Condition.ONLY_EARLIER));
    acts.put("R-L later", c -> move(c, c.currentDueAt + 1, Condition.ONLY_LATER));
    acts.put("R-L not later", c -> move(c, c.currentDueAt, Condition.ONLY_LATER));
    acts.put("R-I as known", c -> move(c, c.now() + AHEAD, new Reschedule.IfDueAt(c.currentDueAt)));
    acts.put(
        "R-I not as known",
        c -> move(c, c.now() + AHEAD, new Reschedule.IfDueAt(c.currentDueAt + 1)));
    acts.put("X-C", c -> change(c, new BulkChange.Cancel()));
    acts.put("X-M", c -> change(c, new BulkChange.Move(DueTime.at(aheadOf(c)))));
    acts.put("X-R", c -> change(c, new BulkChange.Redrive(0)));
    acts.put("X-P", c -> change(c, new BulkChange.Purge()));
    acts.put("X-RI named", c -> change(c, NAMED, new BulkChange.Redrive(0)));
    acts.put("X-RI not named", c -> change(c, OTHERS, new BulkChange.Redrive(0)));
    acts.put("X-PI named", c -> change(c, NAMED, new BulkChange.Purge()));
    acts.put("X-PI not named", c -> change(c, OTHERS, new BulkChange.Purge()));
    acts.put("X-N waiting", c -> change(c, new BulkChange.Count(new BulkChange.Cancel())));
    acts.put("X-N dead", c -> change(c, new BulkChange.Count(new BulkChange.Purge())));
    acts.put("Q", c -> Answers.of(c.queue.engine().deleteQueue(c.queue.name())).toString());
    return acts;
  }

  private static long aheadOf(Case c) {
    c.askedDueAt = c.now() + AHEAD;
    return c.askedDueAt;
  }

  private static String move(Case c, long dueAt, Condition condition) {
    c.askedDueAt = Math.max(dueAt, 0);
    Rescheduled result =
        c.queue.reschedule(new Reschedule(Case.ID, DueTime.at(c.askedDueAt), condition));
    assertThat(result.refusal()).isNull();
    assertThat(Answers.millis(result.dueAt()))
        .as("the due time answered")
        .isEqualTo(currentDueAt(c, result));
    return result.outcome().name();
  }

  private static long currentDueAt(Case c, Rescheduled result) {
    boolean told =
        result.outcome() == RescheduleOutcome.RESCHEDULED
            || result.outcome() == RescheduleOutcome.NOT_MET;
    return told ? c.queue.get(Case.ID).times().dueAt() : 0;
  }

  private static String change(Case c, BulkChange change) {
    return change(c, Selection.ALL, change);
  }

  private static String change(Case c, Selection selection, BulkChange change) {
    return c.queue.change(selection, change) + " changed";
  }
}
