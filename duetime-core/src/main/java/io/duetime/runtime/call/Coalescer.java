package io.duetime.runtime.call;

import io.duetime.async.Serial;
import io.duetime.async.Stages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * Sends single calls in batches: while batches are under way, the next one collects. A lone call is
 * sent at once, and no call waits for calls of another key. Each call gets its own answer; a batch
 * that fails as a whole fails each of its calls. Thread safe.
 *
 * @param <K> the key that all calls of a batch share
 * @param <I> the type of a call
 * @param <O> the type of its answer
 */
final class Coalescer<K, I, O> {
  private static final int MAX_ITEMS = 1_000;
  private static final long MAX_WEIGHT = 4L << 20;

  private final int maxUnderWay;
  private final BiFunction<K, List<I>, ? extends CompletionStage<List<O>>> send;
  private final ToLongFunction<I> weigher;
  private final Serial serial;

  // Touched by events of the serial alone.
  private final Map<K, Backlog<I, O>> backlogs = new HashMap<>();

  /** Allows {@code maxUnderWay} batches of a key at once. */
  Coalescer(
      int maxUnderWay,
      BiFunction<K, List<I>, ? extends CompletionStage<List<O>>> send,
      ToLongFunction<I> weigher,
      Executor relief) {
    this.maxUnderWay = maxUnderWay;
    this.send = send;
    this.weigher = weigher;
    this.serial = new Serial(relief);
  }

  CompletableFuture<O> call(K key, I item) {
    Call<I, O> call = new Call<>(item, new CompletableFuture<>());
    serial.run(() -> {
      Backlog<I, O> backlog = backlogs.computeIfAbsent(key, same -> new Backlog<>());
      backlog.waiting.add(call);
      sendWaiting(key, backlog);
    });
    return call.answer;
  }

  private void sendWaiting(K key, Backlog<I, O> backlog) {
    while (backlog.underWay < maxUnderWay && !backlog.waiting.isEmpty()) {
      send(key, backlog, nextBatch(backlog.waiting));
    }
    if (backlog.underWay == 0) {
      backlogs.remove(key);
    }
  }

  private void send(K key, Backlog<I, O> backlog, List<Call<I, O>> batch) {
    backlog.underWay++;
    List<I> items = batch.stream().map(Call::item).toList();
    Stages.whenAnswered(
        Stages.call(() -> send.apply(key, items)),
        answers -> ended(key, backlog, () -> answer(batch, answers)),
        failure ->
            ended(
                key,
                backlog,
                () -> batch.forEach(call -> call.answer.completeExceptionally(failure))));
  }

  private List<Call<I, O>> nextBatch(Deque<Call<I, O>> waiting) {
    List<Call<I, O>> batch = new ArrayList<>();
    long weight = 0;
    for (Call<I, O> next = waiting.peek(); next != null; next = waiting.peek()) {
      weight += weigher.applyAsLong(next.item);
      boolean full = batch.size() == MAX_ITEMS || weight > MAX_WEIGHT;
      if (!batch.isEmpty() && full) {
        break;
      }
      batch.add(waiting.remove());
    }
    return batch;
  }

  // The next batch is sent before callers are answered, since these may call again.
  private void ended(K key, Backlog<I, O> backlog, Runnable tell) {
    serial.run(() -> {
      backlog.underWay--;
      sendWaiting(key, backlog);
      tell.run();
    });
  }

  private void answer(List<Call<I, O>> batch, List<O> answers) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer.complete(answers.get(i));
    }
  }

  /** The calls of one key that wait or are under way. */
  private static final class Backlog<I, O> {
    final Deque<Call<I, O>> waiting = new ArrayDeque<>();
    int underWay;
  }

  private record Call<I, O>(I item, CompletableFuture<O> answer) {}
}
