package io.duetime.runtime.dataloss;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Configured;
import io.duetime.ErrorCode;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Incarnation;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class LossKeeperTest {
  private static final String QUEUE = "orders";
  private static final Duration HOUR = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T06:00:00Z"));
  private final Forgetful store = new Forgetful(new MemoryEngine(time));
  private final List<String> lost = new ArrayList<>();
  private final Engine keeper = new LossKeeper(store, time, lost::add);

  /** Loses what it has of a queue when it is told to, and may refuse settings. */
  private static final class Forgetful extends ForwardingEngine {
    private long number = 1;
    private boolean refusesSettings;

    Forgetful(Engine inner) {
      super(inner);
    }

    void lose() {
      deleteQueue(QUEUE).toCompletableFuture().join();
      number++;
    }

    @Override
    public CompletionStage<Incarnation> incarnation(String queue) {
      return settings(queue)
          .thenApply(now -> new Incarnation(number, true, now.version().orElse(0)));
    }

    @Override
    public CompletionStage<Boolean> noteLoss(String queue, long incarnation) {
      return CompletableFuture.completedStage(true);
    }

    @Override
    public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
      return refusesSettings
          ? CompletableFuture.failedStage(
              new RetryableException(ErrorCode.STORE_UNAVAILABLE, "refused"))
          : super.configure(queue, settings);
    }
  }

  private static <T> T answer(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private void check() {
    time.advance(Duration.ofSeconds(2));
    answer(keeper.maintain());
  }

  private void put(TickRules rules) {
    JobSpec template = JobSpec.builder("any", JobBody.of(new byte[0]), DueTime.at(0)).build();
    RecurringJob job = new RecurringJob("report", Schedule.every(HOUR), template, rules);
    answer(keeper.putRecurring(QUEUE, RecurringChange.of(job)));
  }

  private List<RecurringJob.View> definitions() {
    return answer(store.recurring(QUEUE));
  }

  @Test
  void aLostDefinitionIsPutAgainWithoutATickAtOnceAndAsPausedAsItWas() {
    put(TickRules.of(MissedTicks.ALL).withFirstNow());
    answer(keeper.pauseRecurring(QUEUE, "report", OptionalLong.empty()));

    store.lose();
    check();

    assertThat(lost).containsExactly(QUEUE);
    assertThat(definitions())
        .singleElement()
        .satisfies(view -> {
          assertThat(view.job().rules()).isEqualTo(TickRules.of(MissedTicks.ALL));
          assertThat(view.paused()).isTrue();
        });
    assertThat(answer(store.counts(QUEUE)).now().waiting()).isZero();
  }

  @Test
  void whatTheQueueHasByThenStays() {
    put(TickRules.DEFAULT);
    answer(keeper.configure(QUEUE, QueueSettings.builder().maxRunning(7).build()));
    store.lose();
    answer(store.configure(QUEUE, QueueSettings.builder().maxRunning(9).build()));

    check();

    assertThat(answer(store.settings(QUEUE)).maxRunning()).isEqualTo(9);
    assertThat(definitions()).hasSize(1);
  }

  @Test
  void theSettingsThatAnotherProcessHasStoredArePutAgain() {
    answer(keeper.configure(QUEUE, QueueSettings.builder().maxRunning(7).build()));
    answer(store.configure(QUEUE, QueueSettings.builder().maxRunning(9).build()));
    check();

    store.lose();
    check();

    assertThat(answer(store.settings(QUEUE)).maxRunning()).isEqualTo(9);
  }

  @Test
  void settingsThatAreRefusedArePutLater() {
    answer(keeper.configure(QUEUE, QueueSettings.builder().maxRunning(7).build()));
    store.lose();
    store.refusesSettings = true;
    check();
    assertThat(answer(store.settings(QUEUE)).maxRunning()).isZero();

    store.refusesSettings = false;
    check();

    assertThat(answer(store.settings(QUEUE)).maxRunning()).isEqualTo(7);
    check();
    assertThat(lost).hasSize(2);
  }

  @Test
  void aDefinitionThatWasRemovedAndAQueueThatWasDeletedAreNotPutAgain() {
    put(TickRules.DEFAULT);
    answer(keeper.removeRecurring(QUEUE, "report", OptionalLong.empty(), PendingTicks.WITHDRAW));
    store.lose();
    check();
    assertThat(definitions()).isEmpty();

    put(TickRules.DEFAULT);
    answer(keeper.deleteQueue(QUEUE));
    store.lose();
    check();
    assertThat(answer(store.queues())).isEmpty();
  }
}
