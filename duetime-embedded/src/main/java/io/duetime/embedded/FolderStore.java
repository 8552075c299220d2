package io.duetime.embedded;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.embedded.internal.commit.FileCompactor;
import io.duetime.embedded.internal.commit.GroupCommitter;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.SpaceKeeper;
import io.duetime.embedded.internal.disk.SpaceKeeper.FreeSpace;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.embedded.internal.table.QueueDirectory;
import io.duetime.embedded.internal.table.QueueDirectory.OpenQueue;
import io.duetime.embedded.internal.table.QueueDirectory.SetAside;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.support.Watchers;
import io.duetime.kernel.LocalStore;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.time.Threads;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps jobs in a folder; the committer's thread does all work on queues. */
final class FolderStore implements LocalStore {
  private static final Capabilities CAPABILITIES =
      new Capabilities("embedded", true, false, false, false, Durability.FSYNCED);

  private final InstantSource clock;
  private final Watchers watchers = new Watchers();
  private final StoreFolder folder;
  private final Disk disk;
  private final WriteGroup group;
  private final QueueDirectory queues;
  private final GroupCommitter committer;
  private final SpaceKeeper space;
  private final FileCompactor compactor;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Read-locked by threads other than the committer's that use the disk, which stays open then. */
  private final ReadWriteLock inUse = new ReentrantReadWriteLock();

  private FolderStore(
      StoreFolder folder,
      Disk disk,
      SpaceKeeper space,
      EmbeddedOptions options,
      InstantSource clock) {
    this.clock = clock;
    this.folder = folder;
    this.disk = disk;
    this.space = space;
    AtomicLong live = new AtomicLong();
    FileCompactor tidies = new FileCompactor(disk, live::get, Threads.daemons("duetime-compactor"));
    this.compactor = tidies;
    this.group =
        new WriteGroup(
            disk,
            options.jobsAtOnce(),
            bytes -> {
              space.written(bytes);
              tidies.written(bytes);
            });
    this.queues = new QueueDirectory(group, options.window(), live);
    this.committer = new GroupCommitter(disk, group, queues, Threads.daemons("duetime-store"));
  }

  static FolderStore open(Path path, EmbeddedOptions options, InstantSource clock) {
    ThreadFactory threads = Threads.daemons("duetime-space");
    FreeSpace room = FreeSpace.of(path.toAbsolutePath());
    return open(path, options, clock, room, chore -> threads.newThread(chore).start());
  }

  /** Opens a store and believes another source about the room on the disk. */
  static FolderStore open(
      Path path, EmbeddedOptions options, InstantSource clock, FreeSpace room, Executor chores) {
    StoreFolder folder = StoreFolder.open(path);
    SpaceKeeper space = null;
    Disk disk = null;
    try {
      space = new SpaceKeeper(folder.ballast(), room, options.marks(), chores);
      space.look();
      disk = Disk.open(folder.database(), options.cacheBytes(), options.bufferBytes());
      FolderStore store = new FolderStore(folder, disk, space, options, clock);
      store.committer.start();
      return store;
    } catch (RuntimeException | Error failure) {
      if (disk != null) {
        disk.close();
      }
      if (space != null) {
        space.close();
      }
      folder.close();
      throw failure;
    }
  }

  @Override
  public long now() {
    return clock.millis();
  }

  @Override
  public Watchers watchers() {
    return watchers;
  }

  @Override
  public <T> CompletionStage<T> write(String queue, Durability durability, Work<T> work) {
    return committer.submit(
        () -> on(queue, queues.findOrCreate(queue, now()), work), durability.fsynced());
  }

