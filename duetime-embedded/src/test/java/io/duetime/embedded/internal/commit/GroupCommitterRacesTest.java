package io.duetime.embedded.internal.commit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lincheck runs the inbox of the committer in all orders of the steps of its threads (model
 * checking), and the committer with its disk, whose native code has no such steps, under stress.
 */
class GroupCommitterRacesTest {
  private static final int SOME = 200;
  private static final int MANY = 10_000;

  @TempDir static Path folder;

  private static @Nullable Opened opened;

  private record Opened(Disk disk, WriteGroup group, GroupCommitter committer) {
    static Opened in(Path folder) {
      Disk disk = Disk.open(folder);
      WriteGroup group = new WriteGroup(disk, 64, bytes -> {});
      HeapState heap =
          new HeapState() {
            @Override
            public void written() {}

            @Override
            public void reload() {}
          };
      return new Opened(disk, group, new GroupCommitter(disk, group, heap, Thread::new));
    }
  }

  private static Opened opened() {
    return Objects.requireNonNull(opened);
  }

  @BeforeAll
  static void open() {
    opened = Opened.in(folder);
    opened().committer.start();
  }

  @AfterAll
  static void close() {
    opened().committer.close();
    opened().group.close();
    opened().disk.close();
  }

  /** What the test needs of an inbox. */
  private interface Box {
    void add(Integer thing);

    @Nullable Integer take();

    void close();
  }

  private static final class Sound implements Box {
    private final Inbox<Integer> inbox = new Inbox<>();

    @Override
    public void add(Integer thing) {
      inbox.add(thing);
    }

    @Override
    public @Nullable Integer take() {
      return inbox.take();
    }

    @Override
    public void close() {
      inbox.close();
    }
  }

  /** Looks for things before it says that it sleeps, and not again. */
  private static final class Forgetful implements Box {
    private final ConcurrentLinkedQueue<Integer> things = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread sleeper;
    private volatile boolean closed;

    @Override
    public void add(Integer thing) {
      things.add(thing);
      wake();
    }

    @Override
    public @Nullable Integer take() {
      Integer thing = things.poll();
      if (thing == null && !closed) {
        sleeper = Thread.currentThread();
        LockSupport.park(this);
        sleeper = null;
        thing = things.poll();
      }
      return thing;
    }

    @Override
    public void close() {
      closed = true;
      wake();
    }

    private void wake() {
      Thread sleeping = sleeper;
      if (sleeping != null) {
        LockSupport.unpark(sleeping);
      }
    }
  }

  private static void aThingAndTheEnd(Box box) {
    int[] sum = {0};
    Thread taker =
        new Thread(() -> {
          for (Integer next = box.take(); next != null; next = box.take()) {
            sum[0] += next;
          }
        });
    taker.start();
    box.add(3);
    box.close();
    try {
      taker.join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    if (sum[0] != 3) {
      throw new AssertionError("taken: " + sum[0]);
    }
  }

  @Test
  void anInboxLosesNothingAndWakesItsThread() {
    Lincheck.runConcurrentTest(SOME, () -> aThingAndTheEnd(new Sound()));
  }

  @Test
  @Tag("full")
  void anInboxLosesNothingAndWakesItsThreadInManyOrders() {
    Lincheck.runConcurrentTest(MANY / 10, () -> aThingAndTheEnd(new Sound()));
  }

  @Test
  void anInboxThatForgetsToWakeItsThreadIsFound() {
    assertThatThrownBy(
            () -> Lincheck.runConcurrentTest(MANY, () -> aThingAndTheEnd(new Forgetful())))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** Counts by work of a committer. */
  public abstract static class Counting {
    private int count;

    abstract <T> CompletableFuture<T> submit(Supplier<T> work, boolean synced);

    @Operation
    public int add() {
      return submit(this::increment, false).join();
    }

    @Operation
    public int addSynced() {
      return submit(this::increment, true).join();
    }

    private int increment() {
      return ++count;
    }

    @Operation
    public int read() {
      return submit(() -> count, false).join();
    }
  }

  /** By the committer. */
  public static class ByCommitter extends Counting {
    @Override
    <T> CompletableFuture<T> submit(Supplier<T> work, boolean synced) {
      return opened().committer.submit(work, synced);
    }
  }

  /** By whatever thread calls. */
  public static class ByCallers extends Counting {
    @Override
    <T> CompletableFuture<T> submit(Supplier<T> work, boolean synced) {
      return CompletableFuture.completedFuture(work.get());
    }
  }

  private static StressOptions stress(int iterations) {
    return new StressOptions()
        .iterations(iterations)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(0);
  }

  @Test
  void workIsDoneOneAfterTheOther() {
    stress(2).check(ByCommitter.class);
  }

  @Test
  @Tag("full")
  void workIsDoneOneAfterTheOtherManyTimes() {
    stress(30).check(ByCommitter.class);
  }

  @Test
  void workOnTwoThreadsIsFound() {
    var options = new ModelCheckingOptions().iterations(10).invocationsPerIteration(MANY);

    assertThatThrownBy(() -> options.check(ByCallers.class))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
