package quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the steps of the library that the README shows, and compares the two. */
class TourTest {
  @Test
  void theReadmeShowsTheStepsOfThisProgram() throws IOException {
    String program = Files.readString(Path.of("src", "main", "java", "quickstart", "Tour.java"));
    String readme = Files.readString(Path.of("..", "..", "README.md"));
    Matcher steps =
        Pattern.compile("## The library\\n\\n```java\\n(.*?)```", Pattern.DOTALL).matcher(readme);

    assertThat(steps.find()).isTrue();
    assertThat(program).contains(steps.group(1).indent(6));
  }

  @Test
  void theProgramPrintsWhatTheReadmeSays() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream captured = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      Tour.main(new String[0]);
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("DUE_LATER", "CANCELLED", "1");
  }
}
