package io.duetime.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Durability;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.RetryableException;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskWork;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks of several servers on one store, each step made when the test says so. */
class TaskKeeperTest {
  private static final long START = Instant.parse("2026-11-20T07:00:00Z").toEpochMilli();

  private static final Selection DEAD = Selection.ALL.in(JobState.DEAD);

  private long now = START;
  private final Engine engine = new MemoryEngine(() -> Instant.ofEpochMilli(now));
  private final AtomicInteger ids = new AtomicInteger();
  private final Server first = new Server(engine);
  private final Server second = new Server(engine);

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void aTaskCountsAndThenChanges() {
    schedule(2_500);
    String id = start(first, cancel()).id();

    first.steps(3);
    Task counted = look(second, id);
    first.steps(1);
    Task begun = look(second, id);
    first.steps(10);
    Task done = look(second, id);

    assertThat(counted.progress().phase()).isEqualTo(TaskProgress.Phase.CHANGING);
    assertThat(counted.progress().total()).isEqualTo(2_500);
    assertThat(counted.life().state()).isEqualTo(Task.State.RUNNING);
    assertThat(begun.progress().sum()).isEqualTo(new TaskProgress.Sum(1_000, 1_000, 0, null));
    assertThat(done.life().state()).isEqualTo(Task.State.DONE);
    assertThat(done.progress().sum()).isEqualTo(new TaskProgress.Sum(2_500, 2_500, 0, null));
    assertThat(waiting()).isZero();
  }

  @Test
  void aDryRunOnlyCounts() {
    schedule(1_500);
    TaskWork work = new TaskWork("q", Selection.WAITING, new BulkChange.Cancel(), true);
    String id = start(first, work).id();

    first.steps(10);

    assertThat(look(first, id).life().state()).isEqualTo(Task.State.DONE);
    assertThat(look(first, id).progress().sum().changed()).isEqualTo(1_500);
    assertThat(waiting()).isEqualTo(1_500);
  }

  @Test
  void aTaskWhoseServerDiedIsResumedByAnother() {
    schedule(3_500);
    String id = start(first, cancel()).id();
    first.steps(5);

    second.keeper.takeOver();
    second.steps(10);
    assertThat(look(second, id).life().state()).isEqualTo(Task.State.RUNNING);
    assertThat(second.keeper.unfinished()).isEqualTo(1);
    now += TaskKeeper.LEASE_MILLIS;
    second.keeper.takeOver();
    second.steps(10);

    assertThat(look(second, id).life().state()).isEqualTo(Task.State.DONE);
    // The step that was made, but not stored, is not counted.
    assertThat(look(second, id).progress().sum().changed()).isEqualTo(2_500);
    assertThat(waiting()).isZero();
    assertThat(second.keeper.unfinished()).isZero();
  }

  @Test
  void aShiftWhoseServerDiedMovesEachJobOnceAndIsTakenBack() {
    schedule(3_500);
    Map<String, Long> expected = dueTimes();
    BulkChange shift = new BulkChange.Shift("new", 7_200_000, 0, START);
    String id = start(first, new TaskWork("q", Selection.WAITING, shift, false)).id();
    first.steps(5);
    String moved = expected.keySet().iterator().next();
    now++;
    reschedule(moved, START + 1);

    now += TaskKeeper.LEASE_MILLIS;
    second.keeper.takeOver();
    second.steps(20);

    assertThat(look(second, id).life().state()).isEqualTo(Task.State.DONE);
    expected.replaceAll((job, dueAt) -> job.equals(moved) ? START + 1 : dueAt + 7_200_000);
    assertThat(dueTimes()).isEqualTo(expected);

    second.keeper.undo(look(second, id));
    second.steps(20);

    expected.replaceAll((job, dueAt) -> job.equals(moved) ? dueAt : dueAt - 7_200_000);
    assertThat(dueTimes()).isEqualTo(expected);
  }

