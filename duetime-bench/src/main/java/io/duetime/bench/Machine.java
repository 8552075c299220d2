package io.duetime.bench;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says where figures were measured, for they mean little elsewhere. */
public final class Machine {
  private Machine() {}

  /** Returns processor, memory, system, JVM and its flags, a line each. */
  public static String describe() {
    Runtime runtime = Runtime.getRuntime();
    return String.join(
        System.lineSeparator(),
        "machine: %s, %d cores".formatted(processor(), runtime.availableProcessors()),
        "system: " + properties("os.name", "os.version", "os.arch"),
        "jvm: " + properties("java.vm.name", "java.vm.version"),
        "heap: at most %,d MiB, %s".formatted(runtime.maxMemory() >> 20, collectors()),
        "flags: " + ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException e) {
      return "unknown processor"; // not Linux
    }
  }

  private static String properties(String... names) {
    return Stream.of(names).map(System::getProperty).collect(Collectors.joining(" "));
  }

  private static String collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(", "));
  }
}
