package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class LoadCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @TempDir private Path folder;

  @Test
  void aFileIsLoadedIntoTheQueuesItsLinesName() throws IOException {
    Path file = folder.resolve("jobs.ndjson");
    Files.writeString(
        file,
        """
        {"queue":"a","id":"1","delay":"1h","payload":{"n":1}}
        {"queue":"b","id":"1","delay":"1h"}

        {"id":"2","delay":"1h"}
        """);

    Result load = shell.run("load", file.toString(), "--queue", "a");

    assertThat(load.code()).isZero();
    assertThat(load.out()).isEqualTo("3 lines: 3 created" + System.lineSeparator());
    assertThat(load.err()).isEmpty();
    assertThat(shell.run("list", "a").out().lines()).hasSize(3);
    assertThat(shell.run("list", "b").out().lines()).hasSize(2);
  }

  @Test
  void refusedLinesAreNamedAndTheRestGoesOn() {
    Result load =
        shell.runWith(
            "{\"id\":\"1\"}\nnonsense\n{\"id\":\"2\",\"delay\":\"x\"}\n{\"id\":\"3\"}\n",
            "load",
            "-",
            "--queue",
            "q");

    assertThat(load.code()).isEqualTo(1);
    assertThat(load.out()).isEqualTo("4 lines: 2 created, 2 refused" + System.lineSeparator());
    assertThat(load.err().lines().map(line -> line.substring(0, 7)))
        .containsExactly("line 2:", "line 3:");
  }

  @Test
  void asJsonEveryLineThatWasNotAcceptedIsListed() {
    Result load =
        shell.runWith(
            "{\"id\":\"1\"}\nnonsense\n{\"id\":\"2\",\"delay\":\"x\"}\n",
            "load",
            "-",
            "--queue",
            "q",
            "--json");

    JsonNode left = JsonTrees.MAPPER.readTree(load.out()).path("notAccepted");
    assertThat(left.valueStream().map(line -> line.path("line").asInt())).containsExactly(2, 3);
    assertThat(left.path(1).path("id").asString()).isEqualTo("2");
    assertThat(left.path(1).path("outcome").asString()).isEqualTo("REFUSED");
    assertThat(left.path(1).path("why").asString()).startsWith("delay is 'x'");
  }

  @Test
  void aLineWithoutAQueueIsRefused() {
    Result load = shell.runWith("{\"id\":\"1\"}\n", "load", "-");

    assertThat(load.code()).isEqualTo(1);
    assertThat(load.err()).startsWith("line 1: there is neither \"queue\" in the line nor --queue");
  }

  @Test
  void loadingAgainKeepsWhatIsThereAndMayBeginLater() {
    String lines = "{\"id\":\"1\",\"delay\":\"1h\"}\n{\"id\":\"2\",\"delay\":\"1h\"}\n";
    shell.runWith(lines, "load", "-", "--queue", "q");

    assertThat(shell.runWith(lines, "load", "-", "--queue", "q").out())
        .startsWith("2 lines: 2 kept");
    assertThat(shell.runWith(lines, "load", "-", "--queue", "q", "--from-line", "2").out())
        .startsWith("1 line: 1 kept");
    assertThat(shell.runWith(lines, "load", "-", "--queue", "q", "--json").out())
        .contains("\"lines\":2", "\"KEPT\":2");
  }

  @Test
  void aBarIsDrawnWhereSomebodyLooks() throws IOException {
    Path file = folder.resolve("jobs.ndjson");
    Files.writeString(file, "{\"id\":\"1\"}\n");

    Result load = shell.run("", shell.url(), true, "load", file.toString(), "--queue", "q");

    assertThat(load.err()).contains("[##############################] 100% 1 lines");
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    Result load = shell.run("load", folder.resolve("none").toString(), "--queue", "q");

    assertThat(load.code()).isEqualTo(1);
    assertThat(load.err()).startsWith("duetime: there is no file ");
  }

  @Test
  void aFolderInPlaceOfAFileIsOneLine() {
    Result load = shell.run("load", folder.toString(), "--queue", "q");

    assertThat(load.code()).isEqualTo(1);
    assertThat(load.err()).startsWith("duetime: cannot read").hasLineCount(1);
  }
}
