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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModulesTest {
  private static final String EXAMPLES = "examples/";
  private static final Pattern INTERNAL =
      Pattern.compile("io\\.duetime\\.(\\w+\\.)*internal\\b[\\w.]*");

  @Test
  void everyModuleWithJavaInItIsKnownToTheRules() throws IOException {
    List<String> known = Arrays.stream(BuildModule.values()).map(m -> m.folder).toList();

    assertThat(Repository.moduleFolders())
        .filteredOn(folder -> holdsJava(Repository.file(folder)))
        .filteredOn(folder -> !folder.startsWith(EXAMPLES))
        .isSubsetOf(known);
  }

  @Test
  void whatIsInternalIsUsedByItsModuleAlone() throws IOException, InterruptedException {
    for (String name : Repository.trackedFiles()) {
      if (name.endsWith(".java") && !name.startsWith(BuildModule.ARCHITECTURE.folder)) {
        assertThat(strangeInternals(name, Repository.read(name))).as(name).isEmpty();
      }
    }
  }

  @Test
  void theUseOfInternalsOfOthersIsNoticed() {
    String source = "import io.duetime.embedded.internal.disk.Disk;";

    assertThat(strangeInternals("duetime-embedded/src/A.java", source)).isEmpty();
    assertThat(strangeInternals("duetime-server/src/A.java", source)).hasSize(1);
    assertThat(strangeInternals("examples/A.java", source)).hasSize(1);
    assertThat(strangeInternals("examples/A.java", "import io.duetime.Duetime;")).isEmpty();
  }

  private static List<String> strangeInternals(String file, String source) {
    return INTERNAL
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .filter(name ->
            BuildModule.ofPackage(name)
                .filter(module -> file.startsWith(module.folder + "/"))
                .isEmpty())
        .toList();
  }

  /** An example is a user's program: it is free in its shape, and has what users have. */
  @Test
  void examplesUseWhatIsPromised() throws IOException, InterruptedException {
    for (String name : Repository.trackedFiles()) {
      if (name.startsWith(EXAMPLES) && name.endsWith(".java")) {
        assertThat(Repository.read(name).lines())
            .as(name)
            .noneMatch(line -> SurfaceRules.SHARED.stream().anyMatch(line::contains));
      }
    }
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
