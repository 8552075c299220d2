package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityCommandTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```text\n\\$ duetime (.*?)\n(.*?)```", Pattern.DOTALL);

  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void theExampleOfThePageIsWhatTheCommandPrints() throws IOException {
    MatchResult example =
        EXAMPLE
            .matcher(Files.readString(Path.of("..", "docs", "capacity.md")))
            .results()
            .findFirst()
            .orElseThrow();

    Result result = shell.run(example.group(1).split(" "));

    assertThat(result.out()).isEqualTo(example.group(2));
  }

  @Test
  void asJsonItHasTheSameNumbers() {
    Result result = shell.run("capacity", "--per-day", "200k", "--horizon", "30d", "--json");

    assertThat(result.out()).contains("\"waitingJobs\":6000000", "\"store\":\"a folder\"");
  }

  @ParameterizedTest
  @CsvSource({
    "24M, 30m, 100%/1d, 500000",
    "24M, 2d, 100%/1d, 48000000",
    "24M, 1h, 50%/12h, 1000000"
  })
  void ofABurstOnlyWhatIsDueWithinTheHorizonWaits(
      String perDay, String horizon, String burst, String waiting) {
    Result result =
        shell.run(
            "capacity", "--per-day", perDay, "--horizon", horizon, "--burst", burst, "--json");

    assertThat(result.out()).contains("\"waitingJobs\":" + waiting + ",");
  }

  @ParameterizedTest
  @CsvSource({
    "--per-day, x, from 1 to 10000000000",
    "--per-day, 0, from 1",
    "--per-day, 11000M, to 10000000000",
    "--payload, -3, from 0",
    "--id, 256, to 255",
    "--burst, 101%/1m, such as 10%/1m",
    "--burst, 10%/2d, from 1ms to 1d",
    "--burst, 10%/0s, from 1ms to 1d",
    "--horizon, 36526d, at most 36525d",
    "--handler, soon, a number with its unit",
  })
  void whatIsNotAllowedIsRefusedWithWhatIs(String option, String value, String allowed) {
    Result result =
        option.equals("--per-day")
            ? shell.run("capacity", option, value)
            : shell.run("capacity", "--per-day", "1", option, value);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(option + " is '" + value + "'", allowed);
  }
}
