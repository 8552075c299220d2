package io.duetime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Finding;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.kernel.QueueKernel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that fails on the committer's thread, half done, beside work of the same group. */
class FailingWorkTest {
  private static final Durability.Reached REACHED = Durability.Reached.NOTHING;

  @TempDir Path folder;
  private final SteppedClock clock = new SteppedClock();
  private FolderEngine engine;

  @BeforeEach
  void open() {
    engine =
        (FolderEngine)
            EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0).window(1), clock);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static JobSpec spec(String id) {
    return Jobs.job(id).build();
  }

  private CompletionStage<ScheduleOutcome> schedule(String queue, String id) {
    return engine
        .store()
        .write(
            queue,
            Durability.FSYNCED,
            (kernel, now) -> kernel.schedule(spec(id), REACHED, now).outcome());
  }

  /** Schedules a job and fails behind it. */
  private CompletionStage<Object> fail(String queue, String id, Throwable failure) {
    return engine
        .store()
        .write(
            queue,
            Durability.NONE,
            (kernel, now) -> {
              kernel.schedule(spec(id), REACHED, now);
              return thrown(failure);
            });
  }

  private static Object thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  /** Has all that is asked for meanwhile done in one group. */
  private void inOneGroup(Runnable calls) {
    CountDownLatch asked = new CountDownLatch(1);
    CompletionStage<Boolean> held =
        engine
            .store()
            .write(
                "other",
                Durability.NONE,
                (kernel, now) -> {
                  awaitQuietly(asked);
                  return true;
                });
    calls.run();
    asked.countDown();
    assertThat(Calls.answer(held)).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interruption) {
      throw new IllegalStateException(interruption);
    }
  }

  private Counts counts(String queue) {
    return Calls.answer(engine.counts(queue));
  }

  private List<String> ids(String queue) {
    return Calls.answer(engine.store().read(queue, List.<String>of(), FailingWorkTest::idsIn));
  }

  private static List<String> idsIn(QueueKernel kernel, long now) {
    return List.of("a", "b", "c", "d").stream()
        .flatMap(id -> kernel.find(id, now).stream())
        .map(JobView::id)
        .toList();
  }

  @Test
  void itsNeighboursInTheGroupAreStoredAndItLeavesNothingBehind() {
    for (Throwable failure : List.of(new IllegalStateException("x"), new StackOverflowError("x"))) {
      List<CompletionStage<?>> failed = new ArrayList<>();
      List<CompletionStage<ScheduleOutcome>> stored = new ArrayList<>();
      String queue = failure.getClass().getSimpleName();
      inOneGroup(() -> {
        stored.add(schedule(queue, "a"));
        stored.add(schedule("quiet", queue));
        failed.add(fail(queue, "b", failure));
        stored.add(schedule(queue, "c"));
        failed.add(fail(queue, "d", failure));
      });

      failed.forEach(answer ->
          assertThatThrownBy(() -> answer.toCompletableFuture().join()).hasRootCause(failure));
      assertThat(stored).extracting(Calls::answer).containsOnly(ScheduleOutcome.CREATED);
      assertThat(ids(queue)).containsExactly("a", "c");
      assertThat(counts(queue).now().waiting()).isEqualTo(2);
      assertThat(counts(queue).since().scheduled()).isEqualTo(2);
    }
    assertThat(Calls.answer(engine.selfCheck()))
        .filteredOn(finding -> finding.verdict() == Finding.Verdict.FAILURE)
        .isEmpty();

    close();
    open();

    assertThat(ids("StackOverflowError")).containsExactly("a", "c");
    assertThat(counts("StackOverflowError").now().waiting()).isEqualTo(2);
    assertThat(counts("quiet").now().waiting()).isEqualTo(2);
  }

  @Test
  void workDuringWhichTheGroupWasWrittenIsNotDoneTwice() {
    List<CompletionStage<CancelOutcome>> cancelled = new ArrayList<>();
    Calls.answer(schedule("q", "c"));
    inOneGroup(() -> {
      cancelled.add(
          engine
              .store()
              .write(
                  "q",
                  Durability.NONE,
                  (kernel, now) -> {
                    CancelOutcome outcome = kernel.cancel("c", REACHED, now).outcome();
                    assertThat(kernel.copies()).isEmpty();
                    kernel.schedule(spec("a"), REACHED, now);
                    return outcome;
                  }));
      fail("q", "b", new IllegalStateException("x"));
    });

    assertThat(Calls.answer(cancelled.get(0))).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(ids("q")).containsExactly("a");
  }

  @Test
  void numbersAndNamesOfQueuesAreThoseOnDisk() {
    List<CompletionStage<Long>> numbers = new ArrayList<>();
    inOneGroup(() -> {
      fail("made", "a", new IllegalStateException("x"));
      numbers.add(engine.reserveNumbers("q", 10));
      fail("made", "b", new IllegalStateException("x"));
      numbers.add(engine.reserveNumbers("q", 10));
    });

    long first = Calls.answer(numbers.get(0));
    assertThat(Calls.answer(numbers.get(1))).isEqualTo(first + 10);
    assertThat(Calls.answer(engine.queueOfNumber(first + 19))).hasValue("q");
    assertThat(Calls.answer(engine.queueOfNumber(first + 20))).isEmpty();
    assertThat(Calls.answer(engine.deleteQueue("made"))).isIn(true, false);
    assertThat(Calls.answer(schedule("made", "a"))).isEqualTo(ScheduleOutcome.CREATED);
  }

  @Test
  void leasesThatWereSetAsideAreNotCountedAfterTheWorkOfAnotherQueueFailed() {
    Calls.answer(schedule("q", "a"));
    Calls.answer(engine.claim("q", ClaimRequest.of(1, 60_000)));
    change((disk, batch) -> {
      try (Scan scan = disk.scan(Family.LEASE, new byte[0], new byte[] {(byte) 0xff})) {
        batch.deleteOnce(Family.LEASE, scan.key());
        batch.put(Family.LEASE, scan.key(), new byte[] {1, 2, 3});
      }
    });

    for (String queue : List.of("unrelated", "q")) {
      assertThatThrownBy(() -> Calls.answer(fail(queue, "b", new IllegalStateException("x"))))
          .hasStackTraceContaining("IllegalStateException");
    }

    assertThat(counts("q").now().running()).isZero();
  }

  @Test
  void whatWasWrittenDuringWorkThatFailsIsStillCounted() {
    Calls.answer(schedule("q", "c"));
    inOneGroup(() -> {
      schedule("q", "a");
      engine
          .store()
          .write(
              "q",
              Durability.NONE,
              (kernel, now) -> {
                assertThat(kernel.copies()).isEmpty();
                kernel.schedule(spec("b"), REACHED, now);
                return thrown(new IllegalStateException("x"));
              });
    });

    assertThat(ids("q")).containsExactly("a", "c");
    assertThat(counts("q").since().scheduled()).isEqualTo(2);
  }

  /** Changes the files behind the engine's back. */
  private void change(BiConsumer<Disk, Batch> change) {
    close();
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder));
        Batch batch = disk.batch()) {
      change.accept(disk, batch);
      disk.write(batch);
    }
    open();
  }
}
