package io.duetime.redis.internal.script;

import io.duetime.redis.internal.script.Scripts.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scripts that tests of the link run, and where those of the engine are. */
public final class TestScripts {
  private static final String ROOT = "/io/duetime/redis/testlua/";

  static final Path ENGINE = Path.of("../duetime-redis/src/main/resources/io/duetime/redis/lua");

  private TestScripts() {}

  /** The names of all scripts of the engine. */
  public static List<String> namesOfEngine() {
    return names(ENGINE);
  }

  /** The names of the files in a folder. */
  static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".lua"))
          .map(name -> name.substring(0, name.length() - ".lua".length()))
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** One of them, with the store's time. */
  public static Script load(String name) {
    return load(name, Time.STORE);
  }

  static Script load(String name, Time time) {
    return new Scripts(ROOT, time).get(name);
  }
}
