package io.duetime.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new folder that is removed with all that is in it. */
public record Scratch(Path path) implements AutoCloseable {
  /** Makes one within another folder. */
  public static Scratch in(Path parent) {
    try {
      return new Scratch(Files.createTempDirectory(parent.toAbsolutePath(), "duetime-bench-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URI of an embedded store within. */
  public String storeUri() {
    return "embedded:" + path.resolve("store");
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A task in a JVM of its own, which tells its results in lines and is ended as by a crash. */
  public static final class Child implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    /** Runs the main method of a class with the class path of this JVM. */
    public Child(String heap, Class<?> main, Object... arguments) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError"));
      command.addAll(List.of("-XX:+UseSerialGC", "-Xmx" + heap));
      command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
      command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=off");
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
      Stream.of(arguments).map(Object::toString).forEach(command::add);
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      lines = process.inputReader();
    }

    /** Returns the next line; fails if the process ends before. */
    public String nextLine() throws IOException {
      String line = lines.readLine();
      if (line == null) {
        throw new IOException("the process has ended");
      }
      return line;
    }

    /** Kills it with -9. */
    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
