package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.Worker;
import io.duetime.internal.client.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of one key are sent one after the other, those of other keys beside them. */
class LanesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Simulation world = Simulation.begin();
  private final JobQueue<byte[]> queue = world.duetime().queue("orders", Codec.bytes());
  private final CircuitBreaker breaker =
      CircuitBreaker.of("main", world.time, new SplittableRandom(1));
  private final List<String> sent = new ArrayList<>();
  private final List<CompletableFuture<Void>> confirms = new ArrayList<>();
  private BiFunction<String, Integer, CompletionStage<?>> receiver =
      (id, attempt) -> {
        CompletableFuture<Void> confirm = new CompletableFuture<>();
        confirms.add(confirm);
        return confirm;
      };
  private boolean leading = true;
  private final Lanes lanes =
      new Lanes(
          HandOver.of(queue, this::publish).breaker(breaker),
          MessageTemplate.parse("orderBy", "{header.key}"),
          world.time,
          () -> leading);

  @AfterEach
  void close() {
    world.close();
  }

  private CompletionStage<?> publish(JobInfo<byte[]> job) {
    sent.add(job.id() + job.attempt());
    return receiver.apply(job.id(), job.attempt());
  }

  private void schedule(String... ids) {
    int order = 0;
    for (String id : ids) {
      queue.schedule(
          JobRequest.builder(new byte[0])
              .id(id)
              .header("key", id.substring(0, 1))
              .dueAt(Simulation.START.plusMillis(order++))
              .retry(RetryPolicy.fixed(3, SECOND))
              .build());
    }
  }

  private Worker start() {
    Worker worker = queue.asyncWorker(lanes::add).concurrency(100).start();
    world.pass(SECOND);
    return worker;
  }

  private void confirm(int which) {
    confirms.get(which).complete(null);
    world.pass(Duration.ofMillis(1));
  }

  @Test
  void theNextJobOfAKeyIsSentAfterTheConfirm() {
    schedule("a1", "a2", "b1", "a3");
    start();
    assertThat(sent).containsExactly("a11", "b11");

    confirm(0);
    assertThat(sent).containsExactly("a11", "b11", "a21");
    confirm(2);

    assertThat(sent).containsExactly("a11", "b11", "a21", "a31");
  }

  @Test
  void aJobThatWaitsForItsRetryHoldsBackItsKeyAlone() {
    receiver =
        (id, attempt) ->
            id.equals("a1") && attempt < 3
                ? CompletableFuture.failedStage(PublishFailure.refused("not now"))
                : CompletableFuture.completedStage("confirmed");
    schedule("a1", "a2", "b1");
    start();
    assertThat(sent).contains("a11", "b11").doesNotContain("a21");

    world.pass(Duration.ofMinutes(1));

    assertThat(sent).containsSubsequence("a11", "a12", "a13", "a21");
    assertThat(queue.counts().now().running()).isZero();
  }

  @Test
  void aJobWhoseAttemptsAreUsedUpIsDeadAndFreesItsKey() {
    receiver =
        (id, attempt) ->
            id.equals("a1")
                ? CompletableFuture.failedStage(PublishFailure.refused("no " + attempt))
                : CompletableFuture.completedStage("confirmed");
    schedule("a1", "a2");
    start();

    world.pass(Duration.ofMinutes(5));

    assertThat(sent).containsExactly("a11", "a12", "a13", "a21");
    assertThat(queue.find("a1").orElseThrow().state()).isEqualTo(JobState.DEAD);
    assertThat(queue.find("a1").orElseThrow().end().orElseThrow().message()).isEqualTo("no 3");
  }

  @Test
  void aDeadJobKnowsThatOneOfItsMessagesMayHaveArrived() {
    receiver =
        (id, attempt) ->
            CompletableFuture.failedStage(
                id.equals("a1") && attempt == 2
                    ? PublishFailure.uncertain("cut off")
                    : PublishFailure.refused("no " + attempt));
    schedule("a1", "b1");
    start();

    world.pass(Duration.ofMinutes(5));

    assertThat(queue.find("a1").orElseThrow().state()).isEqualTo(JobState.DEAD);
    assertThat(queue.find("a1").orElseThrow().mayHaveArrived()).isTrue();
    assertThat(queue.find("a1").orElseThrow().end().orElseThrow().message())
        .isEqualTo("no 3; an earlier message may have arrived");
    assertThat(queue.find("b1").orElseThrow().mayHaveArrived()).isFalse();
  }

  @Test
  void aJobThatIsGivenBackKnowsThatItsMessageMayHaveArrived() {
    receiver = (id, attempt) -> CompletableFuture.failedStage(PublishFailure.uncertain("cut off"));
    schedule("a1");
    Worker worker = start();

    worker.closeAsync();
    lanes.stop();
    world.pass(Duration.ofMinutes(1));

    assertThat(queue.find("a1").orElseThrow().state()).isEqualTo(JobState.READY);
    assertThat(queue.find("a1").orElseThrow().mayHaveArrived()).isTrue();
  }

  @Test
  void whileTheTargetIsDownNothingOvertakes() {
    receiver = (id, attempt) -> CompletableFuture.failedStage(PublishFailure.notSent("refused"));
    schedule("a1", "a2", "b1");
    start();
    assertThat(breaker.status().state()).isEqualTo(CircuitBreaker.State.OPEN);

    receiver = (id, attempt) -> CompletableFuture.completedStage("confirmed");
    sent.clear();
    world.pass(Duration.ofMinutes(1));

    assertThat(sent).hasSize(3).contains("b11").containsSubsequence("a11", "a21");
  }

  @Test
  void stoppedLanesGiveBackWhatWaits() {
    schedule("a1", "a2");
    Worker worker = start();

    worker.closeAsync();
    lanes.stop();
    confirm(0);

    assertThat(sent).containsExactly("a11");
    assertThat(queue.find("a1")).isEmpty();
    assertThat(world.events).contains("1s a2 RELEASED");
  }

  @Test
  void aProcessThatLeadsNoLongerSendsNothing() {
    leading = false;
    schedule("a1");

    start();

    assertThat(sent).isEmpty();
    assertThat(queue.find("a1").orElseThrow().state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void aJobWithoutItsKeyIsDead() {
    queue.schedule("x", new byte[0], Duration.ZERO);

    start();

    assertThat(queue.find("x").orElseThrow().end().orElseThrow().message())
        .isEqualTo("the job has no header key");
  }

  @Test
  void jobsThatHadBegunAreClaimedWhileTheProcessLeads() {
    schedule("a1", "b1");
    world.pass(SECOND);
    queue.claim(1, SECOND, Duration.ZERO).get(0).retry("a crash");
    BegunBefore before = new BegunBefore(queue, Duration.ofMinutes(1), lanes);

    assertThat(before.claim(() -> false)).isFalse();
    assertThat(sent).isEmpty();
    assertThat(before.claim(() -> true)).isTrue();
    world.pass(Duration.ofMillis(1));
    assertThat(sent).containsExactly("a12");
  }

  @Test
  void jobsThatHadBegunAreAllClaimedHoweverLargeTheyAre() {
    for (int i = 0; i < 20; i++) {
      queue.schedule(
          JobRequest.builder(new byte[1 << 20]).id("a" + i).header("key", "k" + i).build());
    }
    queue.claim(20, SECOND, Duration.ZERO);
    queue.claim(20, SECOND, Duration.ZERO);
    world.pass(Duration.ofSeconds(2));

    new BegunBefore(queue, Duration.ofMinutes(1), lanes).claim(() -> true);

    assertThat(queue.counts().now().running()).isEqualTo(20);
  }
}
