package io.duetime.engine.tck.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.OnConflict;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Answers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Scheduling under each rule. */
final class SchedulingActs {
  private static final long AHEAD = 1_800_000;
  private static final long FAR_AHEAD = 10 * 3_600_000;
  private static final OnConflict DEBOUNCE =
      OnConflict.debounce(Duration.ofMillis(Acts.LONGEST_WAIT));

  private SchedulingActs() {}

  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("S-J", c -> schedule(c, c.newSpec(c.now() + AHEAD, OnConflict.REJECT)));
    acts.put("S-K", c -> schedule(c, c.newSpec(c.now() + AHEAD, OnConflict.KEEP)));
    acts.put("S-R", c -> schedule(c, c.newSpec(c.now() + AHEAD, OnConflict.REPLACE)));
    acts.put("S-E earlier", c -> comparing(c, OnConflict.EARLIEST, -1));
    acts.put("S-E as early", c -> comparing(c, OnConflict.EARLIEST, 0));
    acts.put("S-E later", c -> comparing(c, OnConflict.EARLIEST, 1));
    acts.put("S-L earlier", c -> comparing(c, OnConflict.LATEST, -1));
    acts.put("S-L as early", c -> comparing(c, OnConflict.LATEST, 0));
    acts.put("S-L later", c -> comparing(c, OnConflict.LATEST, 1));
    acts.put("S-D within the wait", c -> schedule(c, c.newSpec(c.now() + AHEAD, DEBOUNCE)));
    acts.put("S-D beyond the wait", c -> schedule(c, c.newSpec(c.now() + FAR_AHEAD, DEBOUNCE)));
    acts.put("S-N", SchedulingActs::repeat);
    return acts;
  }

  private static String comparing(Case c, OnConflict rule, long difference) {
    long standing = c.currentDueAt == 0 ? c.now() + AHEAD : c.currentDueAt;
    return schedule(c, c.newSpec(standing + difference, rule));
  }

  private static String schedule(Case c, JobSpec.Builder spec) {
    Scheduled result = c.queue.schedule(spec);
    assertThat(result.id()).isEqualTo(Case.ID);
    assertThat(result.refusal()).isNull();
    assertThat(Answers.millis(result.dueAt()))
        .as("the due time answered")
        .isEqualTo(currentDueAt(c, result));
    return result.outcome().name();
  }

  /** Returns the due time of the successor where one was meant or exists, otherwise of the job. */
  private static long currentDueAt(Case c, Scheduled result) {
    JobView job = c.queue.get(Case.ID);
    Long successor = job.successorDueAtMillis();
    if (result.outcome() == ScheduleOutcome.SUCCESSOR) {
      assertThat(successor).as("the successor").isNotNull();
    }
    return successor != null ? successor : job.times().dueAt();
  }

  /** The very first request once more, under the rule that would change most. */
  private static String repeat(Case c) {
    c.askedDueAt = c.now() + AHEAD;
    Scheduled result = c.queue.schedule(c.oldSpec(c.askedDueAt).onConflict(OnConflict.REPLACE));
    if (c.firstAnswerDueAt != 0 && Answers.millis(result.dueAt()) == c.firstAnswerDueAt) {
      return "first answer, " + result.outcome().name();
    }
    assertThat(Answers.millis(result.dueAt())).isEqualTo(c.askedDueAt);
    return result.outcome().name();
  }
}
