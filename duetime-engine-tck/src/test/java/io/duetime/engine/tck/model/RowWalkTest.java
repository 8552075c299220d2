package io.duetime.engine.tck.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.JobState;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.BrokenEngines;
import io.duetime.engine.tck.BrokenFixture;
import io.duetime.engine.tck.MemoryFixture;
import io.duetime.engine.tck.model.StateTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowWalkTest {
  private static final String CANCEL = "| C-2 |  | DELAYED | CANCELLED | cancelled |";

  private static void walk(String row) {
    try (MemoryFixture store = new MemoryFixture()) {
      new RowWalk(StateTable.rows(row)).steps().forEach(step -> step.check().on(store));
    }
  }

  @Test
  void aRowThatIsTruePasses() {
    walk(CANCEL);
  }

  @Test
  void aRowWithAnotherAnswerFails() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | RUNNING | cancelled |"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the answer of C-2 C, DELAYED");
  }

  @Test
  void aRowWithAnotherEndFails() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | CANCELLED | unchanged |"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the job after C-2 C, DELAYED");
    assertThatThrownBy(() -> walk("| R-A-2 |  | RETRYING | RESCHEDULED | unchanged |"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void unknownWordsAreRefused() {
    assertThatThrownBy(() -> walk("| C-2 |  | DELAYED | CANCELLED | dissolved |"))
        .hasMessageContaining("nothing is called 'dissolved'");
    assertThatThrownBy(() -> walk("| C-2 |  | ASLEEP | CANCELLED | unchanged |"))
        .hasMessageContaining("no state is called ASLEEP");
    assertThatThrownBy(() -> walk("| Z-2 |  | DELAYED | CANCELLED | unchanged |"))
        .hasMessageContaining("nothing does 'Z'");
    assertThatThrownBy(() -> walk("| C-2 | DELAYED | CANCELLED | unchanged |"))
        .hasMessageContaining("5 cells");
  }

  @Test
  void aMissingRowAndADoubleOneAreNoticed() {
    List<Row> rows = new ArrayList<>(StateTable.rows());
    Row first = rows.remove(0);

    assertThat(new RowWalk(rows).gapsAndOverlaps())
        .isNotEmpty()
        .allMatch(gap -> gap.startsWith("no row"));
    rows.add(first);
    assertThat(new RowWalk(rows).gapsAndOverlaps()).isEmpty();
    rows.add(first);
    assertThat(new RowWalk(rows).gapsAndOverlaps()).isNotEmpty();
    assertThat(new RowWalk(rows).doubledNumbers()).containsExactly(first.number());
  }

  @Test
  void theDocumentNamesEveryStateAndEveryWord() {
    List<Row> rows = StateTable.rows();

    assertThat(rows.stream().flatMap(row -> row.states().stream()).distinct())
        .containsExactlyInAnyOrder(StartState.values());
    assertThat(rows.stream().flatMap(row -> row.afterwards().stream()).distinct())
        .containsExactlyInAnyOrder(Aftermath.values());
  }

  /** Bugs that one row or another is about. */
  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  enum Broken {
    AN_ACK_IS_TAKEN_AT_THE_DEADLINE(BrokenEngines.LateAcking::new),
    A_RELEASE_COUNTS_AS_AN_ATTEMPT(inner ->
        new BrokenEngines.Misunderstanding(
            inner,
            one ->
                one.request() instanceof SettleRequest.Release release
                        && release.interruption() == null
                    ? new Settlement(
                        one.lease(), new SettleRequest.Release(release.delayMillis(), "counted"))
                    : one)),
    A_RELEASE_FORGETS_ITS_DELAY(inner ->
        new BrokenEngines.Misunderstanding(
            inner,
            one ->
                one.request() instanceof SettleRequest.Release
                    ? Settlement.release(one.lease())
                    : one)),
    AN_EXTENSION_IS_A_MILLISECOND_SHORT(inner ->
        new BrokenEngines.Misunderstanding(
            inner,
            one ->
                one.request() instanceof SettleRequest.Extend extend
                    ? new Settlement(
                        one.lease(), new SettleRequest.Extend(extend.extendByMillis() - 1))
                    : one)),
    A_DEAD_JOB_LOSES_ITS_PAYLOAD(inner ->
        new BrokenEngines.Misshowing(
            inner,
            job ->
                job.state() == JobState.DEAD
                    ? with(job, JobBody.of(new byte[0]), job.times())
                    : job)),
    A_MOVED_JOB_KEEPS_ITS_FIRST_DUE_TIME(inner ->
        new BrokenEngines.Misshowing(
            inner,
            job ->
                with(
                    job,
                    job.body(),
                    new ClaimedJob.Times(
                        job.times().dueAt(),
                        job.times().scheduledAt() + Case.DELAY,
                        job.times().scheduledAt())))),
    A_CANCELLED_JOB_KEEPS_ITS_SUCCESSOR(BrokenEngines.SuccessorKeeping::new),
    A_PURGE_TAKES_WAITING_JOBS(inner ->
        new BrokenEngines.Overdoing(
            inner,
            change -> change instanceof BulkChange.Purge ? new BulkChange.Cancel() : change)),
    A_REDRIVE_TAKES_JOBS_THAT_ARE_NOT_NAMED(inner ->
        new BrokenEngines.Overdoing(
            inner,
            change -> change instanceof BulkChange.Redrive ? new BulkChange.Redrive(1) : change));

    private final UnaryOperator<Engine> breaking;

    Broken(UnaryOperator<Engine> breaking) {
      this.breaking = breaking;
    }

    private static JobView with(JobView job, JobBody body, ClaimedJob.Times times) {
      return new JobView(
          job.id(),
          job.state(),
          body,
          times,
          job.traits(),
          job.lease(),
          job.end(),
          job.history(),
          job.successorDueAtMillis());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatBreaksARowIsCaught(Broken broken) {
    try (BrokenFixture store = new BrokenFixture(broken.breaking)) {
      assertThatThrownBy(() -> new RowWalk().steps().forEach(step -> step.check().on(store)))
          .isInstanceOf(AssertionError.class);
    }
  }
}
