package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Single calls travel together while others are under way. */
class CoalescerTest {
  private static final Executor NO_RELIEF =
      task -> {
        throw new RejectedExecutionException();
      };

  private final List<List<Integer>> sent = new ArrayList<>();
  private final List<CompletableFuture<List<String>>> answers = new ArrayList<>();
  private final Coalescer<String, Integer, String> coalescer =
      new Coalescer<>(
          2,
          (key, items) -> {
            sent.add(items);
            answers.add(new CompletableFuture<>());
            return answers.get(answers.size() - 1);
          },
          item -> item,
          NO_RELIEF);

  private void answer(int batch) {
    answers.get(batch).complete(sent.get(batch).stream().map(String::valueOf).toList());
  }

  @Test
  void aLoneCallIsSentAtOnce() {
    CompletableFuture<String> call = coalescer.call("k", 1);

    assertThat(sent).containsExactly(List.of(1));
    answer(0);
    assertThat(call).isCompletedWithValue("1");
  }

  @Test
  void whatComesWhileTwoAreUnderWayTravelsTogether() {
    List<CompletableFuture<String>> calls =
        IntStream.rangeClosed(1, 9).mapToObj(item -> coalescer.call("k", item)).toList();

    assertThat(sent).containsExactly(List.of(1), List.of(2));
    answer(1);
    assertThat(sent).hasSize(3).last().isEqualTo(List.of(3, 4, 5, 6, 7, 8, 9));
    answer(2);
    answer(0);

    assertThat(calls).allMatch(CompletableFuture::isDone);
    assertThat(calls.get(8)).isCompletedWithValue("9");
  }

  @Test
  void callsThatAskForDifferentThingsNeitherTravelTogetherNorWaitForEachOther() {
    List.of("a", "a", "a", "a", "b", "b", "b", "c")
        .forEach(key -> assertThat(coalescer.call(key, 1)).isNotDone());
    assertThat(sent).hasSize(5);

    answer(0);
    answer(2);

    assertThat(sent).extracting(List::size).containsExactly(1, 1, 1, 1, 1, 2, 1);
  }

  @Test
  void aBatchIsBoundedInNumberAndWeight() {
    IntStream.range(0, 2_502).forEach(i -> assertThat(coalescer.call("k", 1)).isNotDone());
    answer(0);
    assertThat(sent.get(2)).hasSize(1_000);

    IntStream.range(0, 3).forEach(i -> assertThat(coalescer.call("k", 3 << 20)).isNotDone());
    for (int batch = 1; batch < 6; batch++) {
      answer(batch);
    }
    assertThat(sent).extracting(List::size).containsExactly(1, 1, 1_000, 1_000, 501, 1, 1);
  }

  @Test
  void aBatchThatFailsFailsEachOfItsCallsAndNoOther() {
    CompletableFuture<String> first = coalescer.call("k", 1);
    CompletableFuture<String> second = coalescer.call("k", 2);
    CompletableFuture<String> third = coalescer.call("k", 3);
    CompletableFuture<String> fourth = coalescer.call("k", 4);

    answer(0);
    answers.get(2).completeExceptionally(new RetryableException(ErrorCode.STORE_UNAVAILABLE, "x"));
    answer(1);

    assertThat(first).isCompletedWithValue("1");
    assertThat(second).isCompletedWithValue("2");
    assertThat(third).isCompletedExceptionally();
    assertThat(fourth).isCompletedExceptionally();
  }

  @Test
  void callsOfManyThreadsAreEachAnsweredWithTheirOwn() throws InterruptedException {
    AtomicInteger batches = new AtomicInteger();
    Coalescer<String, Integer, Integer> squares =
        new Coalescer<>(
            2,
            (key, items) -> {
              batches.incrementAndGet();
              return CompletableFuture.supplyAsync(
                  () -> items.stream().map(item -> item * item).toList());
            },
            item -> 1,
            ForkJoinPool.commonPool());
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(8);

    for (int thread = 0; thread < 8; thread++) {
      int base = thread * 1_000;
      new Thread(
              () -> {
                for (int i = base; i < base + 1_000; i++) {
                  if (squares.call("k", i).join() != i * i) {
                    wrong.add("" + i);
                  }
                }
                done.countDown();
              })
          .start();
    }
    done.await();

    assertThat(wrong).isEmpty();
    assertThat(batches.get()).isLessThanOrEqualTo(8_000);
  }
}
