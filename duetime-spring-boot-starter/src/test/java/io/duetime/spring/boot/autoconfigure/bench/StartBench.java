package io.duetime.spring.boot.autoconfigure.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.RedisProcess;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The time from the start of a JVM until its application is ready, with and without the starter;
 * also the processor time and the loaded classes until then, which other programs disturb less.
 */
class StartBench {
  private static final int ROUNDS = 11;

  @TempDir Path folder;

  private int starts;

  @Test
  void embedded() throws Exception {
    Predicate<String> noRedis =
        jar -> isOfUsers(jar) && !jar.matches(".*/(lettuce|spring-data|.*redis).*");
    compare(
        "without",
        () -> start(noRedis.and(StartBench::isOthers), BareApplication.class),
        "with the embedded store",
        () ->
            start(
                noRedis,
                StarterApplication.class,
                "--duetime.store=embedded:" + folder.resolve("store-" + starts++)));
  }

  @Test
  void redis() throws Exception {
    String url = "--spring.data.redis.url=" + RedisProcess.shared().uri();
    compare(
        "spring-data-redis, connected",
        () -> start(StartBench::isOthers, BareApplication.class, url, "--ping=true"),
        "with the store on it",
        () -> start(StartBench::isOfUsers, StarterApplication.class, url, "--duetime.store=redis"));
  }

  private static void compare(
      String first, Callable<double[]> one, String second, Callable<double[]> other)
      throws Exception {
    List<Rounds> figures =
        Stream.of("ms until ready", "ms of processor time until then", "classes loaded until then")
            .map(unit -> new Rounds(first, second, unit))
            .toList();
    for (int round = -1; round < ROUNDS; round++) {
      boolean swapped = round % 2 != 0;
      double[] later = swapped ? other.call() : null;
      double[] a = one.call();
      double[] b = later == null ? other.call() : later;
      for (int i = 0; i < figures.size() && round >= 0; i++) {
        figures.get(i).add(a[i], b[i]);
      }
    }
    figures.forEach(Rounds::print);
  }

  /** Not the server, which these tests also start, and which sets the log up for itself. */
  private static boolean isOfUsers(String jar) {
    return !jar.matches(
            ".*/(duetime-(server|client|kafka|rabbitmq|webhook)|netty-codec-http|vertx).*")
        || isThisProgram(jar);
  }

  private static boolean isOthers(String jar) {
    return isThisProgram(jar) || (isOfUsers(jar) && !jar.matches(".*(/duetime-|rocksdb).*"));
  }

  private static boolean isThisProgram(String jar) {
    return jar.endsWith("-starter/target/test-classes");
  }

  private static double[] start(Predicate<String> jars, Class<?> application, String... arguments)
      throws Exception {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String path =
        Arrays.stream(all.split(File.pathSeparator))
            .filter(jars)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                path,
                application.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (Stream<String> lines = process.inputReader().lines()) {
      List<String> log = lines.toList();
      assertThat(process.waitFor()).as(String.join("\n", log)).isZero();
      return log.stream()
          .filter(line -> line.startsWith("ready "))
          .map(line ->
              Arrays.stream(line.substring("ready ".length()).split(" ", -1))
                  .mapToDouble(Double::parseDouble)
                  .toArray())
          .findFirst()
          .orElseThrow(() -> new AssertionError(String.join("\n", log)));
    }
  }
}
