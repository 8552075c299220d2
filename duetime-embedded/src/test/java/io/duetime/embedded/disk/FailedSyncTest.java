package io.duetime.embedded.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.Calls;
import io.duetime.embedded.fixture.ChildJvm;
import io.duetime.engine.JobView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operating system refuses an fsync: a small library, put between the database and the system,
 * does so as soon as a file appears.
 */
@Tag("full")
class FailedSyncTest {
  private static final String LIBRARY =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdlib.h>
      #include <unistd.h>

      static int fails(void) {
        return access(getenv("FAIL_SYNC_IF"), F_OK) == 0;
      }

      static int through(const char *name, int file) {
        if (fails()) {
          errno = EIO;
          return -1;
        }
        return ((int (*)(int)) dlsym(RTLD_NEXT, name))(file);
      }

      int fsync(int file) { return through("fsync", file); }
      int fdatasync(int file) { return through("fdatasync", file); }
      """;

  @TempDir Path folder;

  @Test
  void afterAFailedSyncTheStoreStopsAndWhatWasAnsweredIsTrue()
      throws IOException, InterruptedException {
    Path library = compiled();
    Path trigger = folder.resolve("trigger");
    List<String> environment = List.of("env", "LD_PRELOAD=" + library, "FAIL_SYNC_IF=" + trigger);
    Path store = folder.resolve("store");

    try (ChildJvm child =
        ChildJvm.startBehind(
            environment, FailedSyncChild.class, 128, store.toString(), trigger.toString())) {
      assertThat(child.line()).isEqualTo("before: CREATED");
      assertThat(child.line()).isEqualTo("synced: STORE_FAILED");
      assertThat(child.line()).isEqualTo("after: STORE_FAILED");
      assertThat(child.line()).isEqualTo("although the disk is well again: STORE_FAILED");
      assertThat(child.line()).isEqualTo("self-check: FAILURE");
      child.kill();
    }
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(store, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system())) {
      assertThat(Calls.answer(engine.find("q", "before"))).map(JobView::id).contains("before");
      assertThat(Calls.answer(engine.find("q", "after"))).isEmpty();
    }
  }

  private Path compiled() throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("failsync.c"), LIBRARY);
    Path library = folder.resolve("failsync.so");
    boolean hasCompiled;
    try {
      hasCompiled =
          new ProcessBuilder(
                      "gcc",
                      "-shared",
                      "-fPIC",
                      "-o",
                      library.toString(),
                      source.toString(),
                      "-ldl")
                  .inheritIO()
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException noSuchCommand) {
      hasCompiled = false;
    }
    assumeTrue(hasCompiled, "no gcc to compile the library that lets fsync fail");
    return library;
  }
}
