package quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.spi.ToolProvider;

/** A project of a user, which Maven builds with the modules of this build. */
final class UserProject {
  /** The version of the modules. */
  static final String VERSION = "0.1.0-SNAPSHOT";

  private static final Path ROOT = Path.of("..", "..");

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

  private final Path settings;
  private final Path folder;
  private final Path repository;

  /** An empty project in a folder, which may use some modules. */
  UserProject(Path folder, List<String> modules) throws IOException {
    this.settings = folder.resolve("settings.xml");
    this.folder = folder.resolve("project");
    this.repository = folder.resolve("repository");
    install("duetime-parent", ROOT.resolve("pom.xml"));
    for (String module : modules) {
      installModule(module);
    }
  }

  void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  // As "mvn install" does, but into a repository of this test.
  private void installModule(String module) throws IOException {
    Path home = ROOT.resolve(module);
    Path jar = install(module, home.resolve("pom.xml")).resolve(module + "-" + VERSION + ".jar");
    // A module may have none.
    String classes = Files.createDirectories(home.resolve("target/classes")).toString();
    int exit =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes, ".");
    assertThat(exit).isZero();
  }

  private Path install(String artifact, Path pom) throws IOException {
    Path place = repository.resolve(Path.of("io/duetime", artifact, VERSION));
    Files.createDirectories(place);
    Path copy = place.resolve(artifact + "-" + VERSION + ".pom");
    Files.copy(pom, copy, StandardCopyOption.REPLACE_EXISTING);
    return place;
  }

  /** Runs a goal, which has to succeed, and returns what Maven printed. */
  // The local repository of this build serves as a remote one, before the usual one.
  String maven(String goal) throws Exception {
    String cache = Path.of(System.getProperty("duetime.maven.cache")).toUri().toString();
    Files.writeString(settings, SETTINGS.replace("CACHE", cache));
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("duetime.maven.home"), "bin", "mvn").toString(),
                "-B",
                "-T2",
                "-DargLine=-XX:TieredStopAtLevel=1",
                "-gs",
                settings.toString(),
                "-Dmaven.repo.local=" + repository,
                goal)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
