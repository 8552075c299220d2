package io.duetime.redis.internal.jobs;

import io.duetime.redis.internal.jobs.PermitKeeper.Permits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Acquires permits for the claims of a process. Requests of one queue that arrive during a call
 * share the permits of the next call, in rotation. Thread safe.
 */
final class PermitAcquirer {
  /** The most jobs of one call. */
  private static final int MOST = 500;

  private final Call call;

  /**
   * The requests of a queue that wait for the next call; a list exists while a call is under way.
   * Guarded by itself.
   */
  private final Map<String, List<Ask>> waiting = new HashMap<>();

  /** Asks the home shard of a queue. */
  @FunctionalInterface
  interface Call {
    CompletionStage<Permits> acquire(String queue, int wanted, long leaseMillis);
  }

  PermitAcquirer(Call call) {
    this.call = call;
  }

  private record Ask(int wanted, long leaseMillis, CompletableFuture<Permits> answer) {}

  CompletionStage<Permits> acquire(String queue, int wanted, long leaseMillis) {
    Ask ask = new Ask(wanted, leaseMillis, new CompletableFuture<>());
    synchronized (waiting) {
      List<Ask> others = waiting.putIfAbsent(queue, new ArrayList<>());
      if (others != null) {
        others.add(ask);
        return ask.answer;
      }
    }
    send(queue, List.of(ask));
    return ask.answer;
  }

  private void send(String queue, List<Ask> asks) {
    int wanted = asks.stream().mapToInt(Ask::wanted).sum();
    long lease = asks.stream().mapToLong(Ask::leaseMillis).max().orElse(0);
    asked(queue, Math.min(wanted, MOST), lease)
        .whenComplete((permits, failure) -> {
          sendNext(queue);
          if (failure != null) {
            asks.forEach(ask -> ask.answer.completeExceptionally(failure));
          } else {
            share(permits, asks);
          }
        });
  }

  // A call that throws must not keep the next requests waiting for ever.
  private CompletionStage<Permits> asked(String queue, int wanted, long leaseMillis) {
    try {
      return call.acquire(queue, wanted, leaseMillis);
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  private void sendNext(String queue) {
    List<Ask> next;
    synchronized (waiting) {
      next = waiting.getOrDefault(queue, List.of());
      if (next.isEmpty()) {
        waiting.remove(queue);
        return;
      }
      waiting.put(queue, new ArrayList<>());
    }
    send(queue, next);
  }

  private static void share(Permits permits, List<Ask> asks) {
    int[] shares = shares(permits.count(), asks.stream().mapToInt(Ask::wanted).toArray());
    int from = 0;
    for (int i = 0; i < shares.length; i++) {
      asks.get(i).answer.complete(permits.part(from, shares[i]));
      from += shares[i];
    }
  }

  /** Gives one to each in rotation until all are given. */
  static int[] shares(int count, int[] wanted) {
    int[] shares = new int[wanted.length];
    int left = count;
    boolean isAnyGiven = true;
    while (left > 0 && isAnyGiven) {
      isAnyGiven = false;
      for (int i = 0; i < wanted.length && left > 0; i++) {
        if (shares[i] < wanted[i]) {
          shares[i]++;
          left--;
          isAnyGiven = true;
        }
      }
    }
    return shares;
  }
}
