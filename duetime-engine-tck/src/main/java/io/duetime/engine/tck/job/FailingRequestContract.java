package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.FailingList;
import io.duetime.engine.tck.fixture.Jobs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A request that makes the engine throw fails alone: the store goes on, and is as it was. */
public abstract class FailingRequestContract extends Contract {
  private static final int MOST_LOOKS = 200;
  private static final List<String> IDS = List.of("a", "b", "c");

  @Test
  void schedulingFailsAlone() {
    failAtEachLook(() -> {}, this::specs, jobs -> engine().schedule(queue.name(), jobs, none()));
  }

  @Test
  void cancellingFailsAlone() {
    failAtEachLook(this::fill, () -> IDS, ids -> engine().cancel(queue.name(), ids, none()));
  }

  @Test
  void reschedulingFailsAlone() {
    failAtEachLook(
        this::fill,
        () ->
            IDS.stream()
                .map(id -> new Reschedule(id, DueTime.at(now() + 5), Reschedule.Condition.ALWAYS))
                .toList(),
        changes -> engine().reschedule(queue.name(), changes, none()));
  }

  @Test
  void claimingByIdFailsAlone() {
    failAtEachLook(
        this::fill,
        () -> IDS,
        ids -> engine().claimById(queue.name(), ids, ClaimRequest.of(3, 30_000)));
  }

  @Test
  void settlingFailsAlone() {
    List<Settlement> acks = new ArrayList<>();
    failAtEachLook(
        () -> {
          fill();
          acks.clear();
          queue.claim(3).forEach(job -> acks.add(new Settlement.Ack(job.lease())));
        },
        () -> acks,
        settlements -> engine().settle(queue.name(), settlements, none()));
  }

  private static Durability none() {
    return Durability.NONE;
  }

  private List<JobSpec> specs() {
    return IDS.stream().map(id -> Jobs.jobAt(id, now()).build()).toList();
  }

  private void fill() {
    queue.schedule(specs());
  }

  private <T, R> void failAtEachLook(
      Runnable prepare, Items<T> items, Function<List<T>, CompletionStage<R>> call) {
    for (int look = 1; look < MOST_LOOKS; look++) {
      Engine engine = engine();
      engine.deleteQueue(queue.name()).toCompletableFuture().join();
      prepare.run();
      FailingList<T> request = new FailingList<>(items.get(), look);
      boolean failed = fails(call.apply(request));
      assertThat(failed).isEqualTo(request.hasFailed());
      theStoreWorks();
      if (!failed) {
        return;
      }
    }
    throw new AssertionError("a request of three items is looked at " + MOST_LOOKS + " times");
  }

  @FunctionalInterface
  private interface Items<T> {
    List<T> get();
  }

  private static boolean fails(CompletionStage<?> answer) {
    try {
      answer.toCompletableFuture().join();
      return false;
    } catch (CompletionException failure) {
      return true;
    }
  }

  private void theStoreWorks() {
    // First, so that what the failed request had sent already has been done.
    assertThat(queue.schedule(Jobs.jobAt("next", now())).outcome())
        .isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.cancel("next")).isEqualTo(CancelOutcome.CANCELLED);
    List<JobView> stored = IDS.stream().flatMap(id -> queue.find(id).stream()).toList();
    assertThat(queue.counts().waiting() + queue.counts().running()).isEqualTo(stored.size());
    queue.schedule(Jobs.jobAt("next", now()));
    List<ClaimedJob> claimed = queue.claim(10);
    assertThat(claimed).extracting(job -> job.lease().id()).contains("next");
    for (ClaimedJob job : claimed) {
      assertThat(queue.settle(new Settlement.Ack(job.lease())).outcome())
          .isEqualTo(SettleOutcome.ACKED);
    }
  }
}
