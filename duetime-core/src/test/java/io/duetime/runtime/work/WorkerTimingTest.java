package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import io.duetime.Worker;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs run at their due time, in order, in whatever order they came. */
class WorkerTimingTest {
  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void tenConsumersRunFourJobsOnceEachInTheOrderOfTheirDueTimes() {
    try (Simulation world = Simulation.begin()) {
      for (int i = 1; i <= 4; i++) {
        world.queue().schedule("" + i, "x", seconds(5L * i));
      }
      for (int i = 0; i < 10; i++) {
        world.queue().worker(job -> world.note("ran " + job.id())).concurrency(1).start();
      }

      world.pass(seconds(60));

      assertThat(world.events)
          .containsExactly(
              "5s ran 1",
              "5s 1 ACKED",
              "10s ran 2",
              "10s 2 ACKED",
              "15s ran 3",
              "15s 3 ACKED",
              "20s ran 4",
              "20s 4 ACKED");
      assertThat(world.queue().find("1")).isEmpty();
    }
  }

  @Test
  void aJobPutInLaterButDueEarlierWakesTheWaiterOnItsTime() {
    try (Simulation world = Simulation.thatReliesOnSignals()) {
      world.queue().worker(job -> world.note(job.id())).start();
      world.queue().schedule("late", "x", seconds(3600));
      world.pass(seconds(10));
      world.queue().schedule("early", "x", Duration.ofMillis(250));

      world.pass(seconds(10));

      assertThat(world.events).containsExactly("10.25s early", "10.25s early ACKED");
    }
  }

  @Test
  void aLostSignalCostsASecondAtMost() {
    try (Simulation world = Simulation.begin()) {
      world.engine.loseSignals();
      world.queue().worker(job -> world.note(job.id())).start();
      world.passTo(Duration.ofMillis(10_300));
      world.queue().schedule("a", "x", Duration.ofMillis(100));

      world.passTo(Duration.ofMillis(11_300));

      assertThat(world.events).containsExactly("11s a", "11s a ACKED");
    }
  }

  @Test
  void jobsOfOneQueueFireOnTheirOwnTimeInWhateverOrderTheyWerePut() {
    try (Simulation world = Simulation.thatReliesOnSignals()) {
      world.queue().worker(job -> world.note(job.id())).start();
      world.queue().schedule("c", "x", seconds(60));
      world.queue().schedule("a", "x", seconds(3));
      world.queue().schedule("b", "x", seconds(10));

      world.pass(seconds(100));

      assertThat(world.events).contains("3s a", "10s b", "1m c");
    }
  }

  @Test
  void everyUseOfAMomentFiresAtItsMillisecond() {
    try (Simulation world = Simulation.thatReliesOnSignals()) {
      Map<String, Instant> moments =
          Map.of(
              "meeting", Simulation.START.plus(seconds(5400)).minus(Duration.ofMinutes(30)),
              "order", Simulation.START.plus(Duration.ofMinutes(15)),
              "ticket", Simulation.START.plus(Duration.ofHours(24)),
              "deadline", Simulation.START.plus(Duration.ofHours(2)).minus(Duration.ofMinutes(10)),
              "1 ms", Simulation.START.plusMillis(1),
              "24.8 days and 1 ms", Simulation.START.plusMillis(1L << 31).plusMillis(1),
              "2^32 ms and 1", Simulation.START.plusMillis((1L << 32) + 1));
      List<String> wrong = new ArrayList<>();
      moments.forEach((id, moment) -> world.queue().schedule(id, "x", moment));
      world
          .queue()
          .worker(job -> {
            world.note(job.id());
            if (!world.time.instant().equals(moments.get(job.id()))) {
              wrong.add(job.id() + " ran at " + world.time.instant());
            }
          })
          .start();

      world.pass(Duration.ofDays(60));

      assertThat(wrong).isEmpty();
      assertThat(world.events).filteredOn(event -> event.endsWith("ACKED")).hasSize(7);
    }
  }

  @Test
  void aPartOfAMillisecondIsRoundedUp() {
    try (Simulation world = Simulation.begin()) {
      world.queue().schedule("a", "x", Simulation.START.plusNanos(5_000_001));
      world.queue().schedule("b", "x", Duration.ofNanos(7_999_999));
      world.queue().worker(job -> world.note(job.id())).start();

      world.pass(seconds(1));

      assertThat(world.events).contains("0.006s a", "0.008s b");
    }
  }

  @Test
  void aBacklogIsClaimedInFewClaimsAndDoneInOrder() {
    try (Simulation world = Simulation.begin()) {
      List<JobRequest<String>> jobs = new ArrayList<>();
      for (int i = 0; i < 2_500; i++) {
        jobs.add(JobRequest.builder("x").id("job-%04d".formatted(i)).build());
      }
      world.queue().scheduleAll(jobs);
      List<String> ran = new ArrayList<>();
      world.queue().worker(job -> ran.add(job.id())).concurrency(250).start();

      world.pass(seconds(1));

      assertThat(ran).hasSize(2_500).isSorted();
      assertThat(world.since()).isEqualTo("1s");
      assertThat(world.engine.calls("claim")).isLessThan(2_500);
    }
  }

  @Test
  void aWorkerHoldsNoMoreThanItCanRun() {
    try (Simulation world = Simulation.begin()) {
      for (int i = 0; i < 20; i++) {
        world.queue().schedule("" + i, "x", Duration.ZERO);
      }
      Worker worker =
          world.queue().worker(job -> world.fibers.sleep(seconds(10))).concurrency(3).start();

      world.pass(seconds(5));

      assertThat(worker.running()).isEqualTo(3);
      assertThat(world.queue().counts().now().running()).isEqualTo(3);
      assertThat(world.queue().counts().now().ready()).isEqualTo(17);
    }
  }

  @Test
  void aSlowHandlerDelaysNoOtherJob() {
    try (Simulation world = Simulation.begin()) {
      world.queue().schedule("1", "slow", seconds(1));
      world.queue().schedule("2", "x", seconds(2));
      world
          .queue()
          .worker(job -> {
            world.note("begins " + job.id());
            if (job.payload().equals("slow")) {
              world.fibers.sleep(seconds(100));
            }
          })
          .concurrency(2)
          .start();

      world.pass(seconds(200));

      assertThat(world.events)
          .containsExactly("1s begins 1", "2s begins 2", "2s 2 ACKED", "1m41s 1 ACKED");
    }
  }
}
