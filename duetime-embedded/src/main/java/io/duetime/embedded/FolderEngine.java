package io.duetime.embedded;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.embedded.internal.commit.GroupCommitter;
import io.duetime.embedded.internal.commit.HeapState;
import io.duetime.embedded.internal.commit.Tidier;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.folder.FreeSpace;
import io.duetime.embedded.internal.folder.SpaceKeeper;
import io.duetime.embedded.internal.folder.StoreFolder;
import io.duetime.embedded.internal.table.NumberRecords;
import io.duetime.embedded.internal.table.QueueDirectory;
import io.duetime.embedded.internal.table.QueueDirectory.OpenQueue;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.internal.kernel.transfer.CommonEntries;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.local.LocalEngine;
import io.duetime.internal.time.Threads;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The engine on the table of a folder: the kernel's decisions, the committer's thread. */
final class FolderEngine extends LocalEngine implements EmbeddedEngine {
  private static final Capabilities CAPABILITIES =
      new Capabilities("embedded", true, false, false, Durability.FSYNCED);

  private final StoreFolder folder;
  private final Disk disk;
  private final WriteGroup group;
  private final GroupCommitter committer;
  private final OpenQueues queues;
  private volatile NumberRecords numbers;
  private final SpaceKeeper space;
  private final Tidier tidier;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Read by whoever uses the disk on a thread of its own; it is not closed meanwhile. */
  private final ReadWriteLock inUse = new ReentrantReadWriteLock();

  private FolderEngine(
      StoreFolder folder,
      Disk disk,
      SpaceKeeper space,
      EmbeddedOptions options,
      InstantSource clock) {
    super(clock, options.maxPayloadBytes());
    this.folder = folder;
    this.disk = disk;
    this.space = space;
    AtomicLong live = new AtomicLong();
    this.tidier = new Tidier(disk, live::get, Threads.daemons("duetime-tidier"));
    this.group = new WriteGroup(disk, this::written);
    this.queues = new OpenQueues(() -> directory(options.window(), live));
    group.afterWrites(queues::partWritten);
    this.numbers = new NumberRecords(group);
    this.committer =
        new GroupCommitter(disk, group, new OnHeap(), Threads.daemons("duetime-store"));
  }

  private QueueDirectory directory(int window, AtomicLong live) {
    live.set(0);
    return new QueueDirectory(group, window, live);
  }

  private final class OnHeap implements HeapState {
    @Override
    public void written() {
      queues.written();
    }

    @Override
    public void reload() {
      queues.reload();
      numbers = new NumberRecords(group);
    }
  }

  static FolderEngine open(Path path, EmbeddedOptions options, InstantSource clock) {
    ThreadFactory threads = Threads.daemons("duetime-space");
    FreeSpace room = FreeSpace.of(path.toAbsolutePath());
    return open(path, options, clock, room, chore -> threads.newThread(chore).start());
  }

  /** Opens a store and believes another source about the room on the disk. */
  static FolderEngine open(
      Path path, EmbeddedOptions options, InstantSource clock, FreeSpace room, Executor chores) {
    StoreFolder folder = StoreFolder.open(path);
    SpaceKeeper space = new SpaceKeeper(folder.ballast(), room, options.marks(), chores);
    try {
      space.look();
      return open(folder, space, options, clock);
    } catch (RuntimeException failure) {
      space.close();
      folder.close();
      throw failure;
    }
  }

  private static FolderEngine open(
      StoreFolder folder, SpaceKeeper space, EmbeddedOptions options, InstantSource clock) {
    Disk disk = Disk.open(folder.database(), options.diskSize());
    try {
      FolderEngine engine = new FolderEngine(folder, disk, space, options, clock);
      engine.committer.start();
      return engine;
    } catch (RuntimeException failure) {
      disk.close();
      throw failure;
    }
  }

  private void written(long bytes) {
    space.written(bytes);
    tidier.written(bytes);
  }

