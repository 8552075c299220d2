package io.duetime.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults are made here, as the superuser may read every file. */
class UnreadableFileTest {
  @TempDir private Path folder;

  @Test
  void aFileThatTheUserMayNotReadIsSaidToExist() throws IOException {
    Path file = Files.createFile(folder.resolve("key"));

    assertThat(message(file, new AccessDeniedException(file.toString())))
        .contains("allowed: a PEM file that can be read; it exists, but the user ")
        .contains(System.getProperty("user.name") + " cannot read it");
  }

  @Test
  void aFolderThatTheUserMayNotEnterIsNamedAsTheCause() {
    Path file = folder.resolve("hidden");

    assertThat(message(file, new AccessDeniedException(file.toString())))
        .contains("cannot look into its folder");
  }

  @Test
  void absenceAndFoldersAreNamedToo() {
    Path file = folder.resolve("none");

    assertThat(message(file, new NoSuchFileException(file.toString())))
        .contains("; there is no such file");
    assertThat(message(folder, new IOException("Is a directory"))).contains("; it is a folder");
  }

  private static String message(Path file, IOException fault) {
    return UnreadableFile.of("tls-key", file, "a PEM file", fault).getMessage();
  }
}
