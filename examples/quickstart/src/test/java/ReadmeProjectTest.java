import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a project from the documents as printed: the pom.xml of "Getting started", the program and
 * the test of the README. Maven runs its tests against the modules of this build.
 */
class ReadmeProjectTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final List<String> MODULES =
      List.of("duetime-core", "duetime-embedded", "duetime-test");

  private static final Pattern FENCE = Pattern.compile("^```", Pattern.MULTILINE);

  private static final String SETTINGS =
      """
      <settings><profiles><profile>
        <id>cache</id>
        <repositories><repository><id>cache</id><url>CACHE</url></repository></repositories>
        <pluginRepositories>
          <pluginRepository><id>cache</id><url>CACHE</url></pluginRepository>
        </pluginRepositories>
      </profile></profiles><activeProfiles><activeProfile>cache</activeProfile></activeProfiles>
      </settings>
      """;

  @TempDir private Path folder;
  private Path project;
  private Path repository;

  @BeforeEach
  void makeFolders() {
    project = folder.resolve("project");
    repository = folder.resolve("repository");
  }

  @Test
  void theTestOfTheReadmeRuns() throws Exception {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String guide = Files.readString(ROOT.resolve("docs/getting-started.md"));
    write("pom.xml", block(guide, "<project"));
    write("src/main/java/Quickstart.java", block(readme, "import io.duetime.*;\nimport java"));
    write("src/test/java/OrderTimeoutsTest.java", block(readme, "import static"));
    installModules();

    String printed = maven("test");

    assertThat(printed).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  private void write(String file, String text) throws IOException {
    Path path = project.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
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

  // As "mvn install" does, but into a repository of this test.
  private void installModules() throws IOException {
    install("duetime-parent", ROOT.resolve("pom.xml"));
    for (String module : MODULES) {
      Path home = ROOT.resolve(module);
      Path jar = install(module, home.resolve("pom.xml")).resolve(module + "-" + VERSION + ".jar");
      String classes = home.resolve("target/classes").toString();
      int exit =
          ToolProvider.findFirst("jar")
              .orElseThrow()
              .run(
                  System.out, System.err, "--create", "--file", jar.toString(), "-C", classes, ".");
      assertThat(exit).isZero();
    }
  }

  private Path install(String artifact, Path pom) throws IOException {
    Path place = repository.resolve(Path.of("io/duetime", artifact, VERSION));
    Files.createDirectories(place);
    Path copy = place.resolve(artifact + "-" + VERSION + ".pom");
    Files.copy(pom, copy, StandardCopyOption.REPLACE_EXISTING);
    return place;
  }

  // The local repository of this build serves as a remote one, before the usual one.
  private String maven(String goal) throws Exception {
    Path settings = folder.resolve("settings.xml");
    String cache = Path.of(System.getProperty("duetime.maven.cache")).toUri().toString();
    Files.writeString(settings, SETTINGS.replace("CACHE", cache));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("duetime.maven.home"), "bin", "mvn").toString(),
                "-B",
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + repository,
                goal)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
