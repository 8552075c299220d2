package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RunbookAccessTest {
  private static final Path SECURITY = Path.of("..", "docs", "security.md");

  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void theTokenForOnCallMayRunEveryCommand() throws IOException {
    String root = shell.run("token", "create", "root", "--grant", "admin").out().strip();
    String token =
        shell.run(RunbookTest.words(tokenForOnCall() + " --token " + root)).out().strip();
    assertThat(shell.run("put", "mail", "order-42", "x", "--token", root).code()).isZero();

    assertThat(RunbookTest.commands())
        // It opens the folder of a server that has stopped.
        .filteredOn(command -> !command.contains(" verify "))
        .allSatisfy(command ->
            assertThat(shell.run(RunbookTest.words(command + " --token " + token)).err())
                .as(command)
                .doesNotContain("FORBIDDEN")
                .doesNotContain("--help")
                .doesNotContain("INVALID"));
  }

  private static String tokenForOnCall() throws IOException {
    try (Stream<String> lines = Files.lines(SECURITY)) {
      return lines
          .filter(line -> line.contains("token create on-call "))
          .findFirst()
          .orElseThrow()
          .replaceFirst("^\\./", "");
    }
  }
}
