package quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a project from the documents as printed: the pom.xml of "Getting started", the program and
 * the test of the README. Maven runs its tests against the modules of this build.
 */
class ReadmeProjectTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern FENCE = Pattern.compile("^```", Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  void theTestOfTheReadmeRuns() throws Exception {
    UserProject project =
        new UserProject(folder, List.of("duetime-core", "duetime-embedded", "duetime-test"));
    String readme = Files.readString(ROOT.resolve("README.md"));
    String guide = Files.readString(ROOT.resolve("docs/getting-started.md"));
    project.write("pom.xml", block(guide, "<project"));
    project.write(
        "src/main/java/Quickstart.java", block(readme, "import io.duetime.*;\nimport java"));
    project.write("src/test/java/OrderTimeoutsTest.java", block(readme, "import static"));

    String printed = project.maven("test");

    assertThat(printed).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  /** The printed block that begins with a text. */
  private static String block(String markdown, String beginning) {
    for (String part : FENCE.splitAsStream(markdown).toList()) {
      String text = part.substring(part.indexOf('\n') + 1);
      if (text.startsWith(beginning)) {
        return text;
      }
    }
    throw new AssertionError("nothing printed begins with " + beginning);
  }
}
