package io.duetime.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.RedisTalk;
import io.duetime.redis.fixture.link.SteppedLink;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Limits over several shards, whatever the order in which the calls of several processes reach the
 * store, while answers are lost, processes die, leases end, and the shards change.
 */
@Tag("full")
class SharedLimitsTest {
  private static final String QUEUE = "orders";
  private static final int JOBS = 40;
  private static final int STEPS = 250;
  private static final int LONG_STEPS = 1_000;
  private static final int PROCESSES = 3;
  private static final int MOST_RUNNING = 3;
  private static final QueueSettings.Rate RATE =
      new QueueSettings.Rate(4, Duration.ofSeconds(1), 3);
  private static final long LEASE_MILLIS = 10_000;
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** Leases in force, in all shards. */
  private static final String RUNNING =
      """
      local n = 0
      for _, key in ipairs(redis.call('KEYS', ARGV[1] .. ':*:leased')) do
        n = n + redis.call('ZCOUNT', key, '(' .. ARGV[2], '+inf')
      end
      return n
      """;

  /** Claims so far, in all shards that are there. */
  private static final String CLAIMED =
      """
      local n = 0
      for _, key in ipairs(redis.call('KEYS', ARGV[1] .. ':*:meta')) do
        n = n + (redis.call('HGET', key, 'n:claimed') or 0)
      end
      return n
      """;

  private final String prefix = TestStores.newPrefix();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final SteppedClock clock = new SteppedClock();
  private final RedisLink link = TestStores.link();
  private final RedisTalk server = RedisTalk.with(TestStores.SERVER.port());
  private final List<Client> processes = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();
  private final List<ClaimedJob> leases = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private int now;

  /** Jobs that ran in other shards than the home shard when a limit was set do not count. */
  private long uncounted;

