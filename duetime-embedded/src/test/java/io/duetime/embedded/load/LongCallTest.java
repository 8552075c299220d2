package io.duetime.embedded.load;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Watcher;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongCallTest {
  private static final int ITEMS = 20_000;

  @TempDir Path folder;

  @Test
  void othersHaveTheirTurnWhileALongCallIsWorkedOn() {
    List<String> answered = new ArrayList<>();
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system())) {
      CountDownLatch held = holdStoreThread(engine);

      CompletionStage<List<Scheduled>> many = engine.schedule("long", jobs(), Durability.NONE);
      CompletionStage<?> one = engine.find("long", "job-0");
      CompletableFuture<Boolean> first =
          many.thenApply(all -> answered.add("many")).toCompletableFuture();
      CompletableFuture<Boolean> second =
          one.thenApply(job -> answered.add("one")).toCompletableFuture();
      held.countDown();
      CompletableFuture.allOf(first, second).join();

      assertThat(answered).containsExactly("one", "many");
      assertThat(answer(many)).extracting(Scheduled::id).isEqualTo(ids());
      assertThat(answer(engine.counts("long")).now().waiting()).isEqualTo(ITEMS);
    }
  }

  /** Watchers are told on the store's thread: one that waits holds it. */
  private static CountDownLatch holdStoreThread(EmbeddedEngine engine) {
    CountDownLatch holds = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Watcher.Subscription subscription =
        engine.watch(
            "gate",
            signal -> {
              holds.countDown();
              await(goOn);
            });
    engine.claim("gate", ClaimRequest.of(1, 1_000));
    engine.schedule("gate", List.of(Calls.job("gate", 0)), Durability.NONE);
    await(holds);
    subscription.close();
    return goOn;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<JobSpec> jobs() {
    return ids().stream().map(id -> Calls.job(id, 0)).toList();
  }

  private static List<String> ids() {
    return IntStream.range(0, ITEMS).mapToObj(i -> "job-" + i).toList();
  }
}
