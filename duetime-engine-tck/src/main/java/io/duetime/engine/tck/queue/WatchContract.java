package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** When a claim says to come back, and what wakes a consumer before. */
public abstract class WatchContract extends Contract {
  private static final QueueSettings.Rate ONE_A_DAY =
      new QueueSettings.Rate(1, Duration.ofDays(1), 1);

  @Test
  void theNextDueTimeIsTheTimeToComeBack() {
    long now = now();
    queue.schedule(Jobs.job("a", Duration.ofHours(2)));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)));

    assertThat(comeBackAt()).isEqualTo(now + 3_600_000);
    queue.schedule(Jobs.job("c", Duration.ofMinutes(1)));
    assertThat(comeBackAt()).isEqualTo(now + 60_000);
  }

  @Test
  void aClaimerThatFollowsTheAnswersMissesNothingAndNeverComesInVain() {
    Duration[] delays = {Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(60)};
    for (Duration delay : delays) {
      queue.schedule(Jobs.job(delay.toString(), delay));
    }

    for (Duration delay : delays) {
      advanceTo(comeBackAt());
      assertThat(queue.run(10)).containsExactly(delay.toString());
    }
    assertThat(comeBackAt()).isEqualTo(ClaimResult.NEVER);
  }

  @Test
  void aLeaseMayEndBeforeTheNextJobIsDueAndALostOneComesBackAtTheEndOfItsBackoff() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(2, Duration.ofSeconds(7))));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)));
    assertThat(queue.claim(ClaimRequest.of(1, 5_000)).comeBackAtMillis()).isEqualTo(now() + 5_000);
    advanceTo(comeBackAt());

    assertThat(comeBackAt()).isEqualTo(now() + 7_000);
    advanceTo(comeBackAt());
    assertThat(queue.claimOne().run().attempt()).isEqualTo(2);
  }

  @Test
  void aPausedQueueSaysWhenItsPauseEndsAndGivesItsJobsFromThenOn() {
    queue.schedule(Jobs.job("a"));
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    assertThat(comeBackAt()).isEqualTo(ClaimResult.NEVER);
    long end = now() + 60_000;
    queue.configure(settings -> settings.pausedUntilMillis(end));

    assertThat(comeBackAt()).isEqualTo(end);
    advanceTo(end - 1);
    assertThat(queue.claim(1)).isEmpty();
    advanceTo(end);
    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void whereNoMoreMayRunTheNextEndOfALeaseCounts() {
    queue.configure(settings -> settings.maxRunning(1));
    ClaimedJob job = queue.begin(Jobs.jobs("j", 3));

    assertThat(comeBackFromNothing()).isEqualTo(job.run().leaseUntilMillis());
    queue.ack(job);
    assertThat(queue.claim(10)).hasSize(1);
  }

  @Test
  void whereTheRateIsUsedUpTheNextPermitCounts() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(2, Duration.ofSeconds(1), 2)));
    queue.schedule(Jobs.jobs("j", 3));
    assertThat(queue.claim(10)).hasSize(2);

    assertThat(comeBackFromNothing()).isEqualTo(now() + 500);
    advanceTo(comeBackFromNothing());
    assertThat(queue.claim(10)).hasSize(1);
  }

  /** When a claim that gets nothing is told to come back. */
  private long comeBackFromNothing() {
    ClaimResult nothing = queue.claim(ClaimRequest.of(1, 1));
    assertThat(nothing.jobs()).isEmpty();
    return nothing.comeBackAtMillis();
  }

  private long comeBackAt() {
    return queue.claim(ClaimRequest.of(1, 1).dueBefore(0)).comeBackAtMillis();
  }

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

  @TestFactory
  Stream<DynamicTest> whatGivesAClaimMoreToDoIsSignalled() {
    return Stream.of(
        wakes("reschedule", 60_000, this::rescheduling),
        wakes("release", 0, () -> settling(job -> queue.release(job))),
        wakes("retry", 2_000, () -> settling(job -> queue.retry(job, Duration.ofSeconds(2)))),
        wakes("successor", 0, this::succeeding),
        wakes("redrive", 0, this::redriving),
        wakes("pause", 0, this::resuming),
        wakes("ack", 0, this::ackingUnderALimit),
        wakes("token-of-a-cancelled-job", 0, this::releasingWhatWasCancelled),
        wakes("token-of-a-later-job", 0, this::releasingWhatIsDueLater),
        wakes("limit", 0, this::raisingALimit));
  }

  /** Prepares a queue of its own, watches it, and does what should wake the watcher. */
  private DynamicTest wakes(String name, long dueIn, Supplier<Runnable> preparing) {
    return limited(
        name,
        () -> {
          queue = queue(name);
          Runnable act = preparing.get();
          watch();
          act.run();
          assertWokenFor(now() + dueIn);
          assertThat(queue.claim(1)).hasSize(dueIn == 0 ? 1 : 0);
        });
  }

  private Runnable rescheduling() {
    queue.schedule(Jobs.job("a", Duration.ofHours(2)));
    return () -> queue.reschedule("a", DueTime.after(60_000));
  }

  private Runnable settling(Consumer<ClaimedJob> settling) {
    ClaimedJob job = queue.begin("a");
    return () -> settling.accept(job);
  }

  private Runnable succeeding() {
    Runnable ack = settling(queue::ack);
    queue.schedule(Jobs.job("a").onConflict(OnConflict.REPLACE));
    return ack;
  }

  private Runnable redriving() {
    queue.bury(queue.begin("a"));
    return () -> queue.change(Selection.ALL, new BulkChange.Redrive(0));
  }

  private Runnable resuming() {
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    queue.schedule(Jobs.job("a"));
    return () -> queue.configure(settings -> settings.pausedUntilMillis(0));
  }

  private Runnable ackingUnderALimit() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.schedule(Jobs.job("b"));
    return settling(queue::ack);
  }

  private Runnable releasingWhatWasCancelled() {
    queue.configure(settings -> settings.rate(ONE_A_DAY));
    ClaimedJob job = queue.begin(Jobs.jobs("j", 2));
    queue.cancel(job.lease().id());
    return () -> queue.release(job);
  }

  private Runnable releasingWhatIsDueLater() {
    queue.configure(settings -> settings.rate(ONE_A_DAY));
    queue.schedule(Jobs.job("later", Duration.ofMinutes(30)));
    ClaimRequest ahead = ClaimRequest.of(1, 30_000).dueBefore(now() + 3_600_000);
    ClaimedJob later = queue.claim(ahead).jobs().get(0);
    queue.schedule(Jobs.job("now"));
    return () -> queue.release(later);
  }

  private Runnable raisingALimit() {
    queue.configure(settings -> settings.maxRunning(1).rate(ONE_A_DAY));
    queue.begin(Jobs.jobs("j", 2));
    return () -> queue.configure(settings -> settings.maxRunning(0).rate(null));
  }

  @Test
  void aRunningJobThatIsCancelledIsSignalledAndTheExtensionOfItsLeaseTellsIt() {
    ClaimedJob job = queue.begin("a");
    queue.schedule(Jobs.job("waiting", Duration.ofHours(1)));
    watch();
    queue.schedule(Jobs.job("now"));
    // From the first signal on the store listens; then it has also said that it may have missed
    // some.
    assertWokenFor(now());
    signals.clear();

    assertThat(queue.cancel("waiting")).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.RUNNING);

    SignalAwaiter.until("the signal", () -> !ofCancelledJobs().isEmpty());
    assertThat(ofCancelledJobs()).contains(job.lease().shard());
    assertThat(queue.extend(job, Duration.ofSeconds(30)).cancelRequested()).isTrue();
  }

  private List<ShardId> ofCancelledJobs() {
    return signals.stream()
        .filter(signal -> signal.kind() == Watcher.Kind.CANCEL_REQUESTED)
        .map(Watcher.Signal::shard)
        .toList();
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
