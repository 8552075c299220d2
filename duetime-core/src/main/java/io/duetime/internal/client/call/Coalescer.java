package io.duetime.internal.client.call;

import io.duetime.internal.async.Serial;
import io.duetime.internal.async.Stages;
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
 * Sends single calls in batches by nature: while batches are under way, the next gathers. A lone
 * call is sent at once and waits for no company, nor for calls of another key. Each call is
 * answered by itself; a batch that fails as a whole fails each of its calls. Thread safe.
 *
 * @param <K> what all calls of a batch share
 * @param <I> what is asked
 * @param <O> what is answered
 */
final class Coalescer<K, I, O> {
  private static final int MAX_ITEMS = 1_000;
  private static final long MAX_WEIGHT = 4L << 20;

  private final int maxUnderWay;
  private final BiFunction<K, List<I>, ? extends CompletionStage<List<O>>> send;
  private final ToLongFunction<I> weigher;
  private final Serial serial;

  // Touched by events of the serial alone.
  private final Map<K, Line<I, O>> lines = new HashMap<>();

  /** Lets so many batches of a key be under way, each sent and weighed in a given way. */
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
      Line<I, O> line = lines.computeIfAbsent(key, same -> new Line<>());
      line.waiting.add(call);
      sendWaiting(key, line);
    });
    return call.answer;
  }

  private void sendWaiting(K key, Line<I, O> line) {
    while (line.underWay < maxUnderWay && !line.waiting.isEmpty()) {
      send(key, line, nextBatch(line.waiting));
    }
    if (line.underWay == 0) {
      lines.remove(key);
    }
  }

  private void send(K key, Line<I, O> line, List<Call<I, O>> batch) {
    line.underWay++;
    List<I> items = batch.stream().map(Call::item).toList();
    Stages.whenAnswered(
        Stages.call(() -> send.apply(key, items)),
        answers -> ended(key, line, () -> answer(batch, answers)),
        failure ->
            ended(
                key,
                line,
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

  // The next batch goes before callers are told: those may be about to call again.
  private void ended(K key, Line<I, O> line, Runnable tell) {
    serial.run(() -> {
      line.underWay--;
      sendWaiting(key, line);
      tell.run();
    });
  }

  private void answer(List<Call<I, O>> batch, List<O> answers) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer.complete(answers.get(i));
    }
  }

  /** The calls of one key; there for as long as there are any. */
  private static final class Line<I, O> {
    final Deque<Call<I, O>> waiting = new ArrayDeque<>();
    int underWay;
  }

  private record Call<I, O>(I item, CompletableFuture<O> answer) {}
}