  @AfterEach
  void close() {
    server.close();
    link.close();
    TestStores.clear(prefix);
  }

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("duetime.long") ? 100 : 12);
  }

  /** A process and what it has begun. */
  private final class Client {
    final SteppedLink calls = new SteppedLink(link, clock);
    final Engine engine = TestStores.open(calls, keys, calls, QueueShards.UNSPLIT);

    /** Does something to the end, nothing of others meanwhile. */
    <T> T whole(CompletionStage<T> stage) {
      CompletableFuture<T> future = stage.toCompletableFuture();
      while (!future.isDone()) {
        calls.pass(0);
      }
      return future.join();
    }
  }

  private void begin(QueueSettings.Builder settings) {
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(new Client());
    }
    Client first = processes.get(0);
    first.whole(first.engine.schedule(QUEUE, Jobs.jobs("a", JOBS / 2), Durability.NONE));
    first.whole(first.engine.configure(QUEUE, settings.shards(4).build()));
    first.whole(first.engine.schedule(QUEUE, Jobs.jobs("b", JOBS / 2), Durability.NONE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void neverMoreRunThanMay(int seed) {
    QueueSettings.Builder settings = QueueSettings.builder().maxRunning(MOST_RUNNING);
    begin(settings);
    Random random = new Random(seed);
    for (int i = 0; i < steps(); i++) {
      step(random, settings, true);
      assertThat(running()).describedAs(() -> "" + trace).isLessThanOrEqualTo(MOST_RUNNING);
    }
    assertThat(drain()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void underAChangedLimitNoMoreBeginThanMay(int seed) {
    QueueSettings.Builder settings = QueueSettings.builder();
    begin(settings);
    Random random = new Random(seed);
    Change last = new Change(0, UNLIMITED);
    changes.add(last);
    long before = 0;
    for (now = 1; now < steps(); now++) {
      if (random.nextInt(60) == 0) {
        last = change(random, settings, last);
        changes.add(last);
      }
      step(random, null, true);
      long after = running();
      assertThat(after)
          .describedAs(() -> "" + trace)
          .isLessThanOrEqualTo(Math.max(before, most() + uncounted));
      before = after;
    }
    assertThat(drain()).isZero();
  }

  /** From a step on no more than so many may run. */
  private record Change(int step, int most) {}

  /** Changes the limit, sometimes only as far as the process gets before it dies. */
  private Change change(Random random, QueueSettings.Builder settings, Change last) {
    int limit = random.nextInt(3) * 2;
    settings.maxRunning(limit).shards(1 + random.nextInt(5));
    Client process = new Client();
    CompletableFuture<?> done =
        process.engine.configure(QUEUE, settings.build()).toCompletableFuture();
    int calls = random.nextInt(3) == 0 ? random.nextInt(8) : Integer.MAX_VALUE;
    for (int i = 0; i < calls && !done.isDone(); i++) {
      process.calls.pass(0);
    }
    boolean isInForce = done.isDone() && !done.isCompletedExceptionally();
    trace.add("limit " + limit + (isInForce ? "" : " perhaps"));
    int most = limit == 0 ? UNLIMITED : limit;
    if (last.most == UNLIMITED) {
      uncounted = running();
    }
    return new Change(now, isInForce ? most : Math.max(most, last.most));
  }

  /** How many may run by any limit there has been since the oldest claim under way began. */
  private long most() {
    claims.removeIf(claim -> claim.answer.isDone());
    int since = claims.isEmpty() ? now : claims.get(0).step;
    int most = 0;
    for (int i = 0; i < changes.size(); i++) {
      if (i == changes.size() - 1 || changes.get(i + 1).step >= since) {
        most = Math.max(most, changes.get(i).most);
      }
    }
    return most;
  }

  private record Claim(int step, CompletableFuture<ClaimResult> answer) {}

  @ParameterizedTest
  @MethodSource("seeds")
  void noStretchOfTimeSeesMoreThanTheRate(int seed) {
    QueueSettings.Builder settings =
        QueueSettings.builder().maxRunning(2 * MOST_RUNNING).rate(RATE);
    begin(settings);
    Random random = new Random(seed);
    List<Long> moments = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < steps(); i++) {
      step(random, settings, false);
      long claimed = claimed(); // fewer once an epoch has gone
      for (; before < claimed; before++) {
        moments.add(clock.millis());
      }
      before = claimed;
    }
    assertWithin(moments);
    assertThat(drain()).isZero();
  }

  private static void assertWithin(List<Long> moments) {
    for (int from = 0; from < moments.size(); from++) {
      for (int to = from; to < moments.size(); to++) {
        long stretch = moments.get(to) - moments.get(from);
        long allowed = RATE.burst() + stretch * RATE.permits() / RATE.per().toMillis();
        assertThat(to - from + 1L).isLessThanOrEqualTo(allowed);
      }
    }
  }

  private static int steps() {
    return Boolean.getBoolean("duetime.long") ? LONG_STEPS : STEPS;
  }

  private void step(Random random, QueueSettings.@Nullable Builder settings, boolean releases) {
    int chosen = random.nextInt(processes.size());
    Client process = processes.get(chosen);
    int dice = random.nextInt(200);
    if (dice == 0) {
      note(chosen, "dies");
      process.calls.die();
      processes.set(chosen, new Client());
    } else if (dice == 1 && settings != null) {
      int shards = 1 + random.nextInt(5);
      note(chosen, "splits into " + shards);
      process.engine.configure(QUEUE, settings.shards(shards).build());
    } else if (dice == 2) {
      note(chosen, "maintenance");
      process.engine.maintain();
    } else if (dice < 10) {
      move(Duration.ofMillis(random.nextInt(3_000)));
    } else if (dice == 10) {
      move(Duration.ofMillis(LEASE_MILLIS));
    } else if (dice < 25) {
      claim(process, 1 + random.nextInt(4));
    } else if (dice < 40) {
      settle(process, random, releases);
    } else if (process.calls.waiting() > 0) {
      int which = random.nextInt(process.calls.waiting());
      note(
          chosen,
          dice < 42 ? process.calls.passWithoutAnswer(which) + " lost" : process.calls.pass(which));
    }
  }

  private void note(int process, String what) {
    trace.add(process + " " + what);
  }

  private void move(Duration step) {
    trace.add("+" + step);
    clock.move(step);
  }

  private void claim(Client process, int max) {
    trace.add(processes.indexOf(process) + " begins to claim " + max);
    CompletableFuture<ClaimResult> answer =
        process
            .engine
            .claim(QUEUE, ClaimRequest.of(max, LEASE_MILLIS))
            .thenApply(taken -> {
              leases.addAll(taken.jobs());
              return taken;
            })
            .toCompletableFuture();
    claims.add(new Claim(now, answer));
  }

  private void settle(Client process, Random random, boolean releases) {
    if (leases.isEmpty()) {
      return;
    }
    ClaimedJob job = leases.remove(random.nextInt(leases.size()));
    Settlement settlement =
        switch (random.nextInt(releases ? 5 : 3)) {
          case 0 -> Settlement.ack(job.lease());
          case 1 -> new Settlement(job.lease(), new SettleRequest.Retry(0L, null, "failed"));
          case 2 -> new Settlement(job.lease(), new SettleRequest.Extend(2 * LEASE_MILLIS));
          default -> Settlement.release(job.lease());
        };
    trace.add(processes.indexOf(process) + " begins to settle");
    process.engine.settle(QUEUE, List.of(settlement), Durability.NONE);
  }

  private long running() {
    return onServer(RUNNING, prefix, Long.toString(clock.millis()));
  }

  private long claimed() {
    return onServer(CLAIMED, prefix, "");
  }

  private long onServer(String script, String... arguments) {
    return Long.parseLong(server.call("EVAL", script, "0", arguments[0], arguments[1]));
  }

  /** All processes die; a new one runs what is left. Answers what it could not run. */
  private long drain() {
    processes.forEach(process -> process.calls.die());
    clock.move(Duration.ofMillis(2 * LEASE_MILLIS));
    Client last = new Client();
    for (int i = 0; i < 10 * JOBS; i++) {
      ClaimResult taken = last.whole(last.engine.claim(QUEUE, ClaimRequest.of(JOBS, LEASE_MILLIS)));
      List<Settlement> acks =
          taken.jobs().stream().map(job -> Settlement.ack(job.lease())).toList();
      last.whole(last.engine.settle(QUEUE, acks, Durability.NONE));
      if (taken.jobs().isEmpty() && taken.comeBackAtMillis() == ClaimResult.NEVER) {
        break;
      }
      clock.move(Duration.ofMillis(Math.max(0, taken.comeBackAtMillis() - taken.nowMillis())));
    }
    Counts.States left = last.whole(last.engine.counts(QUEUE)).now();
    return left.ready() + left.delayed() + left.running();
  }
}