  @Test
  void theIdsOfAShiftAreKeptBesideItsTask() {
    schedule(3_000);
    Map<String, Long> expected = dueTimes();
    // The ids are more than one document holds.
    List<String> ids = new ArrayList<>(expected.keySet());
    IntStream.range(0, 1_000).forEach(i -> ids.add("x".repeat(200) + i));
    Selection named = Selection.WAITING.among(ids);
    BulkChange shift = new BulkChange.Shift("new", 60_000, 0, START);
    String id = start(first, new TaskWork("q", named, shift, false)).id();
    assertThat(keptIds()).isGreaterThan(1);
    first.steps(5);

    now += TaskKeeper.LEASE_MILLIS;
    second.keeper.takeOver();
    second.steps(20);

    assertThat(look(second, id).life().state()).isEqualTo(Task.State.DONE);
    expected.replaceAll((job, dueAt) -> dueAt + 60_000);
    assertThat(dueTimes()).isEqualTo(expected);
    now += Duration.ofDays(8).toMillis();
    second.keeper.takeOver();
    assertThat(keptIds()).isZero();
  }

  private int keptIds() {
    return engine.documents("taskids", null, 100).toCompletableFuture().join().size();
  }

  private void reschedule(String id, long dueAt) {
    Reschedule move = new Reschedule(id, DueTime.at(dueAt), Reschedule.Condition.ALWAYS);
    engine.reschedule("q", List.of(move), Durability.NONE).toCompletableFuture().join();
  }

  private Map<String, Long> dueTimes() {
    Map<String, Long> times = new TreeMap<>();
    String cursor = null;
    do {
      JobPage<JobView> page =
          engine.list("q", Selection.WAITING, cursor, 1_000).toCompletableFuture().join();
      page.jobs().forEach(job -> times.put(job.id(), job.times().dueAt()));
      cursor = page.cursor();
    } while (cursor != null);
    return times;
  }

  @Test
  void aServerThatComesBackLateLeavesTheTaskToTheOther() {
    schedule(3_500);
    String id = start(first, cancel()).id();
    first.steps(5);
    now += TaskKeeper.LEASE_MILLIS;
    second.keeper.takeOver();
    second.steps(1);

    first.steps(10);
    assertThat(look(first, id).life().state()).isEqualTo(Task.State.RUNNING);
    second.steps(10);

    assertThat(look(first, id).life().state()).isEqualTo(Task.State.DONE);
    assertThat(waiting()).isZero();
  }

  @Test
  void aRunningTaskIsCancelledThroughAnyServer() {
    schedule(3_500);
    String id = start(first, cancel()).id();
    first.steps(5);

    Task asked = second.keeper.cancel(id).toCompletableFuture().join().orElseThrow();
    assertThat(asked.life().state()).isEqualTo(Task.State.RUNNING);
    assertThat(asked.life().cancelRequested()).isTrue();
    first.steps(10);

    Task ended = look(second, id);
    assertThat(ended.life().state()).isEqualTo(Task.State.CANCELLED);
    assertThat(ended.progress().sum().changed()).isEqualTo(2_000);
    assertThat(waiting()).isEqualTo(1_500);
    assertThat(second.keeper.cancel(id).toCompletableFuture().join()).hasValue(ended);
  }

  @Test
  void aTaskWhoseServerDiedIsCancelledAtOnceWhenItsLeaseHasEnded() {
    schedule(3_500);
    String id = start(first, cancel()).id();
    first.steps(5);
    now += TaskKeeper.LEASE_MILLIS;

    second.keeper.cancel(id);

    assertThat(look(second, id).life().state()).isEqualTo(Task.State.CANCELLED);
    first.steps(10);
    assertThat(look(second, id).life().state()).isEqualTo(Task.State.CANCELLED);
  }

  @Test
  void aDelayCountsFromTheRequest() {
    schedule(10);
    BulkChange move = new BulkChange.Move(DueTime.after(60_000));
    String id = start(first, new TaskWork("q", Selection.WAITING, move, false)).id();
    now += 5_000;
    first.steps(10);

    assertThat(look(first, id).life().state()).isEqualTo(Task.State.DONE);
    assertThat(engine.find("q", "0").toCompletableFuture().join().orElseThrow().times().dueAt())
        .isEqualTo(START + 60_000);
  }

