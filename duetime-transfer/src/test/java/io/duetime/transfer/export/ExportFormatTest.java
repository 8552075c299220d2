package io.duetime.transfer.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Durability;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.memory.MemoryEngine;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.Transfers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExportFormatTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-20T07:00:00Z"));
  private static final long SEED = 20_261_120;

  @Test
  void whatIsImportedIsExportedAgainToTheByte() throws IOException {
    Engine first = full();
    Engine second = new MemoryEngine(CLOCK);
    byte[] export = export(first);

    Importer importer = new Importer(second);
    importer.run(stream(export));

    assertThat(text(export(second))).isEqualTo(text(export));
    assertThat(importer.taken().jobs()).isEqualTo(13);
  }

  @Test
  void theHeadersOfAJobAreInTheOrderOfTheirNames() throws IOException {
    Map<String, String> headers =
        IntStream.range(10, 42).boxed().collect(Collectors.toMap(i -> "h" + i, i -> "v"));
    JobBody body = new JobBody(new byte[0], null, headers);
    Engine engine = new MemoryEngine(CLOCK);
    JobSpec job = JobSpec.builder("a", body, DueTime.after(0)).build();
    Transfers.answer(engine.schedule("q", List.of(job), Durability.NONE));

    String export = text(export(engine));

    assertThat(Pattern.compile("\"(h\\d+)\":\"v\"").matcher(export).results())
        .extracting(found -> found.group(1))
        .hasSize(32)
        .isSorted();
  }

  @Test
  void theSameAgainChangesNothing() throws IOException {
    byte[] export = export(full());
    Engine engine = new MemoryEngine(CLOCK);
    new Importer(engine).run(stream(export));

    Importer again = new Importer(engine);
    again.run(stream(export));

    assertThat(again.taken().sentence()).isEqualTo("nothing");
    assertThat(again.present().jobs()).isEqualTo(13);
    assertThat(text(export(engine))).isEqualTo(text(export));
  }

  @Test
  void aRecurringJobThatTellsOnlyItsLastTickGoesOnBehindIt() throws IOException {
    Engine first = full();
    String export = text(export(first));
    Engine second = new MemoryEngine(CLOCK);
    String old =
        export.replaceFirst(
            "\"until\":(\\d+),\"lastTick\":\\d+,\"ahead\":\\[[^]]*],\"skipped\":\\d+",
            "\"lastTick\":$1");
    assertThat(old).isNotEqualTo(export);

    new Importer(second).run(stream(bytes(old)));

    assertThat(recurring(second)).isEqualTo(recurring(first)).contains("pendingIds=[nightly@");
  }

  @Test
  void theNumbersOfJobsInEarlierExportsAreIgnored() throws IOException {
    String export = text(export(full()));
    String old = export.replace("\"attempt\":1,\"fence\"", "\"attempt\":1,\"number\":7,\"fence\"");
    assertThat(old).isNotEqualTo(export);
    Engine engine = new MemoryEngine(CLOCK);

    new Importer(engine).run(stream(bytes(old)));

    assertThat(text(export(engine))).isEqualTo(export);
  }

  private static String recurring(Engine engine) {
    var view = Transfers.answer(engine.recurring("orders/eu")).get(0);
    return view.ticks() + " pendingIds=" + view.pendingIds();
  }

  @Test
  void aFileThatWasCutOffIsNoticedWhereverItWas() throws IOException {
    byte[] export = export(full());
    int lines = (int) text(export).lines().count();
    for (int kept = 0; kept < lines; kept++) {
      String cut = text(export).lines().limit(kept).reduce("", (all, line) -> all + line + "\n");

      assertThatThrownBy(() -> Importer.check(stream(cut.getBytes(StandardCharsets.UTF_8))))
          .isInstanceOf(TransferException.class)
          .hasMessageStartingWith("line " + (kept + 1) + ": file is ")
          .hasMessageEndingWith("nothing was imported");
    }
  }

  @Test
  void aLineThatIsMissingIsNoticed() throws IOException {
    String export = text(export(full()));
    String without = export.replaceFirst("(?m)^.*\"id\":\"empty\".*\n", "");

    assertThatThrownBy(() -> check(without)).hasMessageContaining("end is 'other counts'");
  }

  @Test
  void aBrokenLineIsNamedWithWhatIsWrong() throws IOException {
    String export = text(export(full()));
    String wrong = export.replaceFirst("\"stage\":\"DEAD\"", "\"stage\":\"UNDEAD\"");
    long line = export.substring(0, export.indexOf("\"stage\":\"DEAD\"")).lines().count();

    assertThatThrownBy(() -> check(wrong))
        .hasMessage(
            "line "
                + line
                + ": stage is 'UNDEAD'; allowed: WAITING, LEASED, DEAD, DONE, CANCELLED;"
                + " nothing was imported");
    assertThatThrownBy(() -> check(export.replaceFirst("\"version\":1", "\"version\":2")))
        .hasMessageStartingWith("line 1: version is '2'");
    assertThatThrownBy(() -> check("{\"id\":\"a\"}\n"))
        .hasMessageStartingWith("line 1: kind is missing");
  }

  @Test
  void aStreamThatBreaksSaysWhatIsInTheStoreByThen() throws IOException {
    String export = text(export(full()));
    Engine engine = new MemoryEngine(CLOCK);
    String broken = export.replaceFirst("\"kind\":\"end\"", "\"kind\":\"und\"");

    assertThatThrownBy(() -> new Importer(engine).run(stream(bytes(broken))))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("imported before it: ");

    new Importer(engine).run(stream(bytes(export)));
    assertThat(text(export(engine))).isEqualTo(export);
  }

  @Test
  void noMutilatedExportEndsInAnythingButARefusal() throws IOException {
    byte[] export = export(full());
    Random random = new Random(SEED);
    for (int round = 0; round < 3_000; round++) {
      byte[] mutilated = export.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        mutilated[random.nextInt(mutilated.length)] = (byte) random.nextInt(256);
      }
      try {
        Importer.check(stream(mutilated));
      } catch (TransferException refused) {
        assertThat(refused).as("seed %d, round %d", SEED, round).hasMessageStartingWith("line ");
      }
    }
  }

  private static void check(String export) {
    Importer.check(stream(bytes(export)));
  }

  private static Engine full() {
    Engine engine = new MemoryEngine(CLOCK);
    FullStore.fill(engine);
    return engine;
  }

  private static byte[] export(Engine engine) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Exporter(engine, out).run();
    return out.toByteArray();
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
