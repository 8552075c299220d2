package io.duetime.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.RedisFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rounds of claims under {@code maxRunning} over several shards, by processes that hear no signal
 * and come back when they were told, some of which die: the worst case of lost wake-ups, in virtual
 * time.
 */
@Tag("full")
class LimitRoundsTest {
  private static final String QUEUE = "orders";
  private static final int JOBS = 60;
  private static final long LEASE_MILLIS = 5_000;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  /** A permit that is not returned lapses so long after its lease at the latest. */
  private static final long PERMIT_LAPSES_MILLIS = 2_000;

  private static final int MOST_EVENTS = 20_000;

  private final RedisFixture store = new RedisFixture();
  private final List<Client> processes = new ArrayList<>();
  private final List<Held> ofTheDead = new ArrayList<>();
  private final Set<String> begun = new HashSet<>();
  private final Set<String> done = new HashSet<>();
  private List<ShardId> shards = List.of();
  private int limit;
  private long pausedSince = -1;

  @AfterEach
  void close() {
    store.close();
  }

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("duetime.long") ? 1_000 : 20);
  }

  private record Held(ClaimedJob job, long endsAt) {}

  private static final class Client {
    final Engine engine;
    final int handlers;
    final List<Held> held = new ArrayList<>();
    final Map<ShardId, Long> comeBackAt = new HashMap<>();

    Client(Engine engine, int handlers) {
      this.engine = engine;
      this.handlers = handlers;
    }

    int free() {
      return handlers - held.size();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void limitsHoldAndNoJobWaitsBesideAFreePermit(int seed) {
    Random random = new Random(seed);
    begin(random);
    int deaths = random.nextInt(processes.size());

    for (int i = 0; i < MOST_EVENTS && done.size() < JOBS; i++) {
      if (deaths > 0 && done.size() > JOBS / 2) {
        deaths--;
        die(processes.remove(0));
      }
      processes.forEach(this::settle);
      processes.forEach(process -> claim(process, random));
      check();
      store.advance(Duration.ofMillis(Math.max(1, nextEvent() - now())));
    }

    assertThat(done).hasSize(JOBS);
  }

  private long now() {
    return store.nowMillis();
  }

  private void begin(Random random) {
    limit = 1 + random.nextInt(7);
    int split = 2 + random.nextInt(7);
    TestQueue queue = new TestQueue(store, QUEUE);
    queue.schedule(Jobs.jobs("old", JOBS / 4));
    queue.configure(settings -> settings.shards(split).maxRunning(limit));
    queue.schedule(Jobs.jobs("new", JOBS - JOBS / 4));
    shards = Answers.of(store.engine().shards(QUEUE));
    for (int i = 0; i <= random.nextInt(3); i++) {
      processes.add(new Client(store.another(), 1 + random.nextInt(8)));
    }
  }

  private void die(Client process) {
    ofTheDead.addAll(process.held);
  }

  private void settle(Client process) {
    List<Held> over = process.held.stream().filter(held -> held.endsAt <= now()).toList();
    for (Held held : over) {
      Settlement ack = Settlement.ack(held.job.lease());
      Answers.of(process.engine.settle(QUEUE, List.of(ack), Durability.NONE));
      process.held.remove(held);
      done.add(held.job.lease().id());
    }
  }

  private void claim(Client process, Random random) {
    for (int i = 0, first = random.nextInt(shards.size()); i < shards.size(); i++) {
      ShardId shard = shards.get((first + i) % shards.size());
      while (process.free() > 0 && process.comeBackAt.getOrDefault(shard, 0L) <= now()) {
        claim(process, shard, random);
      }
    }
  }

  private void claim(Client process, ShardId shard, Random random) {
    ClaimRequest request = ClaimRequest.of(process.free(), LEASE_MILLIS).from(shard);
    ClaimResult result = Answers.of(process.engine.claim(QUEUE, request));
    process.comeBackAt.put(shard, result.comeBackAtMillis());
    for (ClaimedJob job : result.jobs()) {
      begun.add(job.lease().id());
      process.held.add(new Held(job, now() + 10 + random.nextInt(50)));
      pausedSince = -1;
    }
  }

  private void check() {
    int running = processes.stream().mapToInt(process -> process.held.size()).sum();
    assertThat(running + heldByTheDead(0)).isLessThanOrEqualTo(limit);
    boolean isFree = running + heldByTheDead(PERMIT_LAPSES_MILLIS) < limit;
    boolean hasRoom = processes.stream().anyMatch(process -> process.free() > 0);
    if (!isFree || !hasRoom || begun.size() == JOBS) {
      pausedSince = -1;
    } else if (pausedSince < 0) {
      pausedSince = now();
    } else {
      assertThat(now() - pausedSince).isLessThanOrEqualTo(LONGEST_PAUSE_MILLIS);
    }
  }

  private int heldByTheDead(long lapsesMillis) {
    return (int)
        ofTheDead.stream()
            .filter(held -> held.job.run().leaseUntilMillis() + lapsesMillis > now())
            .count();
  }

  private long nextEvent() {
    long next = now() + LONGEST_PAUSE_MILLIS;
    for (Client process : processes) {
      for (Held held : process.held) {
        next = Math.min(next, held.endsAt);
      }
      if (process.free() > 0) {
        for (long moment : process.comeBackAt.values()) {
          next = Math.min(next, moment);
        }
      }
    }
    return next;
  }
}
