package virtualtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README shows what is tested here. */
class ReadmeTest {
  @Test
  void theReadmeShowsLinesOfTheTest() throws Exception {
    String test = Files.readString(Path.of("src/test/java/virtualtime/TrialRemindersTest.java"));

    assertThat(Pattern.compile("(?s)```java\n(.*?)```").matcher(readme()).results())
        .hasSize(1)
        .allSatisfy(code -> assertThat(squeezed(test)).contains(squeezed(code.group(1))));
  }

  @Test
  void theCommandNamesThisModuleAndTheTest() throws Exception {
    assertThat(readme()).contains("-pl examples/java ", "-Dtest=TrialRemindersTest ");
    assertThat(Path.of("../../examples/java/pom.xml")).exists();
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }

  private static String readme() throws Exception {
    return Files.readString(Path.of("..", "virtual-time", "README.md"));
  }
}
