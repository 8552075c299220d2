package io.duetime.cli;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The launcher in a checkout of its own, with programs that write down how they are called. */
@Tag("full")
class LauncherTest {
  /** Tells its arguments; makes an archive of servers and its mark when it is told to train. */
  private static String[] java(String kindOfArchive) {
    return new String[] {
      "for arg in \"$@\"; do",
      "  echo \"[$arg]\"",
      "  case $arg in io.duetime.cli.Trainer) trains=yes ;; esac",
      "done",
      "[ -n \"${trains:-}\" ] || exit 0",
      ": >\"$arg/server." + kindOfArchive + "\"",
      "cp \"$(dirname \"$(readlink -f \"$0\")\")/../release\" \"$arg\""
    };
  }

  private static final Pattern MODULE =
      Pattern.compile("<artifactId>(duetime-(?!parent)[a-z-]+)</artifactId>(?!\\s*<scope>test)");

  @TempDir private Path folder;
  private Path checkout;

  @BeforeEach
  void layOutACheckout() throws IOException {
    checkout = Files.createDirectories(folder.resolve("my checkout"));
    for (String module : modules()) {
      Path sources = Files.createDirectories(checkout.resolve(module + "/src/main"));
      Files.writeString(sources.resolve("A.java"), "");
      Files.writeString(checkout.resolve(module + "/pom.xml"), "");
    }
    Files.writeString(checkout.resolve("pom.xml"), "");
    Files.copy(Path.of("..", "duetime"), checkout.resolve("duetime"));
    checkout.resolve("duetime").toFile().setExecutable(true);
    program(
        "mvn",
        "echo \"$MAVEN_OPTS $@\" >> '" + folder + "/mvn.calls'",
        "mkdir -p '" + checkout + "/duetime-cli/target/lib'",
        "touch '" + checkout + "/duetime-cli/target/lib/a.jar'",
        "touch '" + checkout + "/duetime-cli/target/duetime-cli-1.jar'");
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=25");
    program("java", java("jsa"));
  }

  /** The command, the server, and the modules that they depend on. */
  private static Set<String> modules() throws IOException {
    String server = Files.readString(Path.of("..", "duetime-server", "pom.xml"));
    return MODULE
        .matcher(Files.readString(Path.of("pom.xml")) + server)
        .results()
        .map(match -> match.group(1))
        .collect(toSet());
  }

  @Test
  void theFirstRunBuildsAndSaysSoAndTheSecondDoesNot() throws Exception {
    String first = run(folder, checkout.resolve("duetime"), "put", "q", "a b");
    String second = run(folder, checkout.resolve("duetime"), "put", "q", "a b");

    assertThat(first).startsWith("duetime: building");
    assertThat(second).doesNotContain("building").endsWith("[put]\n[q]\n[a b]\n");
    assertThat(second)
        .contains(
            "["
                + checkout.toRealPath()
                + "/duetime-cli/target/duetime-cli-1.jar:"
                + checkout.toRealPath()
                + "/duetime-cli/target/lib/a.jar]");
    assertThat(Files.readAllLines(folder.resolve("mvn.calls")))
        .singleElement()
        .asString()
        .contains("-Djansi.noreset=true", " -B ", " -Dstyle.color=never ");
  }

  @ParameterizedTest
  @CsvSource({"jsa, SharedArchiveFile", "aot, AOTCache"})
  void aServerStartsFromAnArchiveThatIsMadeOnceForEachJava(String kind, String option)
      throws Exception {
    program("java", java(kind));
    String first = run(folder, checkout.resolve("duetime"), "server");
    String second = run(folder, checkout.resolve("duetime"), "server");
    Files.move(folder.resolve("bin/java"), folder.resolve("bin/java-before"));
    program("java", java(kind));
    Files.setLastModifiedTime(
        folder.resolve("bin/java"), FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
    String updated = run(folder, checkout.resolve("duetime"), "server");

    assertThat(first).contains("duetime: preparing faster starts\n");
    assertThat(second)
        .doesNotContain("preparing")
        .contains(
            "[-XX:"
                + option
                + "="
                + checkout.toRealPath()
                + "/duetime-cli/target/archives/server."
                + kind
                + "]");
    assertThat(updated).contains("duetime: preparing faster starts\n");
  }

  @Test
  void aLinkThatLeadsToAnotherJavaIsNoticed() throws Exception {
    program("java", java("aot"));
    Files.move(folder.resolve("bin"), Files.createDirectories(folder.resolve("25")).resolve("bin"));
    Files.writeString(folder.resolve("25/release"), "JAVA_VERSION=25");
    program("java", java("jsa"));
    Files.createDirectories(folder.resolve("17"));
    Files.move(
        folder.resolve("bin/java"),
        Files.createDirectories(folder.resolve("17/bin")).resolve("java"));
    Files.writeString(folder.resolve("17/release"), "JAVA_VERSION=17");
    Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("25/bin/java"));
    String before = run(folder, checkout.resolve("duetime"), "server");
    Files.delete(folder.resolve("bin/java"));
    Files.createSymbolicLink(folder.resolve("bin/java"), folder.resolve("17/bin/java"));

    String after = run(folder, checkout.resolve("duetime"), "server");

    assertThat(before).contains("AOTCache");
    assertThat(after).contains("preparing", "SharedArchiveFile").doesNotContain("AOTCache");
  }

  @Test
  void withoutAnArchiveEverythingWorksTheSame() throws Exception {
    program("java", "echo \"[$@]\"");

    assertThat(run(folder, checkout.resolve("duetime"), "server"))
        .doesNotContain("SharedArchiveFile")
        .endsWith(".Main server]\n");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aChangedSourceIsBuiltAgain(String module) throws Exception {
    run(folder, checkout.resolve("duetime"));
    Files.setLastModifiedTime(
        checkout.resolve(module + "/src/main/A.java"),
        FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));

    assertThat(run(folder, checkout.resolve("duetime"))).startsWith("duetime: building");
  }

  @Test
  void theTestKitIsBuiltForTortureAloneAndOnce() throws Exception {
    String put = run(folder, checkout.resolve("duetime"), "put");
    String first = run(folder, checkout.resolve("duetime"), "torture", "--time", "5s");
    String second = run(folder, checkout.resolve("duetime"), "torture", "--time", "5s");

    assertThat(put).doesNotContain("test kit");
    assertThat(first).startsWith("duetime: building the test kit\n");
    assertThat(second)
        .doesNotContain("building")
        .contains(checkout.toRealPath() + "/duetime-engine-tck/target/classes:")
        .endsWith("Torture]\n[--time]\n[5s]\n");
  }

  @Test
  void itRunsFromAnywhereAndThroughALink() throws Exception {
    Path link = folder.resolve("link to duetime");
    Files.createSymbolicLink(link, Path.of("my checkout", "duetime"));

    assertThat(run(Path.of("/"), link, "queues")).endsWith("[queues]\n");
  }

  @Test
  void aBuildThatFailsEndsInOneLineAndIsTriedAgain() throws Exception {
    program("mvn", "echo broken >&2", "exit 1");

    assertThat(run(folder, checkout.resolve("duetime")))
        .endsWith("broken\nduetime: the build failed\n(exit 1)\n");
    assertThat(run(folder, checkout.resolve("duetime"))).contains("building");
  }

  private void program(String name, String... lines) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.writeString(bin.resolve(name), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    bin.resolve(name).toFile().setExecutable(true);
  }

  private String run(Path from, Path launcher, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(from.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("DUETIME_JAVA_OPTS");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return code == 0 ? said : said + "(exit " + code + ")\n";
  }
}
