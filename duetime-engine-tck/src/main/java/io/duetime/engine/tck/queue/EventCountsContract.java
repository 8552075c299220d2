package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Counts;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts of events only grow, and equal what callers were answered. */
public abstract class EventCountsContract extends Contract {
  private static final List<Integer> SHARDS = List.of(6, 3, 12);
  private static final int JOBS = Boolean.getBoolean("duetime.long") ? 10_000 : 1_200;
  private static final int ROUNDS = 3 * SHARDS.size();
  private static final Duration MAINTENANCE_LOOKS_AGAIN = Duration.ofSeconds(5);

  private Counts.Events last;
  private int scheduled;
  private int cancelled;
  private int acked;

  @BeforeEach
  void countNothing() {
    last = queue.events();
  }

  @Test
  void theyOutliveEveryChangeOfTheNumberOfShards() {
    for (int round = 0; round < ROUNDS; round++) {
      CompletionStage<?> resharding = reshard(round);
      goOn(round);
      Answers.of(resharding);
      maintainAll();
    }
    drain();

    assertThat(scheduled).isEqualTo(ROUNDS * (JOBS / ROUNDS));
    assertThat(scheduled).isEqualTo(cancelled + acked);
    assertThat(last)
        .isEqualTo(new Counts.Events(scheduled, acked, acked, 0, 0, 0, 0, 0, 0, cancelled, 0));
    if (engine().capabilities().sharded()) {
      assertThat(Answers.of(engine().shards(queue.name()))).hasSize(1 + SHARDS.get(2));
    }
  }

  /** Begins a change of the number of shards in each third round. */
  private CompletionStage<?> reshard(int round) {
    if (round % 3 != 1 || !engine().capabilities().sharded()) {
      return CompletableFuture.completedStage(null);
    }
    int shards = SHARDS.get(round / 3);
    return engine().configure(queue.name(), queue.settings().toBuilder().shards(shards).build());
  }

  /** Schedules, cancels and runs at the same time. */
  private void goOn(int round) {
    int size = JOBS / ROUNDS;
    CompletionStage<List<Scheduled>> made =
        engine().schedule(queue.name(), Jobs.jobs("r" + round + "-", size), queue.durability());
    CompletionStage<List<Cancelled>> gone =
        engine().cancel(queue.name(), someOf(round - 1, size), queue.durability());
    run(size / 2);
    Answers.of(made).forEach(this::hear);
    Answers.of(gone).forEach(this::hear);
    look();
  }

  private static List<String> someOf(int round, int size) {
    return IntStream.range(0, size / 3)
        .mapToObj(i -> String.format("r%d-%04d", round, 3 * i))
        .toList();
  }

  private void hear(Scheduled result) {
    scheduled += result.outcome() == ScheduleOutcome.CREATED ? 1 : 0;
  }

  private void hear(Cancelled result) {
    cancelled += result.outcome() == CancelOutcome.CANCELLED ? 1 : 0;
  }

  private int run(int max) {
    List<Settlement.Ack> acks =
        queue.claim(ClaimRequest.of(max, TestQueue.LEASE.toMillis())).jobs().stream()
            .map(job -> new Settlement.Ack(job.lease()))
            .toList();
    for (Settled result : queue.settle(acks)) {
      assertThat(result.outcome()).isEqualTo(SettleOutcome.ACKED);
    }
    acked += acks.size();
    return acks.size();
  }

  private void maintainAll() {
    advance(MAINTENANCE_LOOKS_AGAIN);
    maintain();
    look();
  }

  private void drain() {
    while (run(500) > 0) {
      look();
    }
    maintainAll();
  }

  private void look() {
    Counts.Events now = queue.events();
    assertThat(now.scheduled()).isGreaterThanOrEqualTo(last.scheduled());
    assertThat(now.claimed()).isGreaterThanOrEqualTo(last.claimed());
    assertThat(now.acked()).isGreaterThanOrEqualTo(last.acked());
    assertThat(now.cancelled()).isGreaterThanOrEqualTo(last.cancelled());
    last = now;
  }
}