  @Override
  protected <T> CompletionStage<T> write(String queue, Durability durability, Work<T> work) {
    return committer.submit(
        () -> on(queue, queues.findOrCreate(queue, now()), work), durability.fsynced());
  }

  @Override
  protected <T> CompletionStage<T> read(String queue, T absent, Work<T> work) {
    return committer.submit(() -> onIfThere(queue, absent, work), false);
  }

  @Override
  protected <T> CompletionStage<T> writeIfThere(
      String queue, T absent, Durability durability, Work<T> work) {
    return committer.submit(() -> onIfThere(queue, absent, work), durability.fsynced());
  }

  private <T> T onIfThere(String name, T absent, Work<T> work) {
    OpenQueue queue = queues.find(name, now());
    return queue == null ? absent : on(name, queue, work);
  }

  private <T> T on(String name, OpenQueue queue, Work<T> work) {
    queues.changing(name, queue);
    try {
      return work.on(queue.kernel(), now());
    } finally {
      int setAside = queue.table().takeSetAside();
      if (setAside > 0) {
        queue.kernel().setAside(setAside);
      }
      long earlier = queue.kernel().takeSignal();
      committer.afterwards(() -> signal(name, earlier));
    }
  }

  @Override
  protected Durability.Reached reached(Durability asked) {
    return asked.fsynced() ? Durability.Reached.ON_DISK : Durability.Reached.NOTHING;
  }

  @Override
  protected boolean isClosed() {
    return closed.get();
  }

  @Override
  protected @Nullable RetryableException refusesJobs() {
    return space.refusal();
  }

  @Override
  protected List<String> queuesInNeed(long now) {
    return queues.inNeed(now);
  }

  @Override
  protected long nextUpkeep() {
    return queues.nextUpkeep();
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return committer.submit(queues::names, false);
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return committer.submit(() -> queues.delete(queue), true);
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return committer.submit(() -> numbers.reserve(queue, size), true);
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return answer(() -> numbers.blocks().queueOf(number));
  }

  @Override
  public CompletionStage<OptionalLong> lastNumber() {
    return answer(() -> numbers.blocks().last());
  }

  @Override
  protected CompletionStage<List<StoreEntry>> common() {
    return committer.submit(
        () -> CommonEntries.of(queues.deletedFences(), numbers.blocks()), false);
  }

  @Override
  protected CompletionStage<List<Boolean>> takeCommon(List<StoreEntry> entries) {
    return committer.submit(
        () ->
            entries.stream()
                .map(entry ->
                    CommonEntries.take(
                        entry, queues::raiseDeletedFences, block -> numbers.take(block)))
                .toList(),
        true);
  }

  private <T> CompletionStage<T> answer(Supplier<T> from) {
    return closed.get()
        ? CompletableFuture.failedStage(storeIsClosed())
        : CompletableFuture.completedStage(from.get());
  }

  private static RetryableException storeIsClosed() {
    return new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the store is closed");
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    Finding room = SelfCheck.room(space);
    if (closed.get()) {
      return CompletableFuture.failedStage(storeIsClosed());
    }
    return committer
        .submit(() -> queues.setAside(SelfCheck.MOST_NAMED + 1), false)
        .handle((setAside, unknown) ->
            List.of(
                SelfCheck.writing(folder, committer.failure()),
                room,
                SelfCheck.records(folder, setAside)));
  }

  @Override
  public void backup(Path target) {
    inUse.readLock().lock();
    try {
      if (closed.get()) {
        throw storeIsClosed();
      }
      Backup.make(disk, target);
    } finally {
      inUse.readLock().unlock();
    }
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      committer.close();
      tidier.close();
      inUse.writeLock().lock();
      try {
        group.close();
        disk.close();
        space.close();
        folder.close();
      } finally {
        inUse.writeLock().unlock();
      }
    }
  }
}
