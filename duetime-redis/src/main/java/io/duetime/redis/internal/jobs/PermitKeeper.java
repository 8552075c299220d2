package io.duetime.redis.internal.jobs;

import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.Watcher.Signal;
import io.duetime.redis.internal.jobs.PermitKeeper.Permits;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires permits from the home shard of a queue, for limits that its shards share, and returns
 * them. A permit that is not returned expires there, so that a lost call only delays other jobs.
 * Thread safe.
 */
public final class PermitKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PermitKeeper.class);

  /** How long an extension waits for the home shard. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final RedisStore store;
  private final TimeSource time;
  private final PermitWakeUps wakeUps = new PermitWakeUps();
  private final PermitAcquirer acquirer;

  public PermitKeeper(RedisStore store, TimeSource time) {
    this.store = store;
    this.time = time;
    this.acquirer =
        new PermitAcquirer((queue, wanted, lease) ->
            acquire(queue, wanted, lease, false).thenApply(PermitKeeper::permits));
  }

  private CompletionStage<ScriptReply> acquire(
      String queue, int wanted, long leaseMillis, boolean isCountedOnly) {
    return store.make(
        store.home(queue), "acquire", Arguments.of(wanted, leaseMillis, isCountedOnly));
  }

  private static Permits permits(ScriptReply reply) {
    long comeBackAt = reply.moment("comeBackAt");
    return new Permits(
        reply.number("first"),
        (int) reply.number("count"),
        comeBackAt == ClaimResult.NEVER
            ? comeBackAt
            : Math.max(0, comeBackAt - reply.number("now")));
  }

  /** Wakes claimers that were refused a permit. */
  public PermitWakeUps wakeUps() {
    return wakeUps;
  }

  public CompletionStage<Permits> acquire(String queue, int wanted, long leaseMillis) {
    return acquirer.acquire(queue, wanted, leaseMillis);
  }

  /**
   * Counts jobs that run regardless of the limits; answers the number of the first permit, 0 for
   * none. Does not wait for a slow or unreachable home shard.
   */
  public CompletionStage<Long> count(String queue, int jobs, long leaseMillis) {
    return jobs == 0
        ? Stages.done(0L)
        : inTime(
            acquire(queue, jobs, leaseMillis, true).thenApply(reply -> reply.number("first")), 0L);
  }

  /** When the home shard will have a token; 0 where no rate delays the job. */
  public CompletionStage<Long> nextTokenAt(String queue) {
    return acquire(queue, 0, 0, true)
        .thenApply(reply -> {
          long tokenAt = reply.moment("tokenAt");
          return tokenAt > reply.number("now") ? tokenAt : 0L;
        });
  }

  /** Tells how many permits a claim has used, and returns the others. */
  public void used(String queue, Permits permits, int claimed) {
    if (permits.first() > 0) {
      int unused = permits.count() - claimed;
      release(queue, Arguments.of(permits.first(), claimed, unused, 0), List.of());
    }
  }

  /** Returns the permit of a lease that ends, if it has one. */
  public void release(String queue, long permit) {
    if (permit > 0) {
      release(queue, Arguments.of(0, 0, 0, 0), List.of(permit));
    }
  }

  /** Returns the permits and tokens of settled leases. */
  public void settled(
      String queue, List<Settlement> settlements, List<Settled> results, long tokens) {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      long permit = settlements.get(i).lease().permit();
      boolean goesOn =
          settlements.get(i).request() instanceof SettleRequest.Extend
              && results.get(i).outcome() != SettleOutcome.LEASE_LOST;
      if (permit > 0 && !goesOn) {
        numbers.add(permit);
      }
    }
    if (tokens > 0 || !numbers.isEmpty()) {
      release(queue, Arguments.of(0, 0, 0, tokens), numbers);
    }
  }

  /**
   * Returns permits.
   *
   * @param arguments the first permit of a claim, how many it has used and not used, and tokens
   * @param numbers permits of leases that have ended
   */
  private void release(String queue, Arguments arguments, List<Long> numbers) {
    arguments.add(numbers.size());
    numbers.forEach(arguments::add);
    store
        .ifThere(store.home(queue), "return_permits", arguments)
        .whenComplete((answer, failure) -> {
          if (failure != null) {
            LOG.debug("Permits of {} are not returned, and lapse", queue, failure);
          }
        });
  }

  /**
   * Extends the permits of leases that are about to be extended. Does not wait for a slow or
   * unreachable home shard.
   */
  public CompletionStage<Boolean> extend(String queue, List<Settlement> settlements) {
    List<Settlement> extensions =
        settlements.stream()
            .filter(
                one -> one.request() instanceof SettleRequest.Extend && one.lease().permit() > 0)
            .toList();
    if (extensions.isEmpty()) {
      return Stages.done(true);
    }
    Arguments arguments = Arguments.of(extensions.size());
    extensions.forEach(one ->
        arguments
            .add(one.lease().permit())
            .add(((SettleRequest.Extend) one.request()).extendByMillis()));
    return inTime(
        store.ifThere(store.home(queue), "extend_permits", arguments).thenApply(answer -> true),
        false);
  }

  private <T> CompletionStage<T> inTime(CompletionStage<T> call, T otherwise) {
    CompletableFuture<T> done = new CompletableFuture<>();
    TimeSource.Timer timer = time.after(GRACE, () -> done.complete(otherwise));
    call.whenComplete((answer, failure) -> {
      timer.cancel();
      done.complete(failure == null ? answer : otherwise);
    });
    return done;
  }

  /**
   * Wakes the claimers of shards that were refused a permit when the home shard signals that jobs
   * may be claimable: only the home shard signals a returned permit. Thread safe.
   */
  public static final class PermitWakeUps {
    private final ConcurrentMap<String, Set<ShardId>> refused = new ConcurrentHashMap<>();

    /** Notes whether a claim of this process from a shard was refused a permit. */
    public void note(String queue, ShardId shard, boolean isRefused) {
      if (isRefused) {
        refused.compute(
            queue,
            (name, known) -> {
              Set<ShardId> shards = known == null ? ConcurrentHashMap.newKeySet() : known;
              shards.add(shard);
              return shards;
            });
      } else if (!refused.isEmpty()) {
        refused.computeIfPresent(
            queue,
            (name, shards) -> {
              shards.remove(shard);
              return shards.isEmpty() ? null : shards;
            });
      }
    }

    /** Wraps a watcher: signals of the home shard are repeated for the refused shards. */
    public Watcher over(Watcher watcher) {
      return signal -> {
        watcher.signal(signal);
        if (signal.kind() == Watcher.Kind.EARLIER && signal.shard().equals(ShardId.ONLY)) {
          // In random order, so that each shard is first at times.
          List<ShardId> shards = new ArrayList<>(refused.getOrDefault(signal.queue(), Set.of()));
          Collections.shuffle(shards);
          for (ShardId shard : shards) {
            watcher.signal(
                new Signal(signal.queue(), shard, signal.kind(), signal.comeBackAtMillis()));
          }
        }
      };
    }
  }

  /**
   * The permits that a claim has acquired.
   *
   * @param first the number of the first permit, the next permits having the next numbers; 0 if
   *     none is needed
   * @param count for how many jobs
   * @param comeBackMillis after how long more may be available, if there were fewer than requested
   */
  public record Permits(long first, int count, long comeBackMillis) {
    public static final Permits NONE = new Permits(0, 0, 0);

    /** Some of them, one after the other. */
    Permits part(int from, int length) {
      return new Permits(first == 0 ? 0 : first + from, length, comeBackMillis);
    }
  }

  /**
   * Acquires permits for the claims of a process. Requests of one queue that arrive during a call
   * share the permits of the next call, in rotation. Thread safe.
   */
  static final class PermitAcquirer {
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
      // A call that throws must not keep the next requests waiting for ever.
      CompletionStage<Permits> acquired =
          Stages.call(() -> call.acquire(queue, Math.min(wanted, MOST), lease));
      acquired.whenComplete((permits, failure) -> {
        sendNext(queue);
        if (failure != null) {
          asks.forEach(ask -> ask.answer.completeExceptionally(failure));
        } else {
          share(permits, asks);
        }
      });
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
}
