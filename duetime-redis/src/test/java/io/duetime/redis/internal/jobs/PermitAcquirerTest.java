package io.duetime.redis.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.jobs.PermitKeeper.PermitAcquirer;
import io.duetime.redis.internal.jobs.PermitKeeper.Permits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PermitAcquirerTest {
  private final List<Integer> wanted = new ArrayList<>();
  private final List<CompletableFuture<Permits>> answers = new ArrayList<>();
  private final PermitAcquirer acquirer =
      new PermitAcquirer((queue, count, lease) -> {
        wanted.add(count);
        answers.add(new CompletableFuture<>());
        return answers.get(answers.size() - 1);
      });

  private CompletableFuture<Permits> acquire(int count) {
    return acquirer.acquire("orders", count, 1_000).toCompletableFuture();
  }

  @Test
  void claimsThatAskMeanwhileAreServedByOneCall() {
    CompletableFuture<Permits> first = acquire(2);
    CompletableFuture<Permits> second = acquire(3);
    CompletableFuture<Permits> third = acquire(4);
    assertThat(wanted).containsExactly(2);

    answers.get(0).complete(new Permits(10, 2, 0));
    answers.get(1).complete(new Permits(20, 3, 700));

    assertThat(wanted).containsExactly(2, 7);
    assertThat(first.join()).isEqualTo(new Permits(10, 2, 0));
    assertThat(second.join()).isEqualTo(new Permits(20, 2, 700));
    assertThat(third.join()).isEqualTo(new Permits(22, 1, 700));
  }

  @Test
  void afterAFailureTheNextCallIsMade() {
    CompletableFuture<Permits> first = acquire(1);
    CompletableFuture<Permits> second = acquire(1);

    answers.get(0).completeExceptionally(new IllegalStateException("away"));
    answers.get(1).complete(new Permits(0, 1, 0));

    assertThat(first).isCompletedExceptionally();
    assertThat(second.join()).isEqualTo(new Permits(0, 1, 0));
    CompletableFuture<Permits> unused = acquire(1);
    assertThat(wanted).hasSize(3);
    assertThat(unused).isNotDone();
  }

  @Test
  void whatThereIsIsSharedInRotation() {
    assertThat(PermitAcquirer.shares(5, new int[] {4, 1, 4})).containsExactly(2, 1, 2);
    assertThat(PermitAcquirer.shares(9, new int[] {1, 2})).containsExactly(1, 2);
  }
}
