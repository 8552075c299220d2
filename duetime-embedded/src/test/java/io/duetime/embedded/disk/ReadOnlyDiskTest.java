package io.duetime.embedded.disk;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a store can be read and not be written, when it is opened or from some moment on. */
@Tag("full")
class ReadOnlyDiskTest {
  private static final String MOST = "2000";

  @TempDir Path folder;

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  @Test
  void aStoreOnAReadOnlyDiskIsNotOpened() throws Exception {
    Path mount = Files.createDirectories(folder.resolve("disk"));
    assumeTrue(succeeds("unshare", "-rm", "true"), "no name space to mount a disk in");
    String script =
        "mount -t tmpfs tmpfs \"$0\" && \"$@\" 1 && mount -o remount,ro \"$0\" && exec \"$@\" 1";
    List<String> behind = List.of("unshare", "-rm", "sh", "-c", script, mount.toString());

    try (ChildJvm child =
        ChildJvm.startBehind(behind, ReadOnlyChild.class, 128, mount.resolve("store").toString())) {
      assertThat(child.line()).isEqualTo("job-0");
      assertThat(child.line()).isEqualTo("all");
      assertThat(child.line())
          .startsWith("STORE_FAILED cannot use the folder " + mount.resolve("store"))
          .containsIgnoringCase("read-only");
      assertThat(child.end()).isZero();
    }
  }

  @Test
  void aStoreWhoseFolderTakesNoMoreFilesStopsAndLosesNothing() throws Exception {
    Path probe = Files.createDirectories(folder.resolve("probe"));
    assumeTrue(succeeds("chattr", "+i", probe.toString()), "no chattr on this disk");
    assertThat(succeeds("chattr", "-i", probe.toString())).isTrue();
    Path store = folder.resolve("store");
    String database = store.resolve("db").toString();

    String line = "";
    int created = 0;
    try (ChildJvm child =
        ChildJvm.start(
            ReadOnlyChild.class, 128, store.toString(), MOST, "chattr +i '" + database + "'")) {
      for (line = child.line(); line.startsWith("job-"); line = child.line()) {
        created++;
      }
    } finally {
      assertThat(succeeds("chattr", "-i", database)).isTrue();
    }

    assertThat(line).startsWith("STORE_FAILED").contains(".log").contains("the store has stopped");
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(store, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system())) {
      for (int i = 0; i < created; i++) {
        assertThat(answer(engine.find("q", "job-" + i))).isPresent();
      }
      assertThat(answer(engine.counts("q")).now().ready()).isBetween((long) created, created + 1L);
    }
  }
}
