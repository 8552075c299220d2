package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Finding;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a store whose files were changed behind its back. */
class DamageTest {
  private static final int JOBS = 2_000;
  private static final int LOG_BLOCK = 32 << 10;

  /** The place of the higher byte of a length in the header of a fragment. */
  private static final int LOG_LENGTH = 5;

  @TempDir Path folder;

  @BeforeEach
  void fill() {
    try (EmbeddedEngine engine = open()) {
      for (int i = 0; i < JOBS; i += 100) {
        List<JobSpec> jobs = new ArrayList<>();
        for (int j = i; j < i + 100; j++) {
          jobs.add(Calls.job("job-" + j, 1_000 + j));
        }
        answer(engine.schedule("q", jobs, Durability.FSYNCED));
      }
    }
  }

  @Test
  void aTornTailOfTheLogCostsNoMoreThanTheTail() throws IOException {
    Path log = file(".log");
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 10);
    }

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.find("q", "job-0"))).isPresent();
      assertThat(answer(engine.counts("q")).now().waiting()).isEqualTo(JOBS - 100);
    }
  }

  @Test
  void bytesOfTheTailThatNeverReachedTheDiskAreCutOff() throws IOException {
    Path log = file(".log");
    flip(log, Files.size(log) - 10);

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.counts("q")).now().waiting()).isEqualTo(JOBS - 100);
    }
  }

  @Test
  void damageBeforeTheTailOfTheLogIsRefusedByName() throws IOException {
    Path log = file(".log");
    flip(log, Files.size(log) / 2);

    assertThatThrownBy(this::open)
        .hasMessageContaining(log.toString())
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);
  }

  @Test
  void damageShortBeforeTheTailIsNoTail() throws IOException {
    Path log = file(".log");
    long bytesPerCall = Files.size(log) / (JOBS / 100);
    flip(log, Files.size(log) - bytesPerCall - 200);

    assertThatThrownBy(this::open).hasMessageContaining(log.toString());
  }

  @Test
  void aDamagedLengthShortBeforeTheTailIsNoTail() throws IOException {
    Path log = file(".log");
    byte[] bytes = Files.readAllBytes(log);
    int lastBlock = bytes.length / LOG_BLOCK * LOG_BLOCK;
    bytes[lastBlock + LOG_LENGTH] = (byte) 0xff;
    Files.write(log, bytes);

    assertThatThrownBy(this::open)
        .hasMessageContaining(log.toString())
        .hasMessageContaining("byte " + lastBlock);
  }

  @Test
  void zerosShortBeforeTheTailAreNoTail() throws IOException {
    Path log = file(".log");
    byte[] bytes = Files.readAllBytes(log);
    int lastBlock = bytes.length / LOG_BLOCK * LOG_BLOCK;
    Arrays.fill(bytes, lastBlock, lastBlock + 512, (byte) 0);
    Files.write(log, bytes);

    assertThatThrownBy(this::open)
        .hasMessageContaining(log.toString())
        .hasMessageContaining("byte " + lastBlock);
  }

  @Test
  void aDamagedListOfFilesIsRefusedByName() throws IOException {
    Path manifest = file("MANIFEST-");
    flip(manifest, Files.size(manifest) / 2);

    assertThatThrownBy(this::open)
        .hasMessageContaining("MANIFEST")
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);
  }

  @Test
  void aMissingFileIsRefusedByName() throws IOException {
    compact();
    Path table = file(".sst");
    Files.delete(table);

    assertThatThrownBy(this::open)
        .hasMessageContaining(table.getFileName().toString())
        .asInstanceOf(type(DuetimeException.class))
        .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);
  }

  @Test
  void damageInATableFailsTheCallsThatMeetItAndNoOthers() throws IOException {
    compact();
    flip(tableOfJobs(), 1_000);

    try (EmbeddedEngine engine = open()) {
      assertThatThrownBy(() -> answer(engine.find("q", "job-0")))
          .hasMessageContaining(".sst")
          .asInstanceOf(type(DuetimeException.class))
          .returns(ErrorCode.STORE_DAMAGED, DuetimeException::code);
      assertThat(answer(engine.find("q", "job-999"))).isPresent();
      assertThat(answer(engine.schedule("q", List.of(Calls.job("new", 0)), Durability.FSYNCED)))
          .hasSize(1);
    }
  }

  @Test
  void aLeaseThatCannotBeReadTakesItsJobAlong() {
    try (EmbeddedEngine engine = open()) {
      answer(engine.claim("q", ClaimRequest.of(2, 60_000)));
    }
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder));
        Batch batch = disk.batch();
        Scan scan = disk.scan(Family.LEASE, new byte[0], new byte[] {(byte) 0xff})) {
      batch.deleteOnce(Family.LEASE, scan.key());
      batch.put(Family.LEASE, scan.key(), new byte[] {1, 2, 3});
      disk.write(batch);
    }

    try (EmbeddedEngine engine = open()) {
      Counts counts = answer(engine.counts("q"));
      assertThat(counts.now().running()).isEqualTo(1);
      assertThat(counts.now().waiting()).isEqualTo(JOBS - 2);
      assertThat(answer(engine.find("q", "job-0"))).isEmpty();
      assertThat(answer(engine.find("q", "job-1"))).isPresent();
      assertThat(answer(engine.counts("q")).since().setAside()).isEqualTo(1);
      assertThat(answer(engine.selfCheck()))
          .filteredOn(Finding::check, "records")
          .singleElement()
          .returns(Finding.Verdict.WARNING, Finding::verdict)
          .satisfies(finding -> assertThat(finding.message()).endsWith("job job-0 in queue q"));
    }
  }

  @Test
  void copiesAndRecurringJobsThatCannotBeReadAreSetAside() {
    try (EmbeddedEngine engine = open()) {
      JobSpec template = Calls.job("template", 0);
      Schedule daily = Schedule.every(Duration.ofDays(1));
      MissedTicks missed = MissedTicks.LATEST;
      answer(
          engine.putRecurring(
              "q", RecurringChange.of(new RecurringJob("a", daily, template, missed))));
      answer(
          engine.putRecurring(
              "q", RecurringChange.of(new RecurringJob("b", daily, template, missed))));
    }
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder));
        Batch batch = disk.batch()) {
      Keys keys = new Keys(1);
      batch.put(Family.META, keys.meta('r', "a"), new byte[] {1, 2, 3});
      batch.put(Family.META, keys.meta('c', "7@dead"), new byte[] {1, 2, 3});
      disk.write(batch);
    }

    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.recurring("q")))
          .extracting(view -> view.job().name())
          .containsExactly("b");
      answer(engine.maintain());
      assertThat(answer(engine.counts("q")).since().setAside()).isEqualTo(2);
      assertThat(answer(engine.claim("q", ClaimRequest.of(1, 60_000))).jobs()).hasSize(1);
    }
  }

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  private void compact() {
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder))) {
      for (Family family : Family.values()) {
        disk.compact(family);
      }
    }
  }

  private Path tableOfJobs() throws IOException {
    Path largest = file(".sst");
    for (Path table : files(".sst")) {
      largest = Files.size(table) > Files.size(largest) ? table : largest;
    }
    return largest;
  }

  private Path file(String part) throws IOException {
    Optional<Path> last = Optional.empty();
    for (Path file : files(part)) {
      last = Files.size(file) > 0 ? Optional.of(file) : last;
    }
    return last.orElseThrow();
  }

  private List<Path> files(String part) throws IOException {
    try (Stream<Path> files = Files.list(StoreFolder.databaseIn(folder))) {
      return files.filter(file -> file.getFileName().toString().contains(part)).sorted().toList();
    }
  }

  private static void flip(Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) at] ^= 0x55;
    Files.write(file, bytes);
  }
}
