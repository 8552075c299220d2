package io.duetime.server.task;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.Selection;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.wire.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, lists, cancels and resumes tasks. Several servers may do so for the same store: a task is
 * leased to one of them, and every change names the version that it replaces. Thread safe.
 */
public final class TaskKeeper {
  /** The most tasks that have not ended. */
  public static final int MAX_UNFINISHED = 100;

  /** The most ended tasks that are kept. */
  public static final int MAX_ENDED = 100;

  private static final Logger LOG = LoggerFactory.getLogger(TaskKeeper.class);

  /** The collection of the documents; the name of a document is the id of its task. */
  static final String COLLECTION = "tasks";

  /** How long a task stays with a server from which nothing is heard. */
  static final long LEASE_MILLIS = 15_000;

  private static final int AT_ONCE = 2;
  private static final long NO_PLACE_MILLIS = 1_000;
  private static final long KEPT_MILLIS = Duration.ofDays(7).toMillis();

  private final Engine engine;
  private final StoredDocuments<Task> store;
  private final IdKeeper idKeeper;
  private final TaskStepper stepper;
  private final Supplier<String> ids;
  private final String owner;
  // Has something done after some milliseconds.
  private final ObjLongConsumer<Runnable> timer;
  // The tasks that this server runs, and whether they are slow; guarded by itself.
  private final Map<String, Boolean> running = new HashMap<>();
  // The tasks that have a timer here.
  private final Set<String> paused = ConcurrentHashMap.newKeySet();
  private volatile long unfinished;
  private volatile boolean stopping;
  private volatile boolean isBlind;

  /**
   * Gives tasks ids from {@code ids}, which sort by time.
   *
   * @param timer has something done after some milliseconds
   */
  public TaskKeeper(
      Engine engine, TaskStepper stepper, Supplier<String> ids, ObjLongConsumer<Runnable> timer) {
    this.engine = engine;
    this.store =
        new StoredDocuments<>(
            engine,
            COLLECTION,
            Task::id,
            document -> TaskJson.read(document.name(), document.content()),
            TaskJson::stored);
    this.idKeeper = new IdKeeper(engine);
    this.ids = ids;
    this.owner = UUID.randomUUID().toString();
    this.stepper = stepper;
    this.timer = timer;
  }

  /**
   * Stores a task, and starts it if this server has room for it.
   *
   * @throws RetryableException if {@value #MAX_UNFINISHED} tasks have not ended yet
   */
  public CompletionStage<Task> start(TaskWork work, TaskProgress progress) {
    return store
        .all()
        .thenCombine(
            engine.nowMillis(),
            (all, now) -> {
              if (countUnfinished(all) >= MAX_UNFINISHED) {
                throw full();
              }
              String id = ids.get();
              return Task.begun(id, resolved(work, id, now), progress, now);
            })
        .thenCompose(idKeeper::stored)
        .thenCompose(task -> store.put(task, Document.ABSENT))
        .thenApply(stored -> stored.orElseThrow(TaskKeeper::full))
        .thenApply(stored -> {
          takeOver();
          return stored.value();
        });
  }

  private static long countUnfinished(List<Stored<Task>> all) {
    return all.stream().filter(one -> !one.value().life().state().isEnded()).count();
  }

  /** How many tasks of the store had not ended when this server last looked. */
  public long unfinished() {
    return unfinished;
  }

  private static RetryableException full() {
    return new RetryableException(
        ErrorCode.QUOTA_EXCEEDED, MAX_UNFINISHED + " tasks have not ended yet; retry later");
  }

  // A delay counts from the request, not from the first change. A shift, and a redrive in parts, is
  // named after its task. Such a redrive leaves alone what dies from now on.
  private static TaskWork resolved(TaskWork work, String id, long now) {
    if (work.change() instanceof BulkChange.Shift shift) {
      return work.with(new BulkChange.Shift(id, shift.byMillis(), shift.spreadMillis(), now));
    }
    if (!work.parts().equals(RedriveParts.NONE)) {
      Selection dead = work.selection();
      long to = Math.max(dead.fromMillis(), Math.min(dead.toMillis(), now + 1));
      return work.inParts(id).with(dead.between(dead.fromMillis(), to), null);
    }
    return work.change() instanceof BulkChange.Move move
        ? work.with(new BulkChange.Move(DueTime.at(move.due().resolve(now))))
        : work;
  }

