package report;

import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.test.DuetimeExtension;
import io.duetime.test.TestDuetime;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Reports in virtual time, which begins on a Friday before the clocks change. */
class ReportTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final String WEEKDAYS_AT_SEVEN = "0 7 * * MON-FRI";

  @RegisterExtension
  private final DuetimeExtension time =
      DuetimeExtension.startingAt(Instant.parse("2026-03-27T00:00:00Z"));

  private final List<String> sent = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void aReportIsMadeAtSevenOfTheLocalClockOnWeekdays(TestDuetime duetime) {
    Report report = new Report(duetime, BERLIN);
    report.define("sales", WEEKDAYS_AT_SEVEN, "all shops");
    report.start(text -> sent.add(duetime.now() + ": " + text));

    duetime.advance(Duration.ofDays(4));

    assertThat(sent)
        .containsExactly(
            "2026-03-27T06:00:00Z: sales of all shops until 2026-03-27T07:00+01:00[Europe/Berlin]",
            "2026-03-30T05:00:00Z: sales of all shops until 2026-03-30T07:00+02:00[Europe/Berlin]");
    assertThat(duetime.queue("reports", Codec.string()))
        .hasScheduled("sales@2026-03-31T05:00:00Z")
        .dueAt(Instant.parse("2026-03-31T05:00:00Z"));
  }

  @Test
  void twoProcessesMakeOneReport(TestDuetime duetime) {
    for (String process : List.of("first", "second")) {
      Report report = new Report(duetime, BERLIN);
      report.define("sales", WEEKDAYS_AT_SEVEN, "all shops");
      report.start(text -> sent.add(process));
    }

    duetime.advance(Duration.ofDays(1));

    assertThat(sent).hasSize(1);
  }

  @Test
  void aReportThatFailedIsTriedAgainForTheSameMorning(TestDuetime duetime) {
    Report report = new Report(duetime, BERLIN);
    report.define("sales", WEEKDAYS_AT_SEVEN, "all shops");
    report.start(text -> {
      sent.add(text);
      if (sent.size() == 1) {
        throw new IllegalStateException("no mail server");
      }
    });

    duetime.advance(Duration.ofDays(1));

    assertThat(sent).hasSize(2).allMatch(text -> text.contains("until 2026-03-27T07:00"));
  }

  @Test
  void theCommandOfTheReadmeMakesReports() throws Exception {
    Matcher command =
        Pattern.compile("(?m)^java -cp 'duetime-server/target/lib/\\*' examples/java/(.*) '(.*)'")
            .matcher(Files.readString(Path.of("..", "report", "README.md")));
    assertThat(command.find()).isTrue();

    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Path.of(command.group(1)).toAbsolutePath().toString(),
                command.group(2))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader printed = program.inputReader()) {
      assertThat(printed.readLine()).startsWith("the next reports: [20");
      assertThat(printed.readLine()).matches("sales of all shops until 20.*\\[Europe/Berlin]");
      assertThat(printed.readLine()).matches("sales of all shops until 20.*\\[Europe/Berlin]");
    } finally {
      program.destroyForcibly().waitFor();
    }
  }
}