  @Test
  void aTaskOfANewerVersionIsLeftToServersThatCanReadIt() {
    schedule(10);
    byte[] newer = "{\"queue\":\"q\",\"change\":\"ARCHIVE\"}".getBytes(StandardCharsets.UTF_8);
    engine.putDocument(TaskKeeper.COLLECTION, "id-newer", 0, newer).toCompletableFuture().join();

    String id = start(first, cancel()).id();
    first.steps(10);

    assertThat(list(first)).extracting(Task::id).containsExactly(id);
    assertThat(look(first, id).life().state()).isEqualTo(Task.State.DONE);
    assertThat(first.keeper.find("id-newer").toCompletableFuture().join()).isEmpty();
    assertThat(first.keeper.cancel("id-newer").toCompletableFuture().join()).isEmpty();
    assertThat(engine.document(TaskKeeper.COLLECTION, "id-newer").toCompletableFuture().join())
        .hasValueSatisfying(kept -> assertThat(kept.content()).isEqualTo(newer));
  }

  @Test
  void aStepThatIsRefusedFailsTheTask() {
    schedule(10);
    BulkChange move = new BulkChange.Move(DueTime.at(START + 200L * 365 * 86_400_000));
    String id = start(first, new TaskWork("q", Selection.WAITING, move, false)).id();
    first.steps(10);

    Task failed = look(first, id);
    assertThat(failed.life().state()).isEqualTo(Task.State.FAILED);
    assertThat(failed.life().error()).isNotNull();
    assertThat(failed.life().error().code()).isEqualTo("INVALID");
  }

  @Test
  void aStoreThatDoesNotAnswerInterruptsATaskUntilItDoes() {
    schedule(3_500);
    AtomicInteger good = new AtomicInteger(5);
    Server unlucky = new Server(new FailingEngine(engine, good));
    String id = start(unlucky, cancel()).id();
    unlucky.steps(20);
    assertThat(look(first, id).life().state()).isEqualTo(Task.State.RUNNING);

    good.set(100);
    now += TaskKeeper.LEASE_MILLIS;
    unlucky.keeper.takeOver();
    unlucky.steps(20);

    assertThat(look(first, id).life().state()).isEqualTo(Task.State.DONE);
    assertThat(waiting()).isZero();
  }

  @Test
  void aServerThatStopsLeavesItsTasksToOthersAtOnce() {
    schedule(3_500);
    String id = start(first, cancel()).id();
    first.steps(5);
    first.keeper.stopping();
    first.steps(10);

    second.keeper.takeOver();
    second.steps(10);

    assertThat(look(second, id).life().state()).isEqualTo(Task.State.DONE);
  }

  @Test
  void twoTasksRunAtOnceAndTheNextBeginsWhenOneHasEnded() {
    schedule(2_500);
    List<String> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      tasks.add(start(first, cancel()).id());
    }
    assertThat(tasks.stream().map(id -> look(first, id).life().state()))
        .containsExactly(
            Task.State.RUNNING, Task.State.RUNNING, Task.State.WAITING, Task.State.WAITING);

    first.steps(100);