  /**
   * Starts a task that takes a shift back. It goes through the jobs that the shift may have moved.
   *
   * @param shift the task of a shift that has ended
   */
  public CompletionStage<Task> undo(Task shift) {
    return idKeeper.whole(shift.work().undo()).thenCompose(work -> start(work, TaskProgress.NONE));
  }

  /** Finds a task; empty if there never was one with this id, or it is not kept any more. */
  public CompletionStage<Optional<Task>> find(String id) {
    return store.find(id).thenApply(found -> found.map(Stored::value));
  }

  /** Lists all tasks, the newest first. */
  public CompletionStage<List<Task>> list() {
    return store
        .all()
        .thenApply(all ->
            all.stream()
                .map(Stored::value)
                .sorted(Comparator.comparing(Task::id).reversed())
                .toList());
  }

  /** Lists all tasks with their versions, the oldest first. */
  public CompletionStage<List<Stored<Task>>> stored() {
    return store.all();
  }

  /**
   * Cancels a task. One that runs stops after its current step; one that has ended stays as it is.
   */
  public CompletionStage<Optional<Task>> cancel(String id) {
    return engine.nowMillis().thenCompose(now -> store.change(id, task -> cancelled(task, now)));
  }

  private static Task cancelled(Task task, long now) {
    if (task.life().state().isEnded() || task.life().cancelRequested()) {
      return task;
    }
    return task.isFree(now) ? task.ended(Task.State.CANCELLED, null, now) : task.toBeCancelled();
  }

  /**
   * Starts waiting tasks, resumes those whose server is not heard of, and forgets those that ended
   * long ago. To be repeated every few seconds.
   *
   * @return completes when the tasks that this call has started have ended; false if it failed
   */
  public CompletionStage<Boolean> takeOver() {
    return store
        .all()
        .thenCombine(
            engine.nowMillis(),
            (all, now) -> {
              unfinished = countUnfinished(all);
              return Stages.inTurn(forgettable(all, now), this::forget)
                  .thenCompose(forgotten -> startFree(all, now));
            })
        .thenCompose(stage -> stage)
        .handle((started, failure) -> {
          if (failure != null && !isBlind) {
            LOG.warn(
                "Could not look for tasks, looking again every few seconds: {}",
                Stages.cause(failure).getMessage());
          }
          isBlind = failure != null;
          return failure == null;
        });
  }

  // Its counts would stay for ever without it: where they could not be removed, the next look
  // repeats that.
  private CompletionStage<?> forget(Stored<Task> ended) {
    Task task = ended.value();
    return idKeeper
        .delete(task.work().ids())
        .thenCompose(ids -> stepper.forget(task.work()))
        .thenCompose(isDone ->
            isDone
                ? store.delete(task.id(), ended.version()).thenApply(result -> true)
                : Stages.done(false));
  }

  private CompletionStage<List<Boolean>> startFree(List<Stored<Task>> all, long now) {
    List<CompletionStage<Boolean>> started = new ArrayList<>();
    for (Stored<Task> stored : all) {
      if (!stopping && stored.value().isFree(now) && reserve(stored.value())) {
        started.add(start(stored, now));
      }
    }
    return Stages.together(started);
  }

  private CompletionStage<Boolean> start(Stored<Task> stored, long now) {
    Task mine = stored.value().leased(new Task.Lease(owner, now + LEASE_MILLIS));
    return runReserved(mine, () -> store.put(mine, stored.version()).thenCompose(this::continued));
  }

  /** Continues a task that has waited here, unless it has ended or another server runs it. */
  private CompletionStage<Boolean> resume(Task task) {
    paused.remove(task.id());
    return reserve(task)
        ? runReserved(task, () -> store.find(task.id()).thenCompose(this::continued))
        : resumeAfter(task, NO_PLACE_MILLIS);
  }

  private CompletionStage<Boolean> resumeAfter(Task task, long millis) {
    if (paused.add(task.id())) {
      timer.accept(() -> resume(task), millis);
    }
    return Stages.done(false);
  }

  private CompletionStage<Boolean> runReserved(Task task, Supplier<CompletionStage<Boolean>> run) {
    return Stages.call(run)
        .handle((done, failure) -> {
          free(task.id());
          if (failure == null && done) {
            takeOver();
          } else if (failure != null) {
            LOG.warn(
                "Task {} is interrupted and will be resumed: {}",
                task.id(),
                Stages.cause(failure).getMessage());
          }
          return failure == null;
        });
  }

