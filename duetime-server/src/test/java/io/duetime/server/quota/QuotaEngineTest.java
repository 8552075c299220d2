package io.duetime.server.quota;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import io.duetime.wire.RecurringJson;
import io.duetime.wire.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the settings of queues are kept within their quota. */
class QuotaEngineTest {
  private static final String QUEUE = "mail";

  @TempDir private Path folder;
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final Engine store = new MemoryEngine(time);
  private final SlowEngine slow = new SlowEngine(store);
  private QuotaEngine engine;

  /** Counts the readings of settings, and holds them back if told to. */
  private static final class SlowEngine extends ForwardingEngine {
    private final AtomicInteger readings = new AtomicInteger();
    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean isHolding;
    private boolean isFailing;

    SlowEngine(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<QueueSettings> settings(String queue) {
      readings.incrementAndGet();
      if (isFailing) {
        return CompletableFuture.failedStage(
            new RetryableException(ErrorCode.STORE_UNAVAILABLE, "no store"));
      }
      if (!isHolding) {
        return inner().settings(queue);
      }
      CompletableFuture<QueueSettings> later = new CompletableFuture<>();
      held.add(() ->
          Stages.whenAnswered(
              inner().settings(queue), later::complete, later::completeExceptionally));
      return later;
    }

    void answer() {
      isHolding = false;
      held.forEach(Runnable::run);
    }
  }

