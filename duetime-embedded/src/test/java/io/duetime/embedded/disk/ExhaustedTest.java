package io.duetime.embedded.disk;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process without file descriptors, or without memory: what was answered is stored. */
@Tag("full")
class ExhaustedTest {
  private static final int DESCRIPTORS = 600;

  /** The leases of the other process have ended by then. */
  private static final Duration LATER = Duration.ofDays(1);

  @TempDir Path folder;

  private ChildJvm child(List<String> before, int heapMiB, String what) {
    return ChildJvm.startBehind(
        before,
        ExhaustedChild.class,
        heapMiB,
        folder.resolve("store").toString(),
        folder.resolve("journal").toString(),
        what);
  }

  private void assertAnsweredIsStored() throws IOException {
    List<String> created = Files.readAllLines(folder.resolve("journal"));
    List<String> claimed = new ArrayList<>();
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(
            folder.resolve("store"),
            EmbeddedOptions.DEFAULT.space(0, 0),
            InstantSource.offset(InstantSource.system(), LATER))) {
      answer(engine.maintain());
      List<ClaimedJob> some;
      do {
        ClaimRequest all = ClaimRequest.of(100, 3_600_000);
        some = answer(engine.claim(ExhaustedChild.QUEUE, all)).jobs();
        for (ClaimedJob job : some) {
          String id = job.lease().id();
          claimed.add(id);
          assertThat(new String(job.body().payload(), StandardCharsets.UTF_8)).startsWith(id);
        }
      } while (!some.isEmpty());
    }
    assertThat(claimed).doesNotHaveDuplicates().containsAll(created);
    assertThat(created).isNotEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void withoutDescriptorsTheStoreStopsAndLosesNothing() throws IOException {
    List<String> few = List.of("sh", "-c", "ulimit -n " + DESCRIPTORS + " && exec \"$@\"", "sh");
    try (ChildJvm child = child(few, 128, "descriptors")) {
      assertThat(child.line()).isEqualTo("before: CREATED");
      assertThat(child.line()).isEqualTo("none left: true");
      assertThat(child.line()).isEqualTo("without: STORE_FAILED");
      assertThat(child.line()).isEqualTo("with them again: STORE_FAILED");
      assertThat(child.end()).isZero();
    }
    assertAnsweredIsStored();
  }

  @Test
  void withoutMemoryEachCallIsAnsweredAndNothingIsLost() throws IOException {
    try (ChildJvm child = child(List.of(), 72, "memory")) {
      assertThat(child.line()).isEqualTo("before: CREATED");
      assertThat(child.line()).isEqualTo("all were answered: true");
      assertThat(child.line()).matches("with memory again: (CREATED|STORE_FAILED)");
      assertThat(child.end()).isZero();
    }
    assertAnsweredIsStored();
  }
}
