package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageSizesTest {
  @TempDir Path module;

  @Test
  void packagesAreSmallEnoughToBeReadAsATableOfContents() throws IOException {
    List<String> problems = new ArrayList<>();
    for (String folder : Repository.moduleFolders()) {
      problems.addAll(PackageSizes.tooLarge(Repository.file(folder)));
    }

    assertThat(problems).isEmpty();
  }

  @Test
  void aPackageWithOneFileTooManyIsNoticed() throws IOException {
    write("src/main/java/io/duetime/full", PackageSizes.MOST_FILES);
    write("src/main/java/io/duetime/crowded", PackageSizes.MOST_FILES + 1);
    write("src/test/java/io/duetime/crowded", PackageSizes.MOST_FILES + 2);

    assertThat(PackageSizes.tooLarge(module))
        .containsExactly(
            "io.duetime.crowded has 26 files in " + module.getFileName() + "/src/main/java",
            "io.duetime.crowded has 27 files in " + module.getFileName() + "/src/test/java");
  }

  @Test
  void thePackagesOfThePublicApiMayBeLarger() throws IOException {
    write("src/main/java/io/duetime", PackageSizes.MOST_FILES + 1);
    write("src/main/java/io/duetime/engine", PackageSizes.MOST_FILES + 1);

    assertThat(PackageSizes.tooLarge(module)).isEmpty();
  }

  private void write(String folder, int files) throws IOException {
    Path path = Files.createDirectories(module.resolve(folder));
    for (int i = 0; i < files; i++) {
      Files.createFile(path.resolve("Type" + i + ".java"));
    }
  }
}
