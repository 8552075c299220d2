package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.runtime.EngineOpener;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import io.duetime.transfer.Transfers;
import io.duetime.transfer.export.FullStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands that need the folder itself. */
class StoreCommandsTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void anExportIsImportedIntoAnEmptyStoreWithoutLoss() throws IOException {
    fill("first");

    Result export = run("export", "first", "a.ndjson");
    Result into = run("import", "second", "a.ndjson");
    run("export", "second", "b.ndjson");

    assertThat(export.err())
        .isEqualTo("exported 13 jobs, 2 queues, 1 recurring, 1 copy, 2 documents, 1 numbers\n");
    assertThat(into.out()).startsWith("imported 13 jobs, ");
    assertThat(List.of(export.code(), into.code())).containsOnly(0);
    assertThat(lines("b.ndjson")).isEqualTo(lines("a.ndjson"));
  }

  @Test
  void anExportOfADamagedStoreHasWhatCanBeReadAndNamesTheRest() throws IOException {
    fillWithJobs("first", 2_000);
    damageLargestTable(folder.resolve("first/db"));

    Result verify = shell.run("verify", "--store", store("first"));
    Result export = run("export", "first", "a.ndjson");
    Result into = run("import", "second", "a.ndjson");

    assertThat(export.code()).isEqualTo(1);
    assertThat(export.err())
        .containsPattern("left out: records .* set aside: job j\\d+ in queue q")
        .containsPattern("complete but for \\d+ jobs that cannot be read");
    long exported =
        lines("a.ndjson").stream().filter(line -> line.contains("\"kind\":\"job\"")).count();
    assertThat(exported).isBetween(1_000L, 1_999L);
    assertThat(export.err()).contains("but for " + (2_000 - exported) + " jobs");
    assertThat(into.code()).isZero();
    assertThat(verify.code()).isEqualTo(1);
    assertThat(verify.out()).contains(exported + " jobs in 1 queues");
  }

  @Test
  void theServerOfADamagedStoreTellsHowManyJobsWereSetAside() throws IOException {
    fillWithJobs("first", 2_000);
    damageLargestTable(folder.resolve("first/db"));
    SystemTime time = new SystemTime();
    try (time;
        DuetimeServer server =
            DuetimeServer.start(
                ServerSettings.builder()
                    .store(store("first"))
                    .http(new HostPort("127.0.0.1", 0))
                    .build(),
                time)) {
      String url = "http://127.0.0.1:" + server.http().getPort();

      Result list = shell.run("", url, false, "list", "q", "--limit", "2000");
      Result doctor = shell.run("", url, false, "doctor");

      long sound = list.out().lines().count() - 1;
      assertThat(sound).isBetween(1_000L, 1_999L);
      assertThat(get(url + "/v1/queues/q"))
          .contains("\"ready\":" + sound + ",", "\"setAside\":" + (2_000 - sound));
      assertThat(get(url + "/metrics"))
          .contains(
              "duetime_queue_events_total{event=\"set_aside\",queue=\"q\"} " + (2_000.0 - sound));
      assertThat(doctor.out()).containsPattern("WARNING +records");
    }
  }

  private static String get(String url) throws IOException {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void fillWithJobs(String store, int count) {
    Random random = new Random(1);
    try (Engine engine = open(store)) {
      for (int i = 0; i < count; i += 100) {
        List<JobSpec> jobs = new ArrayList<>();
        for (int j = i; j < i + 100; j++) {
          byte[] payload = new byte[200];
          random.nextBytes(payload);
          jobs.add(JobSpec.builder("j" + j, JobBody.of(payload), DueTime.at(j)).build());
        }
        Transfers.answer(engine.schedule("q", jobs, Durability.NONE));
      }
    }
    // At the next opening the log is written into tables.
    open(store).close();
  }

  private static void damageLargestTable(Path database) throws IOException {
    Path largest;
    try (Stream<Path> files = Files.list(database)) {
      largest =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(largest);
    for (int i = bytes.length / 3; i < bytes.length / 3 + 3; i++) {
      bytes[i] ^= 0x55;
    }
    Files.write(largest, bytes);
  }

  @Test
  void anExportToStandardOutputIsTheSame() throws IOException {
    fill("first");
    run("export", "first", "a.ndjson");

    Result export = shell.run("export", "-", "--store", store("first"));
    Result into = shell.runWith(export.out(), "import", "-", "--store", store("second"), "--json");

    assertThat(export.out().lines().skip(1).toList()).isEqualTo(lines("a.ndjson"));
    assertThat(into.out()).startsWith("{\"imported\":{\"jobs\":13,").contains("\"present\":{");
  }

  @Test
  void anInterruptedExportIsNotWrittenOver() throws IOException {
    fill("first");
    Path unfinished = Files.writeString(folder.resolve("a.ndjson.unfinished"), "some lines");

    assertThat(run("export", "first", "a.ndjson").err()).contains(unfinished + " is of another");
    assertThat(unfinished).hasContent("some lines");
    Files.delete(unfinished);
    assertThat(run("export", "first", "a.ndjson").err()).startsWith("exported 13 jobs, ");
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void importingAgainMakesNoDoubles() throws IOException {
    fill("first");
    run("export", "first", "a.ndjson");
    run("import", "second", "a.ndjson");

    Result again = run("import", "second", "a.ndjson");

    assertThat(again.code()).isZero();
    assertThat(again.out()).startsWith("imported nothing; existed already: 13 jobs");
  }

  @Test
  void aStoreInRedisIsExportedIntoAFolderAndBack() {
    fill("first");
    String redis = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
    String file = folder.resolve("of-redis.ndjson").toString();
    run("export", "first", "a.ndjson");

    Result into = shell.run("import", folder.resolve("a.ndjson").toString(), "--store", redis);
    Result export = shell.run("export", file, "--store", redis);
    Result back = run("import", "second", "of-redis.ndjson");

    assertThat(into.out()).startsWith("imported 13 jobs, ");
    assertThat(export.err()).startsWith("exported 13 jobs, 2 queues, 1 recurring, 1 copy, ");
    assertThat(back.out()).startsWith("imported 13 jobs, ");
    assertThat(shell.run("verify", "--store", "embedded:" + folder.resolve("second")).code())
        .isZero();
  }

  @Test
  void settingsAreNotCountedAsQueuesAndDefaultsNotAtAll() {
    schedule("first", "a");
    try (Engine engine = open("first")) {
      Transfers.answer(engine.configure("set", QueueSettings.builder().maxRunning(5).build()));
    }
    run("export", "first", "a.ndjson");

    assertThat(run("import", "second", "a.ndjson").out())
        .isEqualTo("imported 1 job, settings of 1 queue\n");
    assertThat(run("import", "second", "a.ndjson").out())
        .isEqualTo("imported nothing; existed already: 1 job, settings of 1 queue\n");
  }

  @Test
  void aBrokenFileIsRefusedBeforeAnythingIsImported() throws IOException {
    fill("first");
    run("export", "first", "a.ndjson");
    String text = Files.readString(folder.resolve("a.ndjson"));
    Files.writeString(folder.resolve("a.ndjson"), text.substring(0, text.length() / 2));

    Result into = run("import", "second", "a.ndjson");

    assertThat(into.code()).isEqualTo(1);
    assertThat(into.err()).startsWith("duetime: line ").endsWith("; nothing was imported\n");
    assertThat(into.err().lines()).hasSize(1);
    assertThat(folder.resolve("second")).doesNotExist();
  }

  @Test
  void aFolderThatIsHeldIsRefusedWithItsHolder() {
    try (Engine engine = open("first")) {
      for (String command : List.of("export", "import")) {
        Result ran = run(command, "first", command.equals("import") ? importable() : "x.ndjson");

        assertThat(ran.code()).as(command).isEqualTo(1);
        assertThat(ran.err())
            .startsWith("duetime: the folder ")
            .contains("is in use by process " + ProcessHandle.current().pid())
            .endsWith(" (STORE_LOCKED)\n");
      }
      assertThat(engine.capabilities().durable()).isTrue();
    }
  }

  @Test
  void whatIsNotThereIsSaid() throws IOException {
    assertThat(run("export", "nowhere", "x").err()).startsWith("duetime: there is no store in ");
    assertThat(folder.resolve("nowhere")).doesNotExist();
    assertThat(run("import", "first", "nothing").err()).startsWith("duetime: there is no file ");
    Result memory = shell.run("export", "-", "--store", "memory:");
    assertThat(memory.code()).isEqualTo(2);
    assertThat(memory.err())
        .isEqualTo(
            "duetime: --store is 'memory:'; allowed: a store that outlives this command (INVALID)\n");
  }

  @Test
  void anExportThatCannotBeWrittenSaysSo() throws IOException {
    fill("first");
    Files.writeString(folder.resolve("a.ndjson"), "mine");

    Result nowhere = run("export", "first", "nowhere/a.ndjson");
    Result inAFile = run("export", "first", "a.ndjson/b");

    assertThat(nowhere.err())
        .startsWith("duetime: cannot write ")
        .endsWith("nowhere/a.ndjson: no such folder\n");
    assertThat(inAFile.err()).endsWith("a.ndjson/b: Not a directory\n");
    assertThat(inAFile.code()).isEqualTo(1);
  }

  @Test
  void aFileThatIsThereIsNotWrittenOver() throws IOException {
    fill("first");
    Files.writeString(folder.resolve("a.ndjson"), "mine");

    assertThat(run("export", "first", "a.ndjson").err()).contains("exists already");
    assertThat(Files.readString(folder.resolve("a.ndjson"))).isEqualTo("mine");
  }

  private String importable() {
    fill("other");
    run("export", "other", "importable.ndjson");
    return "importable.ndjson";
  }

  private Result run(String command, String store, String file, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(command, folder.resolve(file).toString(), "--store", store(store)));
    arguments.addAll(List.of(more));
    return shell.run(arguments.toArray(String[]::new));
  }

  private void schedule(String store, String id) {
    try (Engine engine = open(store)) {
      Transfers.answer(
          engine.schedule(
              "plain",
              List.of(JobSpec.builder(id, JobBody.of(new byte[] {1}), DueTime.after(0)).build()),
              Durability.NONE));
    }
  }

  private void fill(String store) {
    try (Engine engine = open(store)) {
      FullStore.fill(engine);
    }
  }

  private Engine open(String store) {
    return EngineOpener.open(store(store), new EngineContext(shell.time(), Map.of()));
  }

  private String store(String name) {
    return "embedded:" + folder.resolve(name) + "?lowSpace=0&reserve=0";
  }

  private List<String> lines(String file) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    return lines.subList(1, lines.size());
  }
}
