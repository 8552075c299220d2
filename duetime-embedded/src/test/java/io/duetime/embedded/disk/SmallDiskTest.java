package io.duetime.embedded.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.embedded.fixture.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is really full: a small one of its own, in a name space that only a child sees. */
@Tag("full")
class SmallDiskTest {
  private static final String DISK = "96m";

  @TempDir Path folder;

  @Test
  void aFullDiskRefusesNewJobsAndLosesNothing() throws IOException, InterruptedException {
    Path mount = Files.createDirectories(folder.resolve("disk"));
    assumeTrue(canMount(mount), "neither root nor a user name space: no small disk to fill");

    try (ChildJvm child =
        ChildJvm.startBehind(inNameSpace(mount), SmallDiskChild.class, 128, mount.toString())) {
      assertThat(child.line()).isEqualTo("others fill the disk: STORE_FULL, the rest goes on");
      assertThat(child.line()).isEqualTo("room again: CREATED");
      assertThat(child.line()).isEqualTo("filled by jobs: STORE_FULL, the rest goes on");
      assertThat(child.line()).isEqualTo("no room at all: STORE_FAILED");
      assertThat(child.line()).isEqualTo("opened again: nothing is missing, CREATED");
      assertThat(child.end()).isZero();
    }
  }

  private static boolean canMount(Path mount) throws InterruptedException {
    List<String> command = new ArrayList<>(inNameSpace(mount));
    command.add("true");
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  private static List<String> inNameSpace(Path mount) {
    String script = "mount -t tmpfs -o size=" + DISK + " tmpfs \"$0\" && exec \"$@\"";
    return List.of("unshare", "-rm", "sh", "-c", script, mount.toString());
  }
}
