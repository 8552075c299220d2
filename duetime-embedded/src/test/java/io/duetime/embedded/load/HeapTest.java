package io.duetime.embedded.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Limits;
import io.duetime.embedded.fixture.ChildJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many jobs wait is bounded by the disk, not by the heap. */
@Tag("full")
class HeapTest {
  private static final int JOBS = Boolean.getBoolean("duetime.long") ? 500_000 : 100_000;
  private static final int HEAP_MIB = 64;

  @TempDir Path folder;

  @Test
  void moreJobsWaitThanTheHeapHolds() {
    assertThat((long) JOBS * HeapChild.PAYLOAD).isGreaterThan(HEAP_MIB << 20);
    try (ChildJvm child =
        ChildJvm.start(HeapChild.class, HEAP_MIB, folder.toString(), Integer.toString(JOBS))) {
      assertThat(child.line()).isEqualTo("scheduled " + JOBS);
      assertThat(child.line()).isEqualTo("reopened " + JOBS);
      assertThat(child.line()).isEqualTo("ran " + JOBS);
      assertThat(child.end()).isZero();
    }
  }

  @Test
  void pagesThatAreAskedForAtOnceNeedNotFitIntoTheHeap() {
    assertThat(PagesChild.CALLS * Limits.MAX_PAGE_BYTES).isGreaterThan(HEAP_MIB << 20);
    try (ChildJvm child = ChildJvm.start(PagesChild.class, HEAP_MIB, folder.toString())) {
      assertThat(child.line()).isEqualTo("listed " + PagesChild.CALLS * PagesChild.JOBS);
      assertThat(child.end()).isZero();
    }
  }
}
