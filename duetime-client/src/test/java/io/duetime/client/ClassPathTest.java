package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.memory.MemoryEngine;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a program needs in addition to this module: core, Jackson's streaming core and SLF4J. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ClassPathTest {
  @Test
  void aProgramNeedsNoEngineOfItsOwnAndNoServer() throws Exception {
    try (ServedStore server = new ServedStore(new MemoryEngine(InstantSource.system()))) {
      Process program =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                  "-cp",
                  classPath(),
                  OneJob.class.getName(),
                  server.uri())
              .redirectErrorStream(true)
              .start();
      String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(program.waitFor()).as(output).isZero();
    }
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(ClassPathTest::isNeeded)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isNeeded(String entry) {
    String path = entry.replace(File.separatorChar, '/');
    return Stream.of(
                "duetime-client/target/",
                "duetime-core/target/classes",
                "/duetime-core-",
                "/duetime-core/target/duetime-core",
                "duetime-wire/target/classes",
                "/duetime-wire-",
                "/duetime-wire/target/duetime-wire",
                "tools/jackson/core/jackson-core/",
                "/slf4j-api/",
                "/jspecify/")
            .anyMatch(path::contains)
        && !path.contains("rocksdb");
  }
}
