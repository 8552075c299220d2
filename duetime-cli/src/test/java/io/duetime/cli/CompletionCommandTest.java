package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.cli.fixture.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Scripts are run by the shells that are installed. */
class CompletionCommandTest {
  private static final String COMPLETE =
      """
      source "$1"
      COMP_WORDS=($2)
      COMP_WORDS+=("$3")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _complete_duetime
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void bashCompletesCommandsSubcommandsAndOptions() throws Exception {
    assumeInstalled("bash");
    Path script = script("bash");

    assertThat(run("bash", "-c", COMPLETE, "-", script + "", "duetime", "re"))
        .isEqualTo("reschedule\nresume\nrecurring\n");
    assertThat(run("bash", "-c", COMPLETE, "-", script + "", "duetime dead", "re"))
        .isEqualTo("redrive\n");
    assertThat(run("bash", "-c", COMPLETE, "-", script + "", "duetime put", "--del"))
        .isEqualTo("--delay\n");
    assertThat(run("bash", "-n", script.toString())).isEmpty();
  }

  @Test
  void bashCompletesNamesOfFilesWhereFilesAreMeant() throws Exception {
    assumeInstalled("bash");
    String begun = Files.createFile(folder.resolve("jobs.ndjson")).toString();
    begun = begun.substring(0, begun.length() - 3);

    for (String before :
        List.of(
            "load",
            "import",
            "export",
            "backup",
            "put mail a --file",
            "queues --token-file",
            "queues --ca-file",
            "server --config",
            "server --tls-cert",
            "server --tokens-file")) {
      assertThat(completed("duetime " + before, begun)).as(before).isEqualTo(begun + "son\n");
    }
  }

  @Test
  void bashCompletesTheWordsOfAnOption() throws Exception {
    assumeInstalled("bash");

    assertThat(completed("duetime list mail --state", "DE")).isEqualTo("DELAYED\nDEAD\n");
    assertThat(completed("duetime put mail a --on-conflict", "")).contains("KEEP", "DEBOUNCE");
    assertThat(completed("duetime dead purge mail --reason", "EX"))
        .isEqualTo("EXHAUSTED\nEXPIRED\n");
    assertThat(completed("duetime recurring put mail a --missed", "L")).isEqualTo("LATEST\n");
    assertThat(completed("duetime server --log-format", "J")).isEqualTo("JSON\n");
  }

  @Test
  void zshReadsTheScriptOfBash() throws Exception {
    assertThat(Files.readString(script("zsh"))).contains("bashcompinit");
    assumeInstalled("zsh");

    assertThat(run("zsh", "-n", script("zsh").toString())).isEmpty();
  }

  @Test
  void anotherShellIsRefused() {
    assertThat(shell.run("completion", "fish").code()).isEqualTo(2);
  }

  private String completed(String before, String begun) throws Exception {
    return run("bash", "-c", COMPLETE, "-", script("bash") + "", before, begun);
  }

  private Path script(String name) throws IOException {
    return Files.writeString(folder.resolve(name), shell.run("completion", name).out());
  }

  private static void assumeInstalled(String program) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
        "no " + program);
  }

  private static String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return code == 0 ? said : said + "(exit " + code + ")";
  }
}
