package io.duetime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.kernel.LocalEngine;
import io.duetime.kernel.QueueKernel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class HeapStoreTest {
  private static final Durability.Reached REACHED = Durability.Reached.NOTHING;
  private static final long NOW = 1_800_000_000_000L;

  private final HeapStore store = new HeapStore(InstantSource.fixed(Instant.ofEpochMilli(NOW)));
  private final LocalEngine engine = new LocalEngine(store);

  private static JobSpec spec(String id) {
    JobBody body = JobBody.of(new byte[] {1});
    return JobSpec.builder(id, body, DueTime.at(NOW)).tags(List.of("t")).build();
  }

  private static <T> T answer(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private List<String> tagged() {
    return answer(engine.list("q", Selection.ALL.tagged("t"), null, 10)).jobs().stream()
        .map(JobView::id)
        .toList();
  }

  @Test
  void workThatFailsHalfDoneHasNoEffect() {
    answer(engine.schedule("q", List.of(spec("a"), spec("b"), spec("c")), Durability.NONE));
    ClaimedJob running = answer(engine.claim("q", ClaimRequest.of(1, 1_000))).jobs().get(0);
    Counts before = answer(engine.counts("q"));

    for (Throwable failure : List.of(new IllegalStateException(), new StackOverflowError())) {
      CompletionStage<Object> failed =
          store.write("q", Durability.NONE, (kernel, now) -> changeAll(kernel, running, failure));
      assertThatThrownBy(() -> answer(failed)).hasCause(failure);
    }

    assertThat(answer(engine.counts("q"))).isEqualTo(before);
    assertThat(answer(engine.settings("q"))).isEqualTo(QueueSettings.DEFAULT);
    assertThat(tagged()).containsExactly("a", "b", "c");
    assertThat(answer(engine.find("q", "new"))).isEmpty();
    Settlement ack = Settlement.ack(running.lease());
    assertThat(answer(engine.settle("q", List.of(ack), Durability.NONE)).get(0).outcome())
        .isEqualTo(SettleOutcome.ACKED);
    List<ClaimedJob> rest = answer(engine.claim("q", ClaimRequest.of(10, 1_000))).jobs();
    assertThat(rest).extracting(job -> job.lease().id()).containsExactly("b", "c");
    assertThat(rest.get(0).lease().fence()).isGreaterThan(running.lease().fence());
  }

  private static Object changeAll(QueueKernel kernel, ClaimedJob running, Throwable failure) {
    kernel.schedule(spec("new"), REACHED, NOW);
    kernel.settle(Settlement.ack(running.lease()), NOW);
    kernel.cancel("b", REACHED, NOW);
    kernel.claim(ClaimRequest.of(10, 1_000), NOW);
    kernel.configure(QueueSettings.builder().maxRunning(1).build(), NOW);
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }
}
