package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RepositoryTest {
  private static final Pattern LITERAL_VERSION = Pattern.compile("<version>([^$\\[<]+)</version>");
  private static final Pattern OUR_MODULE =
      Pattern.compile(
          "<groupId>io.duetime</groupId>\\s*<artifactId>(duetime-[a-z0-9-]+)</artifactId>");

  @Test
  void theParentHoldsEveryVersion() throws IOException {
    String ours = projectVersion(Repository.read("duetime-bom/pom.xml"));

    assertThat(literalVersions(Repository.read("pom.xml"))).containsOnly(ours);
    for (String folder : Repository.moduleFolders()) {
      assertThat(literalVersions(Repository.read(folder + "/pom.xml")))
          .as(folder)
          .containsOnly(ours);
    }
  }

  @Test
  void theBomNamesEveryPublishedModule() throws IOException {
    List<String> published = new ArrayList<>();
    for (String folder : Repository.moduleFolders()) {
      String pom = Repository.read(folder + "/pom.xml");
      if (!pom.contains("<packaging>pom</packaging>") && !pom.contains("maven.deploy.skip")) {
        published.add(folder);
      }
    }

    assertThat(modulesNamedIn(Repository.read("duetime-bom/pom.xml")))
        .contains("duetime-core")
        .containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void theSwitchOfTheLongLanesReachesTheTests() {
    assertThat(System.getProperty("duetime.long")).isIn("true", "false");
  }

  @Test
  void temporaryFilesOfTestsAreWithinTheBuildAlsoThoseOfTheProgramsTheyStart() throws Exception {
    assertThat(Path.of(System.getProperty("java.io.tmpdir"))).startsWith(Repository.root());
    assumeTrue(Files.exists(Repository.file(".git")), "not a clone");
    List<String> problems = new ArrayList<>();
    for (String name : Repository.trackedFiles()) {
      Path file = Repository.file(name);
      if (name.matches(".*/src/test/.*\\.java") && Files.isRegularFile(file)) {
        String text = Files.readString(file);
        if (text.contains("\"bin\", " + "\"java\"") && !text.contains("-Djava.io" + ".tmpdir=")) {
          problems.add(name + " starts Java without a folder for temporary files");
        }
      }
    }

    assertThat(problems).isEmpty();
  }

  private static List<String> literalVersions(String pom) {
    return LITERAL_VERSION.matcher(pom).results().map(match -> match.group(1)).toList();
  }

  private static String projectVersion(String pom) {
    return literalVersions(pom).get(0);
  }

  private static List<String> modulesNamedIn(String pom) {
    return OUR_MODULE
        .matcher(pom.substring(pom.indexOf("<dependencies>")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
