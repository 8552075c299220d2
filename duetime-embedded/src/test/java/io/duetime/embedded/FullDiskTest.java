package io.duetime.embedded;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.duetime.CancelOutcome;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.internal.disk.SpaceKeeper.FreeSpace;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
  private static final long LOW = 1_000_000;
  private static final long RESERVE = 100_000;

  @TempDir Path folder;

  private final AtomicLong room = new AtomicLong(10 * LOW);

  @Test
  void belowTheMarkNewJobsAreRefusedAndEverythingElseGoesOn() {
    try (EmbeddedEngine engine = open()) {
      schedule(engine, "a");
      schedule(engine, "b");
      room.set(LOW - 1);
      answer(engine.selfCheck());

      Scheduled refused = schedule(engine, "c");

      assertThat(refused.outcome()).isEqualTo(ScheduleOutcome.REFUSED);
      assertThat(refused.refusal().code()).isEqualTo(ErrorCode.STORE_FULL);
      ClaimedJob job = answer(engine.claim("q", ClaimRequest.of(1, 60_000))).jobs().get(0);
      List<Settlement> ack = List.of(Settlement.ack(job.lease()));
      assertThat(answer(engine.settle("q", ack, Durability.FSYNCED)).get(0).outcome())
          .isEqualTo(SettleOutcome.ACKED);
      assertThat(answer(engine.cancel("q", List.of("b"), Durability.FSYNCED)).get(0).outcome())
          .isEqualTo(CancelOutcome.CANCELLED);
      assertThat(answer(engine.counts("q")).now().waiting()).isZero();
    }
  }

  @Test
  void onceThereIsRoomNewJobsAreTakenByThemselves() {
    try (EmbeddedEngine engine = open()) {
      room.set(LOW - 1);
      answer(engine.selfCheck());
      assertThat(schedule(engine, "a").outcome()).isEqualTo(ScheduleOutcome.REFUSED);

      room.set(2 * LOW);

      assertThat(schedule(engine, "a").outcome()).isEqualTo(ScheduleOutcome.CREATED);
    }
  }

  @Test
  void theRoomIsLookedAtWhileMuchIsWritten() {
    try (EmbeddedEngine engine = open()) {
      room.set(LOW - 1);
      int taken = 0;
      while (schedule(engine, "job-" + taken).outcome() == ScheduleOutcome.CREATED) {
        taken++;
      }
      assertThat(taken).isPositive();
    }
  }

  @Test
  void aStoreThatHasStoppedSaysSoAndNotThatItIsFull() throws IOException {
    try (EmbeddedEngine engine = open()) {
      schedule(engine, "a");
      removeFiles(folder.resolve("db"));
      String payload = "x".repeat(100_000);
      for (int i = 0; codeOf(engine, payload + i) != ErrorCode.STORE_FAILED; i++) {
        assertThat(i).as("jobs taken without a folder to write to").isLessThan(10_000);
      }

      room.set(LOW - 1);
      answer(engine.selfCheck());

      assertThat(codeOf(engine, "b")).isEqualTo(ErrorCode.STORE_FAILED);
      assertThatThrownBy(() -> answer(engine.queueOfNumber(1)))
          .asInstanceOf(type(DuetimeException.class))
          .returns(ErrorCode.STORE_FAILED, DuetimeException::code);
    }
  }

  @Test
  void aFolderCanBeOpenedAgainAfterAFaultOfTheOpening() {
    EmbeddedOptions options = EmbeddedOptions.DEFAULT.space(LOW, RESERVE);
    FreeSpace broken =
        () -> {
          throw new AssertionError("no memory, say");
        };
    assertThatThrownBy(
            () -> FolderStore.open(folder, options, InstantSource.system(), broken, Runnable::run))
        .isInstanceOf(AssertionError.class);

    try (EmbeddedEngine engine = open()) {
      assertThat(schedule(engine, "a").outcome()).isEqualTo(ScheduleOutcome.CREATED);
    }
  }

  private static @Nullable ErrorCode codeOf(EmbeddedEngine engine, String payload) {
    JobSpec job =
        JobSpec.builder(
                "job-" + payload.hashCode(),
                JobBody.of(payload.getBytes(StandardCharsets.UTF_8)),
                DueTime.at(0))
            .build();
    try {
      Scheduled result = answer(engine.schedule("q", List.of(job), Durability.NONE)).get(0);
      return result.outcome() == ScheduleOutcome.REFUSED ? result.refusal().code() : null;
    } catch (DuetimeException failure) {
      return failure.code();
    }
  }

  private static void removeFiles(Path of) throws IOException {
    try (Stream<Path> files = Files.walk(of)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Test
  void whatIsKeptAsideIsGivenUpInNeedAndKeptAgainAfterwards() {
    Path ballast = folder.resolve("ballast");
    try (EmbeddedEngine engine = open()) {
      assertThat(ballast).hasSize(RESERVE);

      room.set(RESERVE - 1);
      answer(engine.selfCheck());
      assertThat(Files.exists(ballast)).isFalse();

      room.set(10 * LOW);
      answer(engine.selfCheck());
      assertThat(ballast).hasSize(RESERVE);
    }
  }

  private EmbeddedEngine open() {
    EmbeddedOptions options = new EmbeddedOptions(1 << 20, LOW, RESERVE, 8 << 20, 8 << 20, 4_096);
    return new FolderEngine(
        FolderStore.open(folder, options, InstantSource.system(), room::get, Runnable::run),
        options.maxPayloadBytes());
  }

  private static Scheduled schedule(EmbeddedEngine engine, String id) {
    return answer(engine.schedule("q", List.of(Calls.job(id, 0)), Durability.NONE)).get(0);
  }
}
