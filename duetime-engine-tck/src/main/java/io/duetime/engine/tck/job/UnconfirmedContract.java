package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Attempts that may have had their effect without being acknowledged. */
public abstract class UnconfirmedContract extends Contract {
  private void failUnconfirmed(ClaimedJob job) {
    queue.settle(new Settlement.Retry(job.lease(), 0L, null, "no answer").unconfirmed());
  }

  private void failUnconfirmed(String id) {
    queue.schedule(Jobs.job(id));
    failUnconfirmed(queue.claimOne());
  }

  private boolean mayHaveArrived(String id) {
    return queue.get(id).traits().mayHaveArrived();
  }

  @Test
  void isKnownToEachLaterAttemptUntilTheJobEnds() {
    failUnconfirmed("a");
    assertThat(mayHaveArrived("a")).isTrue();
    assertThat(queue.explain("a").details()).containsEntry("mayHaveArrived", "true");

    ClaimedJob second = queue.claimOne();
    assertThat(second.run().mayHaveArrived()).isTrue();
    queue.release(second);
    ClaimedJob again = queue.claimOne();
    assertThat(again.run().mayHaveArrived()).isTrue();
    queue.settle(new Settlement.Release(again.lease(), null, "interrupted"));
    queue.retry(queue.claimOne(), Duration.ZERO);
    queue.reschedule("a", DueTime.after(0));
    queue.bury(queue.claimOne());
    assertThat(mayHaveArrived("a")).isTrue();
    assertThat(queue.explain("a").details()).containsEntry("mayHaveArrived", "true");
    assertThat(queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0)))
        .isEqualTo(1);

    ClaimedJob redriven = queue.claimOne();

    assertThat(redriven.run().attempt()).isEqualTo(1);
    assertThat(redriven.run().mayHaveArrived()).isTrue();
    queue.ack(redriven);
    queue.schedule(Jobs.job("a"));
    assertThat(queue.claimOne().run().mayHaveArrived()).isFalse();
    assertThat(queue.explain("a").details()).doesNotContainKey("mayHaveArrived");
  }

  @Test
  void isKnownOfADeadJobWhicheverWayItDied() {
    queue.schedule(Jobs.job("buried"));
    queue.settle(new Settlement.Bury(queue.claimOne().lease(), null, "no").unconfirmed());
    queue.schedule(Jobs.job("exhausted").retry(RetryPolicy.none()));
    failUnconfirmed(queue.claimOne());
    queue.schedule(Jobs.job("lost").retry(RetryPolicy.none()));
    queue.claimOne();
    advance(TestQueue.LEASE);
    maintain();

    for (String id : new String[] {"buried", "exhausted", "lost"}) {
      assertThat(mayHaveArrived(id)).as(id).isTrue();
      assertThat(queue.claimById(id).get(0).run().mayHaveArrived()).as(id).isTrue();
    }
  }

  @Test
  void isKnownOfAJobThatWasReleased() {
    queue.schedule(Jobs.job("a"));
    queue.settle(new Settlement.Release(queue.claimOne().lease()).unconfirmed());
    queue.schedule(Jobs.job("b"));
    ClaimedJob interrupted = queue.claimById("b").get(0);
    queue.settle(new Settlement.Release(interrupted.lease(), 0L, "a deployment").unconfirmed());

    for (ClaimedJob again : queue.claim(2)) {
      assertThat(again.run().attempt()).isEqualTo(1);
      assertThat(again.run().mayHaveArrived()).isTrue();
    }
  }

  @Test
  void isNotSaidOfAJobThatReplacesItOrOfItsSuccessor() {
    failUnconfirmed("replaced");
    queue.schedule(Jobs.job("replaced").onConflict(OnConflict.REPLACE));
    assertThat(mayHaveArrived("replaced")).isFalse();
    queue.run(1);
    failUnconfirmed("succeeded");
    ClaimedJob running = queue.claimOne();
    queue.schedule(Jobs.job("succeeded").onConflict(OnConflict.REPLACE));

    failUnconfirmed(running);

    assertThat(queue.get("succeeded").history()).hasSize(2);
    assertThat(queue.claimOne().run().mayHaveArrived()).isFalse();
  }

  @Test
  void isSaidOfTheCopyOfADeadJobAndOfItsCopy() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    TestQueue graves = queue("graveyard");
    graves.configure(settings -> settings.deadCopyTo("last"));
    failUnconfirmed("a");
    queue.bury(queue.claimOne());
    queue.schedule(Jobs.job("b"));
    queue.bury(queue.claimOne());
    maintain();

    for (ClaimedJob copy : graves.claim(2)) {
      assertThat(copy.run().mayHaveArrived()).isEqualTo(Jobs.text(copy.body()).equals("a"));
      graves.bury(copy);
    }
    maintain();

    for (ClaimedJob copy : queue("last").claim(2)) {
      assertThat(copy.run().mayHaveArrived()).isEqualTo(Jobs.text(copy.body()).equals("a"));
    }
  }
}
