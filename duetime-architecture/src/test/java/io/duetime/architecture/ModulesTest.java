package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.duetime.embedded.seed.LeavesItsModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModulesTest {
  private static final String EXAMPLES = "examples/";

  @Test
  void everyModuleWithJavaInItIsKnownToTheRules() throws IOException {
    List<String> known = Arrays.stream(BuildModule.values()).map(m -> m.folder).toList();

    assertThat(Repository.moduleFolders())
        .filteredOn(folder -> holdsJava(Repository.file(folder)))
        .filteredOn(folder -> !folder.startsWith(EXAMPLES))
        .isSubsetOf(known);
  }

  /** An example is a user's program: it is free in its shape, and has what users have. */
  @Test
  void examplesUseNothingInternal() throws IOException, InterruptedException {
    for (String name : Repository.trackedFiles()) {
      if (name.startsWith(EXAMPLES) && name.endsWith(".java")) {
        assertThat(usesInternals(Repository.read(name))).as(name).isFalse();
      }
    }
  }

  @Test
  void theUseOfInternalsIsNoticed() {
    assertThat(usesInternals("import io.duetime.internal.time.Threads;")).isTrue();
    assertThat(usesInternals("import io.duetime.embedded.internal.disk.Disk;")).isTrue();
    assertThat(usesInternals("import io.duetime.Duetime;")).isFalse();
  }

  private static boolean usesInternals(String source) {
    return source
        .lines()
        .anyMatch(line -> line.contains("io.duetime.") && line.contains(".internal."));
  }

  @ParameterizedTest
  @EnumSource
  void theClassesOfAModuleAreReadWhereItHasAny(BuildModule module) {
    boolean hasSources = holdsJava(Repository.file(module.folder).resolve("src/main"));

    assertThat(DuetimeClasses.mainOf(module).isEmpty()).isEqualTo(!hasSources);
  }

  @ParameterizedTest
  @EnumSource
  void theClassesOfAModuleLiveInItsPackage(BuildModule module) {
    assertThat(strangersIn(module, DuetimeClasses.mainOf(module))).isEmpty();
  }

  @Test
  void aClassInThePackageOfAnotherModuleIsNoticed() {
    JavaClasses seeds = DuetimeClasses.seeds(LeavesItsModule.class);

    assertThat(strangersIn(BuildModule.CORE, seeds))
        .containsExactly(LeavesItsModule.class.getName());
    assertThat(strangersIn(BuildModule.EMBEDDED, seeds)).isEmpty();
  }

  private static List<String> strangersIn(BuildModule module, JavaClasses classes) {
    return classes.stream()
        .filter(type -> BuildModule.ofPackage(type.getPackageName()).orElse(null) != module)
        .map(JavaClass::getName)
        .toList();
  }

  private static boolean holdsJava(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.anyMatch(file -> file.toString().endsWith(".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
