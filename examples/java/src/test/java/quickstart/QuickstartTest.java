package quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the program and the output in the README with this program and its output. */
class QuickstartTest {
  private static final Path README = Path.of("..", "..", "README.md");
  private static final Path SOURCE =
      Path.of("src", "main", "java", "quickstart", "Quickstart.java");

  @Test
  void theReadmeShowsThisProgramByLine25() throws IOException {
    String program = Files.readString(SOURCE).replace("package quickstart;\n\n", "");
    String readme = Files.readString(README);

    assertThat(block(readme, "java")).isEqualTo(program);
    long lastLine = readme.substring(0, readme.indexOf(program) + program.length()).lines().count();
    assertThat(lastLine).isLessThanOrEqualTo(25);
  }

  @Test
  void theProgramPrintsWhatTheReadmeSays(@TempDir Path folder) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            System.getProperty("java.class.path"),
            Quickstart.class.getName());

    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo(block(Files.readString(README), "text"));
    assertThat(folder.resolve("quickstart-data")).isDirectory();
  }

  private static String block(String markdown, String language) {
    Pattern fence = Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL);
    Matcher matcher = fence.matcher(markdown);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
