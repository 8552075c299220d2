package io.duetime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepsTest {
  private final List<List<Integer>> begun = new ArrayList<>();
  private final List<Durability> durabilities = new ArrayList<>();
  private final List<CompletableFuture<List<Integer>>> open = new ArrayList<>();

  @Test
  void aStepBeginsWhenTheOneBeforeIsDone() {
    List<Integer> items = numbers(2_500);

    CompletableFuture<List<Integer>> all = begin(items);

    for (int step = 0; step < 3; step++) {
      assertThat(begun).hasSize(step + 1);
      assertThat(all).isNotDone();
      open.get(step).complete(begun.get(step));
    }
    assertThat(begun).extracting(List::size).containsExactly(1_000, 1_000, 500);
    assertThat(all.join()).isEqualTo(items);
  }

  @Test
  void onlyTheLastStepWaitsForTheDisk() {
    CompletableFuture<List<Integer>> all = begin(numbers(1_001));
    open.get(0).complete(begun.get(0));

    assertThat(all).isNotDone();
    assertThat(durabilities).containsExactly(Durability.NONE, Durability.FSYNCED);
  }

  @Test
  void whatIsLargeIsDoneInSmallerSteps() {
    CompletableFuture<List<Integer>> all =
        Steps.each(numbers(5), item -> 600_000, Durability.NONE, this::answered)
            .toCompletableFuture();

    assertThat(begun).containsExactly(List.of(0, 1), List.of(2, 3), List.of(4));
    assertThat(all.join()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void nothingIsOneStepToo() {
    assertThat(begin(List.of())).isNotDone();
    assertThat(begun).containsExactly(List.of());
    assertThat(durabilities).containsExactly(Durability.FSYNCED);
  }

  @Test
  void aStepThatFailsEndsTheCall() {
    CompletableFuture<List<Integer>> all = begin(numbers(3_000));
    open.get(0).completeExceptionally(new IllegalStateException("broken"));

    assertThat(all).isCompletedExceptionally();
    assertThat(begun).hasSize(1);
  }

  private CompletableFuture<List<Integer>> begin(List<Integer> items) {
    return Steps.each(items, Durability.FSYNCED, this::unanswered).toCompletableFuture();
  }

  private CompletionStage<List<Integer>> unanswered(List<Integer> items, Durability durability) {
    begun.add(items);
    durabilities.add(durability);
    open.add(new CompletableFuture<>());
    return open.get(open.size() - 1);
  }

  private CompletionStage<List<Integer>> answered(List<Integer> items, Durability durability) {
    begun.add(items);
    return CompletableFuture.completedStage(items);
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