  @Override
  public <T> CompletionStage<T> writeIfExists(
      String queue, T absent, Durability durability, Work<T> work) {
    return committer.submit(
        () -> {
          OpenQueue found = queues.find(queue, now());
          return found == null ? absent : on(queue, found, work);
        },
        durability.fsynced());
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
      committer.afterwards(() -> watchers.tellEarlier(name, earlier));
      if (queue.kernel().takeCancelRequested()) {
        committer.afterwards(() -> watchers.tellCancelRequested(name));
      }
    }
  }

  @Override
  public Durability.Reached reached(Durability asked) {
    return asked.fsynced() ? Durability.Reached.ON_DISK : Durability.Reached.NOTHING;
  }

  @Override
  public boolean isClosed() {
    return closed.get();
  }

  @Override
  public @Nullable RetryableException refusesJobs() {
    // A store that has stopped takes no job, whatever room there is.
    return committer.failure() == null ? space.refusal() : null;
  }

  @Override
  public List<String> queuesInNeed(long now) {
    return queues.inNeed(now);
  }

  @Override
  public long nextMaintenance() {
    return queues.nextMaintenance();
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return committer.submit(() -> queues.names(), false);
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return committer.submit(() -> queues.delete(queue), true);
  }

  @Override
  public CompletionStage<Boolean> deleteQueueIf(String queue, Predicate<QueueKernel> condition) {
    return committer.submit(
        () -> {
          OpenQueue found = queues.find(queue, now());
          return found != null
              && condition.test(found.kernel())
              && queues.setAside(Integer.MAX_VALUE).stream()
                  .noneMatch(record -> record.queue().equals(queue))
              && queues.delete(queue);
        },
        true);
  }

  @Override
  public <T> CompletionStage<T> storeData(Durability durability, Function<StoreData, T> work) {
    return committer.submit(() -> work.apply(queues.data()), durability.fsynced());
  }

  @Override
  public NumberBlocks numbers() {
    return queues.data().numbers();
  }

  @Override
  public <T> CompletionStage<T> answer(Supplier<T> from) {
    StoreFailureException stopped = committer.failure();
    if (stopped != null) {
      return CompletableFuture.failedStage(stopped);
    }
    return closed.get() ? closedStage() : CompletableFuture.completedStage(from.get());
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    Finding room = FolderFindings.room(space);
    if (closed.get()) {
      return closedStage();
    }
    return committer
        .submit(() -> queues.setAside(FolderFindings.MOST_NAMED + 1), false)
        .handle((setAside, unknown) ->
            List.of(
                FolderFindings.writing(folder, committer.failure()),
                room,
                FolderFindings.records(folder, setAside)));
  }

  /** See {@link EmbeddedEngine#backup}. */
  void backup(Path target) {
    inUse.readLock().lock();
    try {
      if (closed.get()) {
        throw new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the store is closed");
      }
      Backup.make(disk, folder.path(), target);
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
      // If the disk fails, the last minute of the past is lost, as by a crash.
      Stages.onCompletion(committer.submit(queues::savePast, true), (saved, failure) -> {});
      committer.close();
      compactor.close();
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

  /** Looks over an open store. */
  static final class FolderFindings {
    /** How many records that were set aside are told one by one. */
    static final int MOST_NAMED = 20;

    private FolderFindings() {}

    static Finding writing(StoreFolder folder, @Nullable StoreFailureException failure) {
      return failure == null
          ? new Finding("writing", Verdict.OK, "writes reach " + folder.path(), "")
          : new Finding(
              "writing",
              Verdict.FAILURE,
              String.valueOf(failure.getMessage()),
              "remove the cause, such as a failed disk or a full heap; then open the store again");
    }

    static Finding room(SpaceKeeper space) {
      space.look();
      return space.refusal() == null
          ? new Finding("disk space", Verdict.OK, "there is room for new jobs", "")
          : new Finding(
              "disk space",
              Verdict.WARNING,
              "below the low-space mark: new jobs are refused",
              "make room; new jobs are then taken again by themselves");
    }

    /**
     * Tells the records that could not be understood.
     *
     * @param setAside one more than are told where there are more; null when it is not known
     */
    static Finding records(StoreFolder folder, @Nullable List<SetAside> setAside) {
      if (setAside == null) {
        return new Finding("records", Verdict.UNKNOWN, "the store does not answer", "");
      }
      if (setAside.isEmpty()) {
        return new Finding("records", Verdict.OK, "no record had to be set aside", "");
      }
      return new Finding(
          "records",
          Verdict.WARNING,
          "records that cannot be understood were set aside: " + named(setAside),
          "schedule these jobs again if they still matter; their records are kept in "
              + folder.database());
    }

    private static String named(List<SetAside> setAside) {
      String named =
          setAside.stream()
              .limit(MOST_NAMED)
              .map(one -> one.what() + " in queue " + one.queue())
              .collect(Collectors.joining("; "));
      return setAside.size() > MOST_NAMED ? named + "; and more" : named;
    }
  }
}
