package io.duetime.embedded.damage;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.SettleRequest;
import io.duetime.StoreFailureException;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.Verification;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.server.AuditEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationTest {
  private static final byte[] NOTHING = {};

  @TempDir Path folder;

  @BeforeEach
  void fill() {
    try (EmbeddedEngine engine = open()) {
      schedule(engine, "dead", "done", "leased", "tagged", "waiting");
      List<ClaimedJob> jobs = answer(engine.claim("q", ClaimRequest.of(3, 3_600_000))).jobs();
      List<Settlement> settlements =
          List.of(
              new Settlement(jobs.get(0).lease(), new SettleRequest.Bury(null, "bad")),
              Settlement.ack(jobs.get(1).lease()));
      answer(engine.settle("q", settlements, Durability.FSYNCED));
    }
  }

  private static void schedule(EmbeddedEngine engine, String... ids) {
    for (String id : ids) {
      JobSpec job =
          Calls.job(id, 0).toBuilder().retention(Duration.ofDays(9)).tags(List.of("t")).build();
      answer(engine.schedule("q", List.of(job), Durability.FSYNCED));
    }
  }

  @Test
  void aSoundStoreGivesNoFindings() {
    Verification found = verify();

    assertThat(found.findings()).isEmpty();
    assertThat(found.isClean()).isTrue();
    assertThat(found.jobs()).isEqualTo(5);
    assertThat(found.queues()).isEqualTo(1);
  }

  @Test
  void aStoreWhoseJobsWereUpdatedGivesNoFindings() {
    for (int i = 0; i < 2; i++) {
      long priority = i;
      List<String> tags = List.of("t", "t" + i);
      try (EmbeddedEngine engine = open()) {
        List<JobUpdate> updates =
            Stream.of("waiting", "tagged", "dead")
                .map(id ->
                    new JobUpdate(
                        id,
                        JobChange.<JobBody>none()
                            .payload(JobBody.of(new byte[100]))
                            .priority(priority)
                            .tags(tags)))
                .toList();
        assertThat(answer(engine.update("q", updates, Durability.FSYNCED)))
            .extracting(Updated::outcome)
            .containsOnly(UpdateOutcome.UPDATED);
      }
      assertThat(verify().findings()).isEmpty();
    }
    assertThat(verify().jobs()).isEqualTo(5);
  }

  @Test
  void aStoreWithARedriveOfATaskGivesNoFindings() {
    try (EmbeddedEngine engine = open()) {
      BulkChange redrive = new BulkChange.Redrive(0, "task", 1);
      assertThat(answer(engine.change("q", Selection.ALL, redrive, null, 10)).changed()).isOne();
    }
    assertThat(verify().findings()).isEmpty();
    eachOf(Family.META, "task", (batch, key) -> batch.put(Family.META, key, new byte[] {9}));

    assertThat(messages())
        .anyMatch(
            text -> text.startsWith("queue q: what was redriven for a task cannot be understood"));
  }

  @Test
  void nothingInTheDatabaseIsChanged() throws IOException {
    List<String> before = files();

    verify();

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aRecordThatCannotBeUnderstoodIsNamed() {
    eachOf(
        Family.JOB,
        "waiting",
        (batch, key) -> {
          batch.deleteOnce(Family.JOB, key);
          batch.put(Family.JOB, key, new byte[] {1, 99, 99});
        });

    assertThat(messages())
        .anyMatch(text -> text.startsWith("queue q, job waiting: its record cannot be understood"));
  }

  @Test
  void documentsAndEntriesOfTheAuditLogThatCannotBeUnderstoodAreNamed() {
    try (EmbeddedEngine engine = open()) {
      answer(engine.putDocument("tokens", "ann", 0, NOTHING));
      answer(engine.putDocument("tokens", "ben", 0, NOTHING));
      answer(engine.audit(AuditEvent.of("ann", "delete")));
    }
    assertThat(verify().findings()).isEmpty();
    eachOf(Family.META, "ann", (batch, key) -> batch.put(Family.META, key, new byte[] {9}));
    eachOf(Family.META, "A\0\0\0\0\0\0\0\1", (b, key) -> b.put(Family.META, key, new byte[] {9}));

    assertThat(messages())
        .anyMatch(text -> text.startsWith("document ann of tokens cannot be understood"))
        .anyMatch(text -> text.startsWith("audit entry 1 cannot be understood"));
  }

  @Test
  void aJobThatNoIndexKnowsIsNamed() {
    eachOf(Family.DUE, "waiting", (batch, key) -> batch.deleteOnce(Family.DUE, key));
    eachOf(Family.TAG, "tagged", (batch, key) -> batch.deleteOnce(Family.TAG, key));
    eachOf(Family.ENDED, "dead", (batch, key) -> batch.deleteOnce(Family.ENDED, key));

    assertThat(messages())
        .anyMatch(text -> text.startsWith("queue q, job waiting (WAITING) is missing where due"))
        .anyMatch(text -> text.equals("queue q, job tagged (WAITING) is missing under its tag t"))
        .anyMatch(text -> text.startsWith("queue q, job dead (DEAD) is missing in the list"));
  }

  @Test
  void aJobThatIsMissingAmongTheReadyIsNamed() {
    try (EmbeddedEngine engine = open()) {
      JobSpec urgent = Calls.job("urgent", 0).toBuilder().priority(0).build();
      answer(engine.schedule("q", List.of(urgent), Durability.FSYNCED));
      assertThat(answer(engine.claim("q", ClaimRequest.of(1, 3_600_000))).jobs())
          .extracting(job -> job.lease().id())
          .containsExactly("urgent");
    }
    assertThat(verify().findings()).isEmpty();
    int dueKey = "....W........waiting".length();
    eachOf(
        Family.DUE,
        "waiting",
        (batch, key) -> {
          if (key.length > dueKey) {
            batch.deleteOnce(Family.DUE, key);
          }
        });

    assertThat(messages())
        .anyMatch(text ->
            text.startsWith("queue q, job waiting (WAITING) is missing among the ready jobs"));
  }

  @Test
  void entriesAndCountsOfAJobThatIsGoneAreTold() {
    eachOf(Family.JOB, "waiting", (batch, key) -> batch.deleteOnce(Family.JOB, key));

    assertThat(messages())
        .contains(
            "queue q: an entry of DUE leads to no such job: waiting",
            "queue q: an entry of TAG leads to no such job: waiting",
            "queue q: jobs WAITING are counted as 2, there are 1",
            "queue q: jobs due in minute 0 of the epoch are counted as 2, there are 1");
  }

  @Test
  void whatWasSetAsideStaysInTheReport() {
    eachOf(
        Family.JOB,
        "waiting",
        (batch, key) -> {
          batch.deleteOnce(Family.JOB, key);
          batch.put(Family.JOB, key, new byte[] {1, 99, 99});
        });
    try (EmbeddedEngine engine = open()) {
      assertThat(answer(engine.find("q", "waiting"))).isEmpty();
    }

    assertThat(messages()).contains("queue q, job waiting: a record of it was set aside earlier");
  }

  @Test
  void eachDamagedFileIsNamed() throws IOException {
    compact();
    for (Path table : tables()) {
      byte[] bytes = Files.readAllBytes(table);
      bytes[10] ^= 0x55;
      Files.write(table, bytes);
    }

    List<String> messages = messages();

    for (Path table : tables()) {
      assertThat(messages).anyMatch(text -> text.contains(table.getFileName().toString()));
    }
  }

  @Test
  void aDamagedLogIsNamed() throws IOException {
    Path log =
        StoreFolder.databaseIn(folder)
            .resolve(files().stream().filter(f -> f.endsWith(".log")).findFirst().orElseThrow());
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(log, bytes);

    assertThat(messages()).anyMatch(text -> text.startsWith(log + " does not have its checksum"));
  }

  @Test
  void aStoreInUseIsRefusedAndSoIsAFolderThatIsNone() {
    try (EmbeddedEngine engine = open()) {
      assertThat(engine.capabilities().durable()).isTrue();
      assertThatThrownBy(this::verify)
          .isInstanceOf(StoreFailureException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
    }
    assertThatThrownBy(() -> Verification.of(folder.resolve("none")))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(folder.resolve("none")).doesNotExist();
  }

  private Verification verify() {
    return Verification.of(folder);
  }

  private List<String> messages() {
    Verification found = verify();
    assertThat(found.isClean()).isFalse();
    return found.findings().stream().map(finding -> finding.message()).toList();
  }

  private EmbeddedEngine open() {
    return EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  /** Changes each record of a family whose key ends with an id. */
  private void eachOf(Family family, String id, BiConsumer<Batch, byte[]> change) {
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder));
        Batch batch = disk.batch();
        Scan scan = disk.scan(family, NOTHING, new byte[] {(byte) 0xff})) {
      for (; scan.isValid(); scan.next()) {
        if (new String(scan.key(), StandardCharsets.ISO_8859_1).endsWith(id)) {
          change.accept(batch, scan.key());
        }
      }
      disk.write(batch);
    }
  }

  private void compact() {
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder))) {
      for (Family family : Family.values()) {
        disk.compact(family);
      }
    }
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> all = Files.list(StoreFolder.databaseIn(folder))) {
      return all.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(StoreFolder.databaseIn(folder))) {
      return all.map(file -> file.getFileName().toString())
          .filter(file -> !file.startsWith("LOG"))
          .sorted()
          .toList();
    }
  }
}
