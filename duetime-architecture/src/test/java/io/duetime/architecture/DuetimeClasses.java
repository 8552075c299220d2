package io.duetime.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The compiled classes of all modules, read from their output folders. */
final class DuetimeClasses {
  private static final ImportOption NO_SEEDS =
      location ->
          !(location.contains("/" + BuildModule.ARCHITECTURE.folder + "/")
              && location.contains("/seed/"));

  private static final JavaClasses MAIN = read("target/classes");
  private static final JavaClasses TESTS = read("target/test-classes");

  private DuetimeClasses() {}

  /** Returns what is written under {@code src/main}. */
  static JavaClasses main() {
    return MAIN;
  }

  /** Returns what is written under {@code src/test}, without the seeded violations. */
  static JavaClasses tests() {
    return TESTS;
  }

  static JavaClasses mainOf(BuildModule module) {
    return importFrom(List.of(folder(module, "target/classes")));
  }

  /** Returns just these classes, to show that a rule notices what is wrong with them. */
  static JavaClasses seeds(Class<?>... seeds) {
    return new ClassFileImporter().importClasses(seeds);
  }

  private static JavaClasses read(String output) {
    return importFrom(
        Arrays.stream(BuildModule.values())
            .map(module -> folder(module, output))
            .filter(Files::isDirectory)
            .toList());
  }

  private static JavaClasses importFrom(List<Path> folders) {
    return new ClassFileImporter().withImportOption(NO_SEEDS).importPaths(folders);
  }

  private static Path folder(BuildModule module, String output) {
    return Repository.file(module.folder).resolve(output);
  }
}
