package io.duetime.embedded;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.embedded.fixture.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store writes is for its owner alone, whatever the umask is. */
class PrivateFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void needsPermissions() {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
  }

  @Test
  void aNewFolderAndItsFilesAreForTheirOwnerAlone() throws IOException {
    Path store = folder.resolve("data/store");
    try (EmbeddedEngine engine = open(store)) {
      answer(engine.schedule("q", List.of(Calls.job("a", 0)), Durability.FSYNCED));

      assertThat(permissions(store)).isEqualTo("rwx------");
      assertThat(permissions(store.resolve("db"))).isEqualTo("rwx------");
      for (String file : List.of("format", "lock", "ballast")) {
        assertThat(permissions(store.resolve(file))).as(file).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aDatabaseThatOthersCouldReadIsTakenFromThem() throws IOException {
    open(folder).close();
    Path database = folder.resolve("db");
    Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rwxr-xr-x"));

    open(folder).close();

    assertThat(permissions(database)).isEqualTo("rwx------");
  }

  @Test
  void aBackupIsForItsOwnerAlone() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (EmbeddedEngine engine = open(folder.resolve("store"))) {
      for (Path target : List.of(empty, folder.resolve("fresh"))) {
        engine.backup(target);

        assertThat(permissions(target)).isEqualTo("rwx------");
        assertThat(permissions(target.resolve("db"))).isEqualTo("rwx------");
        assertThat(permissions(target.resolve("format"))).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aBackupGoesNeitherIntoTheStoreNorIntoANameOfTwoLines() throws IOException {
    Path store = folder.resolve("store");
    Path link = Files.createSymbolicLink(folder.resolve("link"), store);
    try (EmbeddedEngine engine = open(store)) {
      for (Path target :
          List.of(store.resolve("backup"), link.resolve("backup"), folder.resolve("two\nlines"))) {
        assertThatThrownBy(() -> engine.backup(target)).isInstanceOf(InvalidRequestException.class);
        assertThat(Files.exists(target)).isFalse();
      }
    }
  }

  @Test
  void aLinkInPlaceOfAFileOfTheStoreIsNotFollowed() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "of another program");
    for (String file : List.of("lock", "format.new", "ballast")) {
      Path store = Files.createDirectory(folder.resolve("store-" + file));
      Files.createSymbolicLink(store.resolve(file), other);

      if (file.equals("lock")) {
        assertThatThrownBy(() -> open(store)).hasMessageContaining("lock");
      } else {
        open(store).close();
      }

      assertThat(Files.readString(other)).isEqualTo("of another program");
    }
  }

  private static EmbeddedEngine open(Path store) {
    EmbeddedOptions options = EmbeddedOptions.DEFAULT.space(0, 1_000);
    return new FolderEngine(
        FolderStore.open(
            store, options, InstantSource.system(), () -> Long.MAX_VALUE, Runnable::run),
        options.maxPayloadBytes());
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
