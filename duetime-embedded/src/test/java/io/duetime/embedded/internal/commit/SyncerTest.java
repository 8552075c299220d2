package io.duetime.embedded.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.commit.OrderGroup.Order;
import io.duetime.embedded.internal.disk.Disk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncerTest {
  @TempDir Path folder;

  private final List<Order<Boolean>> orders =
      List.of(new Order<>(() -> true, true), new Order<>(() -> true, true));

  @Test
  void allThatWaitAreFailedAfterAFaultThatCannotBeTold() {
    try (Disk disk = Disk.open(folder)) {
      Health health = new Health();
      Syncer syncer = new Syncer(disk, health);
      syncer.add(1, new Breaking(orders.get(0)));
      syncer.add(2, new ArrayList<>(List.of(orders.get(1))));
      syncer.close();

      syncer.run();

      Order<Boolean> late = new Order<>(() -> true, true);
      syncer.add(3, new ArrayList<>(List.of(late)));
      assertThat(orders).allSatisfy(SyncerTest::assertFailed);
      assertFailed(late);
      assertThat(health.failure()).isNotNull();
    }
  }

  private static void assertFailed(Order<?> order) {
    assertThat(order.answer()).isDone();
    Throwable why =
        catchThrowableOfType(CompletionException.class, () -> order.answer().join()).getCause();
    assertThat(why)
        .isInstanceOfSatisfying(
            StoreFailureException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_FAILED));
  }

  /** Answering these fails for lack of memory, and so does telling of that. */
  private static final class Breaking extends ArrayList<Order<?>> {
    private static final long serialVersionUID = 1L;

    Breaking(Order<?> order) {
      super(List.of(order));
    }

    @Override
    public void forEach(Consumer<? super Order<?>> action) {
      throw new OutOfMemoryError() {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
          throw new OutOfMemoryError("a second one");
        }
      };
    }
  }
}