  @BeforeEach
  void anEngine() throws IOException {
    declare("{queues: mail*, maxWaiting: 2, maxAhead: 1h}");
    engine = open("quotas.yml");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void onlyTheFirstScheduleReadsTheSettings() {
    assertThat(schedule("1").refusal()).isNull();
    int readings = slow.readings.get();
    schedule("2");

    assertThat(schedule("3").refusal()).hasMessageContaining("is full: maxWaiting is");
    assertThat(readings).isPositive();
    assertThat(slow.readings).hasValue(readings);
  }

  @Test
  void aQueueWithoutAQuotaIsNotRead() {
    assertThat(schedule("orders", "1", Duration.ofDays(365)).refusal()).isNull();
    assertThat(slow.readings).hasValue(0);
    assertThat(settings("orders").version()).hasValue(0);
  }

  @Test
  void aLargerQuotaThatWasConfiguredBeforeIsMadeSmaller() {
    configureStore(settings -> settings.maxWaiting(1_000).maxRunning(7));

    schedule("1");

    assertThat(settings(QUEUE).maxWaiting()).isEqualTo(2);
    assertThat(settings(QUEUE).maxAhead()).isEqualTo(Duration.ofHours(1));
    assertThat(settings(QUEUE).maxRunning()).isEqualTo(7);
  }

  @Test
  void aSmallerQuotaThatWasConfiguredBeforeStays() {
    configureStore(settings -> settings.maxWaiting(1).maxAhead(Duration.ofMinutes(1)));
    long version = settings(QUEUE).version().orElseThrow();

    schedule("1");

    assertThat(schedule("2").refusal()).hasMessageContaining("is full: maxWaiting is");
    assertThat(settings(QUEUE).version()).hasValue(version);
  }

  @Test
  void callsDuringTheFirstCheckWaitForItAndShareIt() {
    slow.isHolding = true;
    List<CompletableFuture<Scheduled>> calls = List.of(call("1"), call("2"), call("3"), call("4"));
    assertThat(calls).noneMatch(CompletableFuture::isDone);
    assertThat(slow.held).hasSize(1);

    slow.answer();

    assertThat(calls).allMatch(CompletableFuture::isDone);
    assertThat(calls.stream().filter(call -> call.join().refusal() == null)).hasSize(2);
  }

  @Test
  void aCheckThatFailsFailsItsCallsAndIsRepeated() {
    slow.isFailing = true;
    assertThat(call("1")).isCompletedExceptionally();
    assertThat(store.queues().toCompletableFuture().join()).isEmpty();

    slow.isFailing = false;

    assertThat(schedule("1").refusal()).isNull();
    assertThat(settings(QUEUE).maxWaiting()).isEqualTo(2);
  }

  @Test
  void aDeletedQueueGetsItsQuotaAgain() {
    schedule("1");
    engine.deleteQueue(QUEUE).toCompletableFuture().join();

    schedule("1");

    assertThat(settings(QUEUE).maxWaiting()).isEqualTo(2);
  }

  @Test
  void whatOthersChangedIsCorrectedAfterAWhile() {
    schedule("1");
    store.deleteQueue(QUEUE).toCompletableFuture().join();
    schedule("1");
    assertThat(settings(QUEUE).maxWaiting()).isZero();

    time.advance(Duration.ofSeconds(31));
    schedule("2");

    assertThat(settings(QUEUE).maxWaiting()).isEqualTo(2);
    assertThat(schedule("3").refusal()).hasMessageContaining("is full: maxWaiting is");
  }

  @Test
  void aRepeatedCheckDelaysNoCall() {
    schedule("1");
    time.advance(Duration.ofSeconds(31));
    slow.isHolding = true;

    assertThat(schedule("2").refusal()).isNull();
    assertThat(slow.held).hasSize(1);

    slow.isFailing = true;
    time.advance(Duration.ofSeconds(31));
    assertThat(schedule("3").refusal()).hasMessageContaining("is full: maxWaiting is");
  }

  @Test
  void theSmallerOfTwoServersFilesHolds() throws IOException {
    schedule("1");
    Files.writeString(
        folder.resolve("other.yml"), "quotas:\n  - {queues: mail, maxWaiting: 1, maxAhead: 1d}\n");
    QuotaEngine other = open("other.yml");

    assertThat(schedule(other, QUEUE, "2", Duration.ZERO).refusal())
        .hasMessageContaining("is full: maxWaiting is");
    assertThat(schedule("2").refusal()).hasMessageContaining("is full: maxWaiting is");
    assertThat(settings(QUEUE).maxAhead()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aRereadFileAppliesToTheNextCall() throws IOException {
    schedule("1");
    declare("{queues: mail*, maxWaiting: 1}");

    engine.readAgain();

    assertThat(schedule("2").refusal()).hasMessageContaining("is full: maxWaiting is");
    assertThat(settings(QUEUE).maxAhead()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aRereadFileThatIsWrongChangesNothing() throws IOException {
    declare("{queues: mail*, maxWaiting: none}");

    assertThatThrownBy(engine::readAgain).isInstanceOf(InvalidRequestException.class);
    schedule("1");

    assertThat(settings(QUEUE).maxWaiting()).isEqualTo(2);
  }

  @Test
  void aRescheduleOfAnUnknownQueueDoesNotCreateIt() {
    reschedule("1", Duration.ofMillis(5));
    change(new BulkChange.Redrive(0));

    assertThat(store.queues().toCompletableFuture().join()).isEmpty();
  }

  @Test
  void aMoveIsWithinTheQuotaOfAQueueThatHadJobsBefore() {
    schedule(store, QUEUE, "1", Duration.ZERO);

    assertThat(reschedule("1", Duration.ofHours(2)).refusal()).hasMessageContaining("at most 1h");
  }

  @Test
  void theTargetOfCopiesOfDeadJobsGetsItsQuota() {
    Configured configured =
        engine
            .configure("orders", QueueSettings.builder().deadCopyTo("mail-dead").build())
            .toCompletableFuture()
            .join();

    assertThat(configured.settings().maxWaiting()).isZero();
    assertThat(settings("mail-dead").maxWaiting()).isEqualTo(2);
  }

  @Test
  void moreQueuesThanAllowedAreNotCreatedByAnyCall() throws IOException {
    declare("{queues: [mail, t/*], maxQueues: 2}");
    engine.readAgain();
    schedule("1");
    schedule("t/1", "1", Duration.ZERO);

    for (CompletionStage<?> call :
        List.of(
            call(engine, "t/2", "1", Duration.ZERO),
            engine.configure("t/2", QueueSettings.DEFAULT),
            engine.configure("free", QueueSettings.builder().deadCopyTo("t/2").build()),
            engine.putRecurring("t/2", tick()))) {
      assertThatThrownBy(() -> call.toCompletableFuture().join())
          .cause()
          .hasMessageStartingWith("there are 2 queues mail,t/*, and the server's quota has maxQu")
          .extracting("code")
          .isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    }
    assertThat(claim("t/2").jobs()).isEmpty();
    assertThat(claim("t/1").jobs()).hasSize(1);
    assertThat(schedule("2").refusal()).isNull();
    assertThat(schedule("free", "1", Duration.ZERO).refusal()).isNull();
    assertThat(store.queues().toCompletableFuture().join()).containsExactly("free", "mail", "t/1");
  }

  @Test
  void aDeletedQueueLeavesRoomForAnother() throws IOException {
    declare("{queues: t*, maxQueues: 1}");
    engine.readAgain();
    schedule("t1", "1", Duration.ZERO);
    assertThat(call(engine, "t2", "1", Duration.ZERO)).isCompletedExceptionally();

    engine.deleteQueue("t1").toCompletableFuture().join();

    assertThat(schedule("t2", "1", Duration.ZERO).refusal()).isNull();
    assertThat(call(engine, "t1", "1", Duration.ZERO)).isCompletedExceptionally();
    // Beside this server, which looks again after a while.
    store.deleteQueue("t2").toCompletableFuture().join();
    time.advance(Duration.ofSeconds(31));
    assertThat(schedule("t1", "1", Duration.ZERO).refusal()).isNull();
  }

  private ClaimResult claim(String queue) {
    return engine.claim(queue, ClaimRequest.of(10, 30_000)).toCompletableFuture().join();
  }

  private static RecurringChange tick() {
    return RecurringJson.read(
        "r", StrictJson.object("{\"every\":\"1h\",\"payload\":1}".getBytes(UTF_8)));
  }

  private QuotaEngine open(String file) {
    return new QuotaEngine(slow, folder.resolve(file), time);
  }

  private void declare(String entry) throws IOException {
    Files.writeString(folder.resolve("quotas.yml"), "quotas:\n  - " + entry + "\n");
  }

  private Scheduled schedule(String id) {
    return schedule(QUEUE, id, Duration.ZERO);
  }

  private Scheduled schedule(String queue, String id, Duration delay) {
    return schedule(engine, queue, id, delay);
  }

  private static Scheduled schedule(Engine to, String queue, String id, Duration delay) {
    return call(to, queue, id, delay).join();
  }

  private CompletableFuture<Scheduled> call(String id) {
    return call(engine, QUEUE, id, Duration.ZERO);
  }

  private static CompletableFuture<Scheduled> call(
      Engine to, String queue, String id, Duration delay) {
    JobSpec job =
        JobSpec.builder(id, JobBody.of(new byte[0]), DueTime.after(delay.toMillis())).build();
    return to.schedule(queue, List.of(job), Durability.NONE)
        .thenApply(results -> results.get(0))
        .toCompletableFuture();
  }

  private Rescheduled reschedule(String id, Duration delay) {
    Reschedule change =
        new Reschedule(id, DueTime.after(delay.toMillis()), Reschedule.Condition.ALWAYS);
    return engine
        .reschedule(QUEUE, List.of(change), Durability.NONE)
        .toCompletableFuture()
        .join()
        .get(0);
  }

  private void change(BulkChange change) {
    engine.change(QUEUE, Selection.ALL, change, null, 100).toCompletableFuture().join();
  }

  private QueueSettings settings(String queue) {
    return store.settings(queue).toCompletableFuture().join();
  }

  private void configureStore(UnaryOperator<QueueSettings.Builder> change) {
    store
        .configure(QUEUE, change.apply(QueueSettings.builder()).build())
        .toCompletableFuture()
        .join();
  }
}
