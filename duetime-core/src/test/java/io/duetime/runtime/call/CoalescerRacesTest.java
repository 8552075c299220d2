package io.duetime.runtime.call;

import static io.duetime.testing.Races.require;

import io.duetime.testing.Races;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CoalescerRacesTest {
  /** A store that takes one batch at a time, and doubles numbers. */
  private static final class Store {
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    CompletableFuture<List<Integer>> send(List<Integer> items) {
      require(busy.compareAndSet(false, true), "two batches at once");
      CompletableFuture<List<Integer>> answer = new CompletableFuture<>();
      answers.add(() -> {
        busy.set(false);
        answer.complete(items.stream().map(item -> 2 * item).toList());
      });
      return answer;
    }

    boolean answer() {
      Runnable next = answers.poll();
      if (next != null) {
        next.run();
      }
      return next != null;
    }
  }

  private static Function<Integer, CompletableFuture<Integer>> sound(Store store) {
    Coalescer<String, Integer, Integer> coalescer =
        new Coalescer<>(
            1,
            (key, items) -> store.send(items),
            item -> 1,
            task -> {
              throw new RejectedExecutionException();
            });
    return item -> coalescer.call("key", item);
  }

  /** Looks for a batch under way, and for calls that wait, without the other. */
  private static final class Forgetful {
    private final Store store;
    private final Queue<CompletableFuture<Integer>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean underWay = new AtomicBoolean();

    Forgetful(Store store) {
      this.store = store;
    }

    CompletableFuture<Integer> call(int item) {
      CompletableFuture<Integer> sent = new CompletableFuture<>();
      CompletableFuture<Integer> answer = sent.thenApply(done -> 2 * item);
      waiting.add(sent);
      if (underWay.compareAndSet(false, true)) {
        sendWaiting();
      }
      return answer;
    }

    private void sendWaiting() {
      CompletableFuture<Integer> next = waiting.poll();
      if (next == null) {
        underWay.set(false);
        return;
      }
      CompletableFuture<Void> unused =
          store
              .send(List.of(0))
              .thenAccept(done -> {
                sendWaiting();
                next.complete(0);
              });
    }
  }

  private static void twoCalls(Store store, Function<Integer, CompletableFuture<Integer>> calls) {
    List<CompletableFuture<Integer>> answers = new ArrayList<>(List.of(none(), none()));
    Races.together(
        () -> {
          answers.set(0, calls.apply(3));
          store.answer();
        },
        () -> {
          answers.set(1, calls.apply(4));
          store.answer();
        });
    while (store.answer()) {
      // Until nothing is under way.
    }
    require(answers.get(0).getNow(0) == 6 && answers.get(1).getNow(0) == 8, "" + answers);
  }

  private static CompletableFuture<Integer> none() {
    return new CompletableFuture<>();
  }

  @Test
  void eachCallGetsItsAnswer() {
    Races.check(
        Races.SOME,
        () -> {
          Store store = new Store();
          twoCalls(store, sound(store));
        });
  }

  @Test
  @Tag("full")
  void eachCallGetsItsAnswerInManyOrders() {
    Races.check(
        Races.MANY,
        () -> {
          Store store = new Store();
          twoCalls(store, sound(store));
        });
  }

  @Test
  void aCallThatIsForgottenIsFound() {
    Races.assertFound(() -> {
      Store store = new Store();
      twoCalls(store, new Forgetful(store)::call);
    });
  }
}
