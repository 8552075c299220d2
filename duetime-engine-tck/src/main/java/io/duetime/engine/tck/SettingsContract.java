package io.duetime.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The settings of queues, and queues as wholes. */
abstract class SettingsContract extends Contract {
  private static final QueueSettings EVERYTHING =
      QueueSettings.builder()
          .pausedUntilMillis(1_000)
          .maxRunning(7)
          .rate(new QueueSettings.Rate(3, Duration.ofSeconds(2), 9))
          .retention(Duration.ofMinutes(5))
          .maxWaiting(100)
          .maxAhead(Duration.ofDays(3))
          .defaultPriority(5)
          .defaultRetry(RetryPolicy.none())
          .defaultLease(Duration.ofSeconds(9))
          .deadCopyTo("graveyard")
          .handOver("https://example.org/hook")
          .build();

  @Test
  void aQueueThatDoesNotExistHasTheDefaults() {
    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void settingsComeBackAsTheyWereGivenAndMakeTheQueue() {
    queue.configure(settings -> EVERYTHING.toBuilder());

    assertThat(queue.settings()).isEqualTo(EVERYTHING);
    assertThat(Answers.of(engine().queues())).containsExactly(queue.name());
    assertThat(queue("others").settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void aQueueDoesNotCopyItsDeadJobsToItself() {
    assertThatThrownBy(
            () -> queue.configure(settings -> settings.deadCopyTo(queue.name()).maxRunning(7)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("deadCopyTo");

    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void moreShardsAreRefusedWhereThereIsOnlyOne() {
    if (engine().capabilities().sharded()) {
      queue.configure(settings -> settings.shards(4));
      assertThat(queue.settings().shards()).isEqualTo(4);
    } else {
      assertThatThrownBy(() -> queue.configure(settings -> settings.shards(4)))
          .isInstanceOf(InvalidRequestException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.UNSUPPORTED);
    }
  }

  @Test
  void aDeletedQueueIsForgottenWithAllItsJobs() {
    queue.configure(settings -> EVERYTHING.toBuilder().notPaused());
    queue.schedule(Jobs.jobs("j", 20));
    ClaimedJob held = queue.claimOne();

    assertThat(Answers.of(engine().deleteQueue(queue.name()))).isTrue();

    assertThat(Answers.of(engine().queues())).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
    assertThat(queue.ack(held).name()).isEqualTo("LEASE_LOST");
    assertThat(Answers.of(engine().deleteQueue(queue.name()))).isFalse();
  }

  @Test
  void aQueueMadeAgainStartsEmptyAndItsFencesGoOn() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob before = queue.claimOne();
    Answers.of(engine().deleteQueue(queue.name()));
    queue.schedule(Jobs.job("a"));

    ClaimedJob after = queue.claimOne();

    assertThat(after.lease().fence()).isGreaterThan(before.lease().fence());
    assertThat(queue.ack(before).name()).isEqualTo("LEASE_LOST");
    assertThat(queue.ack(after).name()).isEqualTo("ACKED");
  }

  @Test
  void oneQueueKnowsNothingOfAnother() {
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    TestQueue other = queue("others");
    other.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("a"));

    assertThat(other.run(10)).containsExactly("a");
    assertThat(queue.counts().ready()).isEqualTo(1);
  }
}
