package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.Watcher;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * What a watcher hears. Signals may come late or twice. In a healthy store, each change that makes
 * a claim's time to come back earlier wakes the consumer that waits for that time.
 */
public abstract class WatchContract extends Contract {
  private final List<Watcher.Signal> signals = new CopyOnWriteArrayList<>();

  private Watcher.Subscription watch() {
    Watcher.Subscription subscription = engine().watch(queue.name(), signals::add);
    askWhenToComeBack();
    return subscription;
  }

  private void askWhenToComeBack() {
    queue.claim(ClaimRequest.of(1, 1).dueBefore(0));
    signals.clear();
  }

  /** Waits for a signal to come back at this moment or earlier. */
  private void assertWokenFor(long moment) {
    SignalAwaiter.until(
        "a signal for " + moment + ", heard " + signals,
        () ->
            signals.stream()
                .filter(signal -> signal.kind() == Watcher.Kind.EARLIER)
                .anyMatch(signal -> signal.comeBackAtMillis() <= moment));
  }

  @Test
  void anEarlierJobIsSignalled() {
    queue.schedule(Jobs.job("late", Duration.ofHours(2)));
    watch();

    queue.schedule(Jobs.job("early", Duration.ofHours(1)));

    assertWokenFor(now() + 3_600_000);
    assertThat(signals.get(0).queue()).isEqualTo(queue.name());
  }

  @Test
  void aWatcherOfAQueueThatDoesNotExistIsWokenByItsFirstJob() {
    watch();

    queue.schedule(Jobs.job("first"));

    assertWokenFor(now());
    assertThat(queue.run(1)).containsExactly("first");
  }

  @Test
  void aRescheduleToAnEarlierTimeIsSignalled() {
    queue.schedule(Jobs.job("a", Duration.ofHours(2)));
    watch();

    queue.reschedule("a", DueTime.after(60_000));

    assertWokenFor(now() + 60_000);
  }

  @Test
  void aReleasedJobIsSignalled() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    watch();

    queue.release(job);

    assertWokenFor(now());
  }

  @Test
  void aRetryThatComesBeforeTheEndOfTheLeaseIsSignalled() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(3, Duration.ofSeconds(2))));
    ClaimedJob job = queue.claimOne();
    watch();

    queue.retry(job);

    assertWokenFor(now() + 2_000);
  }

  @Test
  void aSuccessorThatTakesOverIsSignalled() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    queue.schedule(Jobs.job("a").onConflict(OnConflict.REPLACE));
    watch();

    queue.ack(job);

    assertWokenFor(now());
  }

  @Test
  void aRedriveIsSignalled() {
    queue.schedule(Jobs.job("a"));
    queue.bury(queue.claimOne());
    watch();

    queue.change(Selection.ALL, new BulkChange.Redrive(0));

    assertWokenFor(now());
  }

  @Test
  void theEndOfAPauseIsSignalled() {
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    queue.schedule(Jobs.job("a"));
    watch();

    queue.configure(settings -> settings.pausedUntilMillis(0));

    assertWokenFor(now());
  }

  @Test
  void anAckUnderALimitIsSignalled() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.schedule(Jobs.jobs("j", 2));
    ClaimedJob job = queue.claimOne();
    watch();

    queue.ack(job);

    assertWokenFor(now());
  }

  @Test
  void aTokenThatComesBackWithACancelledJobIsSignalled() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(1, Duration.ofDays(1), 1)));
    queue.schedule(Jobs.jobs("j", 2));
    ClaimedJob job = queue.claimOne();
    queue.cancel(job.lease().id());
    watch();

    queue.release(job);

    assertWokenFor(now());
    assertThat(queue.claim(1)).hasSize(1);
  }

  @Test
  void aTokenThatComesBackWithAJobOfLaterIsSignalledForWhatIsDueNow() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(1, Duration.ofDays(1), 1)));
    queue.schedule(Jobs.job("later", Duration.ofMinutes(30)));
    ClaimRequest ahead = ClaimRequest.of(1, 30_000).dueBefore(now() + 3_600_000);
    ClaimedJob later = queue.claim(ahead).jobs().get(0);
    queue.schedule(Jobs.job("now"));
    watch();

    queue.release(later);

    assertWokenFor(now());
    assertThat(queue.run(1)).containsExactly("now");
  }

  @Test
  void aRaisedLimitIsSignalled() {
    queue.configure(
        settings -> settings.maxRunning(1).rate(new QueueSettings.Rate(1, Duration.ofHours(1), 1)));
    queue.schedule(Jobs.jobs("j", 2));
    queue.claimOne();
    watch();

    queue.configure(settings -> settings.maxRunning(0).rate(null));

    assertWokenFor(now());
  }

  @Test
  void aWatcherThatHasLeftHearsNothing() {
    Watcher.Subscription gone = watch();
    List<Watcher.Signal> others = new CopyOnWriteArrayList<>();
    gone.close();
    gone.close();
    // A store may take its time to listen, and then says once that something may have been missed.
    signals.clear();
    engine().watch(queue.name(), others::add);

    queue.schedule(Jobs.job("a"));

    SignalAwaiter.until("the other's signal", () -> !others.isEmpty());
    assertThat(signals).isEmpty();
  }

  @Test
  void aWatcherThatFailsDisturbsNoOther() {
    engine()
        .watch(
            queue.name(),
            signal -> {
              throw new IllegalStateException("a watcher's fault");
            });
    watch();

    queue.schedule(Jobs.job("a"));

    assertWokenFor(now());
    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void anotherQueuesJobsAreNotSignalled() {
    watch();

    queue("others").schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));

    assertWokenFor(now());
    assertThat(signals).extracting(Watcher.Signal::queue).containsOnly(queue.name());
  }
}
