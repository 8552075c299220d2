package io.duetime.internal.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * Sends single calls in batches by nature: while batches are under way, the next gathers. A lone
 * call is sent at once and waits for no company. Each call is answered by itself; a batch that
 * fails as a whole fails each of its calls. Thread safe.
 *
 * @param <K> what all calls of a batch share
 * @param <I> what is asked
 * @param <O> what is answered
 */
final class Coalescer<K, I, O> {
  /** Two, so that the store is never idle while an answer travels; more gained nothing. */
  private static final int MAX_UNDER_WAY = 2;

  private static final int MAX_ITEMS = 1_000;
  private static final long MAX_WEIGHT = 4L << 20;

  private final BiFunction<K, List<I>, ? extends CompletionStage<List<O>>> send;
  private final ToLongFunction<I> weigher;
  private final Serial serial;

  // Touched by events of the serial alone.
  private final Deque<Call<K, I, O>> waiting = new ArrayDeque<>();
  private int underWay;

  Coalescer(
      BiFunction<K, List<I>, ? extends CompletionStage<List<O>>> send,
      ToLongFunction<I> weigher,
      Executor relief) {
    this.send = send;
    this.weigher = weigher;
    this.serial = new Serial(relief);
  }

  CompletableFuture<O> call(K key, I item) {
    Call<K, I, O> call = new Call<>(key, item, new CompletableFuture<>());
    serial.run(() -> {
      waiting.add(call);
      sendWaiting();
    });
    return call.answer;
  }

  private void sendWaiting() {
    while (underWay < MAX_UNDER_WAY && !waiting.isEmpty()) {
      List<Call<K, I, O>> batch = nextBatch();
      underWay++;
      K key = batch.get(0).key;
      List<I> items = batch.stream().map(Call::item).toList();
      Stages.whenAnswered(
          Stages.call(() -> send.apply(key, items)),
          answers -> ended(() -> answer(batch, answers)),
          failure ->
              ended(() -> batch.forEach(call -> call.answer.completeExceptionally(failure))));
    }
  }

  private List<Call<K, I, O>> nextBatch() {
    List<Call<K, I, O>> batch = new ArrayList<>();
    Call<K, I, O> head = waiting.element();
    long weight = 0;
    for (Call<K, I, O> next = head; next != null; next = waiting.peek()) {
      weight += weigher.applyAsLong(next.item);
      boolean full = batch.size() == MAX_ITEMS || weight > MAX_WEIGHT;
      if (!batch.isEmpty() && (full || !next.key.equals(head.key))) {
        break;
      }
      batch.add(waiting.remove());
    }
    return batch;
  }

  // The next batch goes before callers are told: those may be about to call again.
  private void ended(Runnable tell) {
    serial.run(() -> {
      underWay--;
      sendWaiting();
      tell.run();
    });
  }

  private void answer(List<Call<K, I, O>> batch, List<O> answers) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer.complete(answers.get(i));
    }
  }

  private record Call<K, I, O>(K key, I item, CompletableFuture<O> answer) {}
}
