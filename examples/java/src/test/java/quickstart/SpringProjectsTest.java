package quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications of users, which Maven builds and tests with the modules of this build on both lines
 * of Spring Boot: one with JPA, Flyway, a user without the right to make tables and a pool without
 * auto-commit, and one in Kotlin with Liquibase.
 */
@Tag("full")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SpringProjectsTest {
  private static final Path PROJECTS = Path.of("src", "test", "projects");
  private static final Path ROOT = Path.of("..", "..");

  private static final String ALL =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId>
        <artifactId>all</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <modules>MODULES</modules>
      </project>
      """;

  private static final String DEPENDENCY =
      "<dependency><groupId>GROUP</groupId><artifactId>ARTIFACT</artifactId></dependency>";

  private enum Boot {
    THREE(
        "-3",
        "spring-boot3.version",
        "duetime-spring-boot3-starter",
        dependency("org.flywaydb", "flyway-core"),
        dependency("org.liquibase", "liquibase-core")
            + dependency("com.fasterxml.jackson.module", "jackson-module-kotlin")),
    FOUR(
        "-4",
        "spring-boot.version",
        "duetime-spring-boot-starter",
        dependency("org.springframework.boot", "spring-boot-starter-flyway"),
        dependency("org.springframework.boot", "spring-boot-starter-liquibase")
            + dependency("tools.jackson.module", "jackson-module-kotlin"));

    private final String suffix;
    private final String property;
    private final String starter;
    private final String flyway;
    private final String liquibase;

    Boot(String suffix, String property, String starter, String flyway, String liquibase) {
      this.suffix = suffix;
      this.property = property;
      this.starter = starter;
      this.flyway = flyway;
      this.liquibase = liquibase;
    }

    /** A file of a project, for this line. */
    String filled(String text, String name) throws IOException {
      return text.replace("BOOT", version(property))
          .replace("NETTY", version("netty.version"))
          .replace("DUETIME", UserProject.VERSION)
          .replace("STARTER", starter)
          .replace("NAME", name)
          .replace("MIGRATION", name.startsWith("jpa") ? flyway : liquibase);
    }
  }

  /** A version of the parent. */
  private static String version(String property) throws IOException {
    Matcher version =
        Pattern.compile("<" + property + ">(.*)</")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  private static String dependency(String group, String artifact) {
    return DEPENDENCY.replace("GROUP", group).replace("ARTIFACT", artifact);
  }

  @TempDir private Path folder;

  @Test
  void theirTestsPass() throws Exception {
    UserProject project =
        new UserProject(
            folder,
            List.of(
                "duetime-core",
                "duetime-embedded",
                "duetime-json",
                "duetime-json-jackson2",
                "duetime-spring",
                "duetime-spring-boot-starter",
                "duetime-spring-boot3-starter",
                "duetime-test",
                "duetime-webhook"));
    List<String> modules = new ArrayList<>();
    for (Boot boot : Boot.values()) {
      for (String kind : List.of("jpa-flyway", "kotlin-liquibase")) {
        String name = kind + boot.suffix;
        copy(PROJECTS.resolve(kind), project, name, boot);
        modules.add("<module>" + name + "</module>");
      }
      project.write(
          "jpa-flyway" + boot.suffix + "/src/main/resources/db/migration/V2__duetime.sql",
          documentedTables());
    }
    project.write("pom.xml", ALL.replace("MODULES", String.join("", modules)));

    String printed = project.maven("test");

    for (int tests : List.of(3, 4)) {
      assertThat(
              printed.split(
                  "Tests run: " + tests + ", Failures: 0, Errors: 0, Skipped: 0, Time", -1))
          .as("OrdersTest in Java and in Kotlin, on two lines of Spring Boot")
          .hasSize(3);
    }
  }

  private static void copy(Path from, UserProject project, String name, Boot boot)
      throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).collect(Collectors.toList());
    }
    for (Path file : files) {
      String written = from.relativize(file).toString().replace("pom-template.xml", "pom.xml");
      project.write(name + "/" + written, boot.filled(Files.readString(file), name));
    }
  }

  /** The statements of the document for H2, and the rights of the application's user. */
  private static String documentedTables() throws IOException {
    Matcher tables =
        Pattern.compile("(?s)```sql\n(.*?)```")
            .matcher(Files.readString(ROOT.resolve("docs/formats/outbox.md")));
    assertThat(tables.find()).isTrue();
    String rights = "grant select, insert, update, delete on %s to app;\n";
    return tables.group(1).replace("bytea", "blob")
        + rights.formatted("duetime_outbox")
        + rights.formatted("duetime_inbox");
  }
}