    assertThat(tasks).allMatch(id -> look(first, id).life().state() == Task.State.DONE);
  }

  @Test
  void aRedriveInPartsTakesAPlaceWhileItWorksAtFullSpeed() {
    schedule(3_000);
    now += 10_000;
    bury();
    RedriveParts parts = new RedriveParts(null, 2_000, 100);
    BulkChange redrive = new BulkChange.Redrive(0);
    String fast = start(first, new TaskWork("q", DEAD, redrive, parts, false, null)).id();
    first.steps(100);
    assertThat(look(first, fast).progress().sum().changed()).isEqualTo(2_000);
    assertThat(first.paused).hasSize(1);
    List<String> others = List.of(start(first, cancel()).id(), start(first, cancel()).id());
    String late = start(first, new TaskWork("other", DEAD, redrive, parts, false, null)).id();

    first.paused.remove().run();
    assertThat(look(first, late).life().state()).isEqualTo(Task.State.WAITING);
    assertThat(first.steps).hasSize(2);
    first.steps(100);
    assertThat(others).allMatch(id -> look(first, id).life().state() == Task.State.DONE);
    now += 1_000;
    first.paused.remove().run();
    first.steps(100);

    assertThat(look(first, fast).progress().sum().changed()).isEqualTo(3_000);
  }

  private void bury() {
    engine
        .claim("q", ClaimRequest.of(10_000, 30_000))
        .thenCompose(claimed ->
            engine.settle(
                "q",
                claimed.jobs().stream()
                    .map(one -> new Settlement(one.lease(), SettleRequest.bury("no")))
                    .toList(),
                Durability.NONE))
        .toCompletableFuture()
        .join();
  }

  @Test
  void unfinishedTasksAreLimitedAndEndedOnesAreForgotten() {
    for (int i = 0; i < TaskKeeper.MAX_UNFINISHED; i++) {
      start(first, cancel());
    }
    assertThatThrownBy(() -> start(first, cancel()))
        .hasCauseInstanceOf(RetryableException.class)
        .hasMessageContaining("100 tasks have not ended");

    first.steps(1_000);
    start(first, cancel());
    first.steps(1_000);
    first.keeper.takeOver();
    assertThat(list(first)).hasSize(TaskKeeper.MAX_ENDED);

    now += 7L * 86_400_000;
    first.keeper.takeOver();
    assertThat(list(first)).isEmpty();
  }

  @Test
  void aTaskIsKeptUntilWhatWasCountedForItIsRemoved() {
    AtomicInteger good = new AtomicInteger(100);
    Server unlucky = new Server(new FailingEngine(engine, good));
    BulkChange redrive = new BulkChange.Redrive(0, "task", 0);
    start(unlucky, new TaskWork("q", Selection.ALL.in(JobState.DEAD), redrive, false));
    unlucky.steps(20);
    assertThat(list(first)).allMatch(task -> task.life().state() == Task.State.DONE).hasSize(1);
    now += 7L * 86_400_000;

    good.set(0);
    unlucky.keeper.takeOver();
    assertThat(list(first)).hasSize(1);
    good.set(100);
    unlucky.keeper.takeOver();

    assertThat(list(first)).isEmpty();
  }

  private TaskWork cancel() {
    return new TaskWork("q", Selection.WAITING, new BulkChange.Cancel(), false);
  }

  private static Task start(Server server, TaskWork work) {
    return server.keeper.start(work, TaskProgress.NONE).toCompletableFuture().join();
  }

  private static Task look(Server server, String id) {
    return server.keeper.find(id).toCompletableFuture().join().orElseThrow();
  }

  private static List<Task> list(Server server) {
    return server.keeper.list().toCompletableFuture().join();
  }

  private void schedule(int jobs) {
    List<JobSpec> specs = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      specs.add(
          JobSpec.builder(String.valueOf(i), JobBody.of(new byte[0]), DueTime.at(now + 1_000 + i))
              .build());
    }
    engine.schedule("q", specs, Durability.NONE).toCompletableFuture().join();
  }

  private long waiting() {
    return engine.counts("q").toCompletableFuture().join().now().waiting();
  }

  /** A server whose steps the test makes. */
  private final class Server implements Executor {
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private final Queue<Runnable> paused = new ArrayDeque<>();
    private final TaskKeeper keeper;

    Server(Engine store) {
      keeper =
          new TaskKeeper(
              store,
              new TaskStepper(store, this),
              () -> String.format("id-%06d", ids.incrementAndGet()),
              (task, millis) -> paused.add(task));
    }

    @Override
    public void execute(Runnable step) {
      steps.add(step);
    }

    void steps(int most) {
      for (int i = 0; i < most && !steps.isEmpty(); i++) {
        steps.remove().run();
      }
    }
  }

  /** Does not answer changes any more after some. */
  private static final class FailingEngine extends ForwardingEngine {
    private final AtomicInteger good;

    FailingEngine(Engine engine, AtomicInteger good) {
      super(engine);
      this.good = good;
    }

    @Override
    public CompletionStage<BulkChange.Step> change(
        String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
      return good.decrementAndGet() < 0
          ? CompletableFuture.failedStage(
              new RetryableException(io.duetime.ErrorCode.STORE_UNAVAILABLE, "no answer"))
          : super.change(queue, selection, change, cursor, limit);
    }
  }
}
