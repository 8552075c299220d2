package io.duetime.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts the Java files of each package of a source folder. */
final class PackageSizes {
  static final int MOST_FILES = 25;

  /** The packages that users and engine authors call: they are read as one vocabulary. */
  private static final Set<String> EXEMPT = Set.of("io.duetime", "io.duetime.engine");

  private PackageSizes() {}

  /** Returns a line for each package with too many files, for main and test sources alike. */
  static List<String> tooLarge(Path module) throws IOException {
    List<String> problems = new ArrayList<>();
    for (String sources : List.of("src/main/java", "src/test/java")) {
      filesByPackage(module.resolve(sources))
          .forEach((name, files) -> {
            if (files > MOST_FILES && !EXEMPT.contains(name)) {
              problems.add(
                  name + " has " + files + " files in " + module.getFileName() + "/" + sources);
            }
          });
    }
    return problems;
  }

  private static Map<String, Long> filesByPackage(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return Map.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
          .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }
  }
}
