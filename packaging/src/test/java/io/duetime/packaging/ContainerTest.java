package io.duetime.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The Dockerfile and the compose file, as far as they can be checked without an engine. */
class ContainerTest {
  private static final Path DOCKERFILE = Path.of("docker", "Dockerfile");
  private static final Pattern COPY = Pattern.compile("(?m)^COPY ((?!--from)\\S.*) \\S+$");

  @TempDir private Path folder;

  @Test
  void everyFileThatTheImageCopiesExists() throws IOException {
    List<String> files =
        COPY.matcher(Files.readString(DOCKERFILE))
            .results()
            .flatMap(found -> Pattern.compile(" ").splitAsStream(found.group(1)))
            .toList();

    assertThat(files)
        .containsExactly(
            "docker/modules.txt", "target/duetime.jar", "duetime", "docker/duetime.yml");
    // The jar is built after this test.
    assertThat(files)
        .filteredOn(file -> !file.equals("target/duetime.jar"))
        .allSatisfy(file -> assertThat(Path.of(file)).exists());
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<outputFile>${project.build.directory}/duetime.jar</outputFile>");
  }

  @Test
  void theImageRunsAsAUserWithoutRights() throws IOException {
    List<String> lines = Files.readAllLines(DOCKERFILE);

    assertThat(lines).contains("USER 10001", "EXPOSE 8420", "STOPSIGNAL SIGTERM");
    assertThat(lines.indexOf("USER 10001"))
        .isLessThan(lines.indexOf("ENTRYPOINT [\"duetime\"]"))
        .isGreaterThan(lines.lastIndexOf("FROM debian:bookworm-slim"));
  }

  @Test
  void theImageHasItsDefaultsInAFile() throws IOException {
    assertThat(Image.environment()).containsOnlyKeys("DUETIME_CONFIG");
    assertThat(Command.output(Image.environment(), "config", "print"))
        .containsPattern("http +0.0.0.0:8420 +docker/duetime.yml")
        .containsPattern("beanstalkd +off +docker/duetime.yml")
        .containsPattern("store +embedded:/var/lib/duetime/jobs +docker/duetime.yml");
  }

  @Test
  void theVariablesOfComposeOverrideTheDefaultsOfTheImage() throws IOException {
    Map<String, String> environment = new HashMap<>(Image.environment());
    duetime()
        .path("environment")
        .forEachEntry((name, value) -> environment.put(name, value.asString()));

    assertThat(Command.output(environment, "config", "print"))
        .containsPattern("http +0.0.0.0:8420 ")
        .containsPattern("beanstalkd +off ")
        .containsPattern("store +redis://redis:6379 +DUETIME_STORE")
        .containsPattern("log-level +INFO +DUETIME_LOG_LEVEL");
  }

  @Test
  void aMountedFileReplacesTheDefaultsOfTheImage() throws IOException {
    Path mounted = folder.resolve("duetime.yml");
    Files.writeString(mounted, "store: 'redis://other'\nhttp: '127.0.0.1:9000'\n");

    assertThat(Command.output(Image.environment(mounted), "config", "print"))
        .containsPattern("store +redis://other ")
        .containsPattern("http +127.0.0.1:9000 ");
  }

  @Test
  void theHealthCheckIsACommandOfTheServer() throws IOException {
    assertThat(Files.readString(DOCKERFILE))
        .contains("CMD [\"duetime\", \"health\", \"--server\", \"http://127.0.0.1:8420\"]");
    assertThat(Command.output(Map.of(), "health", "--server", "http://127.0.0.1:1"))
        .startsWith("duetime: no server at http://127.0.0.1:1");
  }

  @Test
  void composeStartsServerAndRedis() throws IOException {
    JsonNode compose = Yaml.one("compose/compose.yaml");

    assertThat(compose.path("services").propertyNames()).containsExactly("duetime", "redis");
    assertThat(Path.of("compose", duetime().at("/build/context").asString(), "docker/Dockerfile"))
        .exists();
    assertThat(duetime().at("/build/dockerfile").asString()).isEqualTo("docker/Dockerfile");
    assertThat(Yaml.texts(duetime().path("ports"))).containsExactly("127.0.0.1:8420:8420");
    assertThat(duetime().at("/depends_on").propertyNames()).containsExactly("redis");
    assertThat(Yaml.texts(compose.at("/services/redis/command")))
        .containsSubsequence("--appendonly", "yes")
        .containsSubsequence("--maxmemory-policy", "noeviction");
    assertThat(compose.path("volumes").propertyNames()).containsExactly("redis-data");
  }

  private static JsonNode duetime() throws IOException {
    return Yaml.one("compose/compose.yaml").at("/services/duetime");
  }
}
