package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The same id again and again: what several requests in a row lead to. */
public abstract class ConflictContract extends Contract {
  @Test
  void aReadsDebounceFiresAfterTheLongestWaitAndThenBeginsAgain() {
    long start = now();
    for (int minute : new int[] {0, 60, 150, 240, 330}) {
      advanceTo(start + minute * 60_000L);
      assertThat(queue.claim(1)).isEmpty();
      queue.schedule(read());
    }

    advanceTo(start + 360 * 60_000L - 1);
    assertThat(queue.claim(1)).isEmpty();
    advanceTo(start + 360 * 60_000L);
    assertThat(queue.run(1)).containsExactly("reader");

    advanceTo(start + 390 * 60_000L);
    assertThat(Answers.millis(queue.schedule(read()).dueAt())).isEqualTo(start + 510 * 60_000L);
    advanceTo(start + 510 * 60_000L);
    assertThat(queue.run(1)).containsExactly("reader");
  }

  private static JobSpec.Builder read() {
    return Jobs.job("reader", Duration.ofHours(2))
        .onConflict(OnConflict.debounce(Duration.ofHours(6)));
  }

  @Test
  void aRescheduleSetsTheAnchorOfADebounceAgain() {
    queue.schedule(read());
    advance(Duration.ofHours(1));
    queue.reschedule("reader", DueTime.after(Duration.ofHours(5).toMillis()));
    long moved = now();
    advance(Duration.ofMinutes(270));

    assertThat(Answers.millis(queue.schedule(read()).dueAt()))
        .isEqualTo(moved + Duration.ofHours(6).toMillis());
  }

  @Test
  void aSecondSuccessorReplacesTheFirst() {
    ClaimedJob job = running("old");
    queue.schedule(replacing("a", Duration.ZERO, "first"));
    assertThat(queue.schedule(replacing("a", Duration.ZERO, "second")).outcome())
        .isEqualTo(ScheduleOutcome.REPLACED);

    queue.ack(job);

    assertThat(Jobs.text(queue.claimOne().body())).isEqualTo("second");
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void anIdIsFreeOnceACancelledRunIsLostAndItsRetentionIsOver() {
    queue.configure(settings -> settings.retention(Duration.ofSeconds(1)));
    running("old");
    queue.cancel("a");
    advance(TestQueue.LEASE.plusSeconds(1));

    assertThat(queue.schedule(Jobs.job("a")).outcome()).isEqualTo(ScheduleOutcome.CREATED);

    maintain();
    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 1, 0, 0, 0, 0));
    assertThat(queue.run(10)).containsExactly("a");
  }

  @Test
  void theFailuresOfAJobStayWithItsSuccessors() {
    running("old");
    for (int i = 0; i < 3; i++) {
      queue.schedule(replacing("a", Duration.ZERO, "next"));
      advance(TestQueue.LEASE);
      queue.claimOne();
    }

    JobView job = queue.get("a");
    assertThat(job.history()).hasSize(3);
    assertThat(job.traits().attempt()).isEqualTo(1);
    assertThat(job.state()).isEqualTo(JobState.RUNNING);
  }

  private ClaimedJob running(String payload) {
    queue.schedule(Jobs.job("a").body(Jobs.text(payload)));
    return queue.claimOne();
  }

  private static JobSpec.Builder replacing(String id, Duration delay, String payload) {
    return Jobs.job(id, delay).body(Jobs.text(payload)).onConflict(OnConflict.REPLACE);
  }
}
