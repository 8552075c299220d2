package io.duetime.embedded.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.commit.OrderGroup.Order;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderGroupTest {
  @TempDir Path folder;

  private final AtomicInteger reloads = new AtomicInteger();

  private final HeapState heap =
      new HeapState() {
        @Override
        public void written() {}

        @Override
        public void reload() {
          reloads.incrementAndGet();
        }
      };

  @Test
  void aQueueThatCannotBeOpenedHasNothingReadAgain() {
    assertThat(reloadsAfter(damagedQueue())).isZero();
  }

  @Test
  void workThatBreaksHasTheHeapReadAgain() {
    assertThat(reloadsAfter(new IllegalStateException("x"))).isEqualTo(1);
  }

  private int reloadsAfter(RuntimeException failure) {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      OrderGroup orders = new OrderGroup(group, heap);
      Order<Boolean> failing =
          new Order<>(
              () -> {
                throw failure;
              },
              false);

      orders.work(failing);
      orders.work(new Order<>(() -> true, false));

      assertThat(failing.failure()).isSameAs(failure);
      return reloads.get();
    }
  }

  private static RuntimeException damagedQueue() {
    return new StoreFailureException(
        ErrorCode.STORE_DAMAGED, "queue q", new UnreadableRecordException("a record ends early"));
  }
}
