package observability;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.exporter.logging.LoggingSpanExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Compares the program and the output in docs/observability.md with this program. */
class ObservedTest {
  private static final Path DOCUMENT = Path.of("..", "..", "docs", "observability.md");
  private static final Path SOURCE =
      Path.of("src", "main", "java", "observability", "Observed.java");

  @Test
  void theDocumentShowsThisProgram() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .contains(
            "```java\n"
                + Files.readString(SOURCE).replace("package observability;\n\n", "")
                + "```\n");
  }

  @Test
  void theProgramPrintsWhatTheDocumentSays() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Spans spans = new Spans();
    Logger exporter = Logger.getLogger(LoggingSpanExporter.class.getName());
    exporter.addHandler(spans);
    try (PrintStream captured = new PrintStream(printed, true, UTF_8)) {
      System.setOut(captured);
      Observed.main(new String[0]);
    } finally {
      System.setOut(before);
      exporter.removeHandler(spans);
    }

    assertThat(printed.toString(UTF_8)).isNotEmpty();
    assertThat(Files.readString(DOCUMENT))
        .contains("```text\n" + printed.toString(UTF_8).replace("\r\n", "\n") + "```\n");
    assertThat(spans.names).containsExactlyInAnyOrder("publish orders", "process orders");
  }

  /** Keeps the names of the spans that are logged. */
  private static final class Spans extends Handler {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord line) {
      names.add(line.getMessage().split("'", -1)[1]);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