  /**
   * Runs a task that this server has leased, step by step. Each step renews the lease. Completes
   * with whether the task has ended here: it may be taken over, or the server may stop.
   */
  private CompletionStage<Boolean> run(Stored<Task> stored) {
    if (stopping) {
      return store.put(stored.value().released(), stored.version()).thenApply(put -> false);
    }
    if (stored.value().life().cancelRequested()) {
      return end(stored, Task.State.CANCELLED, null);
    }
    return idKeeper
        .whole(stored.value().work())
        .thenCompose(work -> step(new Stored<>(stored.value().with(work), stored.version())))
        .handle((next, failure) ->
            failure == null ? afterStep(next) : giveUp(stored, Stages.cause(failure)))
        .thenCompose(stage -> stage);
  }

  // A task that only waits takes part again later, so that neither a place nor a chain of stages is
  // kept for it.
  private CompletionStage<Boolean> afterStep(Optional<Stored<Task>> next) {
    Task task = next.map(Stored::value).orElse(null);
    if (task == null || !task.isOf(owner) || task.pauseMillis() == 0) {
      return continued(next);
    }
    return resumeAfter(task, task.pauseMillis());
  }

  private CompletionStage<Optional<Stored<Task>>> step(Stored<Task> stored) {
    return stepper
        .step(stored.value().work(), stored.value().progress())
        .thenCompose(
            progress -> engine.nowMillis().thenCompose(now -> saved(stored, progress, now)));
  }

  private CompletionStage<Boolean> continued(Optional<Stored<Task>> next) {
    return next.isPresent() && next.get().value().isOf(owner) ? run(next.get()) : Stages.done(true);
  }

  private CompletionStage<Optional<Stored<Task>>> saved(
      Stored<Task> stored, TaskProgress progress, long now) {
    Task next =
        stored
            .value()
            .at(progress)
            .leased(new Task.Lease(owner, now + LEASE_MILLIS))
            .endedIfComplete(now);
    return store
        .put(next, stored.version())
        .thenCompose(saved -> saved.isPresent() ? Stages.done(saved) : changedMeanwhile(next, now));
  }

  /** Another server has asked to cancel the task, or has taken it over. */
  private CompletionStage<Optional<Stored<Task>>> changedMeanwhile(Task mine, long now) {
    return store
        .find(mine.id())
        .thenCompose(found -> {
          Stored<Task> other = found.orElse(null);
          if (other == null || !other.value().isOf(owner)) {
            return Stages.done(Optional.empty());
          }
          Task next = other.value().at(mine.progress());
          boolean hasEnded = mine.life().state().isEnded();
          Task.State how = hasEnded ? mine.life().state() : Task.State.CANCELLED;
          return store.put(next.ended(how, mine.life().error(), now), other.version());
        });
  }

  /** A step that the store refuses fails the task; otherwise a server resumes it later. */
  private CompletionStage<Boolean> giveUp(Stored<Task> stored, Throwable failure) {
    boolean isRefused =
        failure instanceof InvalidRequestException || failure instanceof StoreFailureException;
    if (!isRefused) {
      throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
    return end(stored, Task.State.FAILED, Problem.of((DuetimeException) failure));
  }

  private CompletionStage<Boolean> end(Stored<Task> stored, Task.State how, @Nullable Problem why) {
    return engine
        .nowMillis()
        .thenCompose(now -> store.put(stored.value().ended(how, why, now), stored.version()))
        .thenApply(put -> true);
  }

  private boolean reserve(Task task) {
    boolean isSlow = task.work().isInParts() && task.work().parts().isSlow(task.progress());
    synchronized (running) {
      boolean hasPlace =
          isSlow || running.values().stream().filter(slow -> !slow).count() < AT_ONCE;
      return hasPlace && running.putIfAbsent(task.id(), isSlow) == null;
    }
  }

  private void free(String id) {
    synchronized (running) {
      running.remove(id);
    }
  }

  private static List<Stored<Task>> forgettable(List<Stored<Task>> all, long now) {
    List<Stored<Task>> ended =
        all.stream()
            .filter(one -> one.value().life().state().isEnded())
            .sorted(Comparator.comparingLong(one -> one.value().life().endedAtMillis()))
            .toList();
    int surplus = Math.max(0, ended.size() - MAX_ENDED);
    List<Stored<Task>> forgettable = new ArrayList<>(ended.subList(0, surplus));
    ended.stream()
        .skip(surplus)
        .filter(one -> one.value().life().endedAtMillis() + KEPT_MILLIS <= now)
        .forEach(forgettable::add);
    return forgettable;
  }

  /** Stops the tasks that run here after their current step, for other servers to resume. */
  public void stopping() {
    stopping = true;
  }
}
