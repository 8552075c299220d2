package io.duetime.test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The extension runs under the oldest JUnit that it supports; these tests run under the newest. */
@Tag("full")
class OldestJUnitTest {
  private static final Path OLDEST = Path.of("target", "oldest-junit.jar").toAbsolutePath();

  @Test
  void theTestsOfTheExtensionPass() throws Exception {
    String printed = run("execute", "--details=tree", "-c", DuetimeExtensionTest.class.getName());

    assertThat(printed)
        .contains("[         2 tests successful      ]", "[         0 tests failed          ]");
  }

  private static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", classPath(), "org.junit.platform.console.ConsoleLauncher"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  /** All but the JUnit of this process. */
  private static String classPath() {
    Stream<String> ours =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !new File(entry).getName().matches("(junit|opentest4j).*"));
    return Stream.concat(Stream.of(OLDEST.toString()), ours)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
