package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.StoredJob;
import io.duetime.handover.CircuitBreaker.State;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs leave their queue with the confirm of the receiver, and wait while it is down. */
class HandOverTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Simulation world = Simulation.begin();
  private final JobQueue<byte[]> queue = world.duetime().queue("orders", Codec.bytes());
  private final CircuitBreaker breaker =
      CircuitBreaker.of("main", world.time, new SplittableRandom(1));
  private final List<String> sent = new ArrayList<>();
  private final List<String> marked = new ArrayList<>();
  private Function<String, CompletionStage<?>> receiver = id -> confirmed();
  private Supplier<CompletionStage<?>> lookUp = HandOverTest::confirmed;

  @AfterEach
  void close() {
    world.close();
  }

  private static CompletionStage<?> confirmed() {
    return CompletableFuture.completedStage("confirmed");
  }

  private static CompletionStage<?> failed(PublishFailure failure) {
    return CompletableFuture.failedStage(failure);
  }

  private CompletionStage<?> publish(JobInfo<byte[]> job) {
    sent.add(job.id() + job.attempt());
    if (MessageHeaders.of(job).containsKey(MessageHeaders.POSSIBLE_DUPLICATE)) {
      marked.add(job.id() + job.attempt());
    }
    return receiver.apply(job.id());
  }

  private HandOver start() {
    return HandOver.of(queue, publisher())
        .breaker(breaker)
        .destination(CircuitBreaker.of("of queue orders", world.time, new SplittableRandom(2)))
        .start();
  }

  private Publisher publisher() {
    return new Publisher() {
      @Override
      public CompletionStage<?> publish(JobInfo<byte[]> job) {
        return HandOverTest.this.publish(job);
      }

      @Override
      public CompletionStage<?> lookUp() {
        return lookUp.get();
      }
    };
  }

  private void schedule(String... ids) {
    for (String id : ids) {
      queue.schedule(id, new byte[] {1}, Duration.ZERO);
    }
  }

  private StoredJob<byte[]> job(String id) {
    return queue.find(id).orElseThrow();
  }

  @Test
  void aJobLeavesWithTheConfirm() {
    CompletableFuture<String> confirm = new CompletableFuture<>();
    receiver = id -> confirm;
    schedule("a");
    start();
    world.pass(Duration.ofHours(1));
    assertThat(job("a").state()).isEqualTo(JobState.RUNNING);

    confirm.complete("confirmed");
    world.pass(SECOND);

    assertThat(queue.find("a")).isEmpty();
    assertThat(sent).containsExactly("a1");
  }

  @Test
  void aJobThatIsRememberedSaysWhereItWentAndWhen() {
    receiver = id -> CompletableFuture.completedStage("topic " + id);
    JobRequest.Builder<byte[]> request = JobRequest.builder(new byte[0]).retention(SECOND);
    queue.schedule(request.id("a").build());
    start();
    world.pass(Duration.ofMillis(1));

    assertThat(job("a").state()).isEqualTo(JobState.DONE);
    assertThat(job("a").end().orElseThrow().message()).isEqualTo("topic a");
    assertThat(job("a").end().orElseThrow().at()).isEqualTo(job("a").dueAt());
  }

  @Test
  void aRefusedMessageIsRetriedUntilItsJobIsDeadWithTheLastAnswer() {
    receiver = id -> failed(PublishFailure.refused("no route for " + id + ", call " + sent.size()));
    queue.schedule(
        JobRequest.builder(new byte[0]).id("a").retry(RetryPolicy.fixed(3, SECOND)).build());
    start();

    world.pass(Duration.ofMinutes(5));

    assertThat(sent).containsExactly("a1", "a2", "a3");
    assertThat(job("a").state()).isEqualTo(JobState.DEAD);
    assertThat(job("a").end().orElseThrow().message()).isEqualTo("no route for a, call 3");
    assertThat(breaker.status().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aDestinationThatIsMissingAtTheStartIsKnownBeforeAJobIsDue() {
    lookUp = () -> failed(PublishFailure.destination("no exchange orders"));
    HandOver handOver = start();

    assertThat(handOver.destination().lastFailure()).contains("no exchange orders");
    assertThat(handOver.status().state()).isEqualTo(State.CLOSED);
    lookUp = HandOverTest::confirmed;
    world.pass(Duration.ofMinutes(1));
    assertThat(handOver.destination().state()).isEqualTo(State.CLOSED);

    schedule("a");
    world.pass(SECOND);
    assertThat(sent).containsExactly("a1");
  }

  @Test
  void aMissingDestinationIsLookedUpAgainAlsoAfterALookUpThatFailsOtherwise() {
    lookUp = () -> failed(PublishFailure.destination("no exchange orders"));
    HandOver handOver = start();
    lookUp = () -> failed(PublishFailure.notSent("connection refused"));
    world.pass(Duration.ofMinutes(1));
    assertThat(handOver.destination().lastFailure()).contains("connection refused");

    lookUp = HandOverTest::confirmed;
    world.pass(Duration.ofMinutes(1));

    assertThat(handOver.destination().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aLookUpThatThrowsOrAnswersNothingStopsNothing() {
    lookUp = () -> null;
    start();
    lookUp =
        () -> {
          throw new NoClassDefFoundError("Broker");
        };
    HandOver.of(world.duetime().queue("others", Codec.bytes()), publisher()).start();
    schedule("a");

    world.pass(SECOND);

    assertThat(sent).containsExactly("a1");
  }

  @Test
  void aLookUpThatFailsOtherwiseSaysNothingAboutTheDestination() {
    lookUp = () -> failed(PublishFailure.notSent("connection refused"));
    HandOver handOver = start();

    assertThat(handOver.destination().state()).isEqualTo(State.CLOSED);
    assertThat(handOver.status().lastFailure()).isEmpty();
  }

  // It may be there and forbidden, which only a message tells.
  @Test
  void aLookUpDoesNotEndThePauseAfterARefusedMessage() {
    receiver = id -> failed(PublishFailure.destination("access refused"));
    schedule("a");
    HandOver handOver = start();

    world.pass(SECOND.multipliedBy(2));

    assertThat(handOver.destination().failingSince()).isPresent();
  }

  @Test
  void anImpossibleMessageIsDeadAtOnce() {
    receiver = id -> failed(PublishFailure.impossible("too large"));
    schedule("a");
    start();

    world.pass(SECOND);

    assertThat(sent).containsExactly("a1");
    assertThat(job("a").end().orElseThrow().message()).isEqualTo("too large");
  }

  @Test
  void aTargetThatIsDownCostsNoAttemptAndPausesTheHandOver() {
    receiver = id -> failed(PublishFailure.notSent("connection refused"));
    schedule("a");
    HandOver handOver = start();

    world.pass(Duration.ofHours(1));

    assertThat(handOver.status().lastFailure()).contains("connection refused");
    assertThat(handOver.status().lastSuccess()).isEmpty();
    assertThat(sent).hasSizeBetween(5, 300).allMatch("a1"::equals);
    assertThat(job("a").attempt()).isZero();

    receiver = id -> confirmed();
    world.pass(Duration.ofSeconds(31));

    assertThat(queue.find("a")).isEmpty();
    assertThat(handOver.status().state()).isEqualTo(State.CLOSED);
    assertThat(handOver.status().lastFailure()).isEmpty();
    assertThat(handOver.status().lastSuccess()).isPresent();
  }

  @Test
  void messagesThatWaitedTooLongForTheirTurnSayNothingOfTheTarget() {
    receiver =
        id ->
            failed(
                id.equals("down")
                    ? PublishFailure.unconfirmed("cut off")
                    : PublishFailure.waited("not sent within 30 s"));
    schedule("a", "b", "c", "d", "e", "f");
    start();
    world.pass(SECOND);
    assertThat(breaker.status().state()).isEqualTo(State.CLOSED);
    assertThat(job("a").attempt()).isZero();

    schedule("down");
    world.pass(SECOND.dividedBy(4));

    assertThat(breaker.status().lastFailure()).contains("cut off");
    world.pass(SECOND.dividedBy(4));
    assertThat(breaker.status().lastFailure()).contains("cut off");
  }

  @Test
  void aLostConfirmCountsAsAnAttempt() {
    receiver = id -> sent.size() == 1 ? failed(PublishFailure.unconfirmed("cut off")) : confirmed();
    schedule("a");
    start();

    world.pass(Duration.ofMinutes(1));

    assertThat(sent).containsExactly("a1", "a2");
    assertThat(queue.find("a")).isEmpty();
  }

  @Test
  void whileTheBreakerIsHalfOpenOneJobIsSentAtATime() {
    receiver = id -> failed(PublishFailure.failing("500"));
    for (int i = 0; i < 50; i++) {
      schedule("job" + i);
    }
    start();
    world.pass(SECOND.dividedBy(4));
    assertThat(breaker.status().state()).isEqualTo(State.OPEN);
    int before = sent.size();

    receiver = id -> new CompletableFuture<>();
    world.pass(Duration.ofSeconds(5));

    assertThat(breaker.status().state()).isEqualTo(State.HALF_OPEN);
    assertThat(sent).hasSize(before + 1);
  }

  @Test
  void aPauseThatTheReceiverAskedForIsKept() {
    receiver =
        id ->
            sent.size() == 1
                ? failed(PublishFailure.busy(Duration.ofMinutes(2), "429"))
                : confirmed();
    schedule("a");
    start();
    world.pass(SECOND);
    schedule("b");

    world.pass(Duration.ofSeconds(118));
    assertThat(sent).containsExactly("a1");
    world.pass(Duration.ofMinutes(1));

    assertThat(sent).containsExactlyInAnyOrder("a1", "b1", "a2");
  }

  @Test
  void aMissingDestinationCostsTheAttemptsOfSingleJobsAlone() {
    receiver = id -> failed(PublishFailure.destination("404 no exchange"));
    for (int i = 0; i < 50; i++) {
      schedule("job" + i);
    }
    HandOver handOver = start();

    world.pass(Duration.ofMinutes(1));

    assertThat(breaker.status().state()).isEqualTo(State.CLOSED);
    assertThat(handOver.destination().lastFailure()).contains("404 no exchange");
    assertThat(handOver.destination().failingSince()).isPresent();
    assertThat(sent).hasSizeBetween(2, 20);
    assertThat(queue.jobs().stream().mapToInt(StoredJob::attempt).sum()).isEqualTo(sent.size());

    receiver = id -> confirmed();
    handOver.probe();
    world.pass(Duration.ofMinutes(1));

    assertThat(queue.jobs().stream()).isEmpty();
    assertThat(handOver.destination().state()).isEqualTo(State.CLOSED);
    assertThat(handOver.destination().failingSince()).isEmpty();
  }

  @Test
  void messagesBesideARefusedOneAreReleasedWithTheMark() {
    List<CompletableFuture<String>> confirms = new ArrayList<>();
    receiver =
        id -> {
          confirms.add(new CompletableFuture<>());
          return confirms.get(confirms.size() - 1);
        };
    schedule("a", "b", "c");
    start();
    world.pass(SECOND.dividedBy(4));
    assertThat(sent).containsExactly("a1", "b1", "c1");

    confirms.get(0).completeExceptionally(PublishFailure.besideRefused("404 no exchange"));
    confirms.get(1).completeExceptionally(PublishFailure.besideRefused("404 no exchange"));
    confirms.get(2).completeExceptionally(PublishFailure.destination("404 no exchange"));
    receiver = id -> confirmed();
    world.pass(Duration.ofMinutes(1));

    assertThat(sent.subList(3, sent.size())).containsExactlyInAnyOrder("a1", "b1", "c1");
    assertThat(marked).containsExactlyInAnyOrder("a1", "b1");
  }

  @Test
  void aPauseIsEndedByACall() {
    receiver =
        id ->
            sent.size() == 1
                ? failed(PublishFailure.busy(Duration.ofDays(1), "answered 503"))
                : confirmed();
    schedule("a");
    start();
    world.pass(SECOND);
    assertThat(breaker.status().lastFailure().orElseThrow())
        .isEqualTo("asked for a pause: answered 503");
    schedule("b");
    world.pass(SECOND);

    breaker.probe();
    world.pass(SECOND);

    assertThat(breaker.status().state()).isEqualTo(State.CLOSED);
    assertThat(sent).containsExactly("a1", "b1");
    breaker.probe();
    assertThat(breaker.status().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aPublisherThatThrowsCostsAnAttemptOfItsJobAlone() {
    receiver =
        id -> {
          if (id.equals("a")) {
            throw new IllegalStateException("a fault");
          }
          return confirmed();
        };
    schedule("a", "b");
    start();

    world.pass(SECOND.dividedBy(4));

    assertThat(queue.find("b")).isEmpty();
    assertThat(job("a").attempt()).isEqualTo(1);
  }

  @Test
  void aClosedHandOverWaitsForConfirmsAndSendsNothingMore() {
    CompletableFuture<String> confirm = new CompletableFuture<>();
    receiver = id -> confirm;
    schedule("a");
    HandOver handOver = start();
    world.pass(SECOND);
    world.time.after(SECOND, () -> confirm.complete("confirmed"));

    handOver.close();
    schedule("b");
    world.pass(Duration.ofMinutes(1));

    assertThat(queue.find("a")).isEmpty();
    assertThat(sent).containsExactly("a1");
  }

  @Test
  void aClosedHandOverWaitsForMessagesFromBeforeItsTargetWentDown() {
    CompletableFuture<String> confirm = new CompletableFuture<>();
    receiver = id -> id.equals("0") ? confirm : failed(PublishFailure.failing("500"));
    schedule("0", "a", "b", "c", "d", "e", "f");
    HandOver handOver = start();
    world.pass(SECOND.dividedBy(4));
    assertThat(breaker.status().state()).isEqualTo(State.OPEN);
    assertThat(handOver.inFlight()).isEqualTo(1);
    world.time.after(SECOND, () -> confirm.complete("confirmed"));

    handOver.close();

    assertThat(queue.find("0")).isEmpty();
  }

  @Test
  void aMessageWithoutAConfirmCountsAsAnAttemptWhenTheHandOverCloses() {
    receiver = id -> new CompletableFuture<>();
    schedule("a");
    HandOver handOver = start();
    world.pass(SECOND);

    handOver.close();

    assertThat(queue.find("a").orElseThrow().attempt()).isEqualTo(1);
    assertThat(queue.find("a").orElseThrow().history())
        .extracting(StoredJob.FailedAttempt::error)
        .containsExactly("no confirm before the hand-over closed; the message may have arrived");
    assertThat(job("a").mayHaveArrived()).isTrue();
  }

  private void scheduleOnce(String id) {
    queue.schedule(JobRequest.builder(new byte[0]).id(id).retry(RetryPolicy.none()).build());
  }

  private void redriveAll() {
    queue.dead().all().redrive();
    world.pass(SECOND);
  }

  @Test
  void aRedrivenMessageIsMarkedIfAnEarlierOneMayHaveArrived() {
    receiver =
        id -> {
          if (sent.size() > 4) {
            return confirmed();
          }
          return switch (id) {
            case "cut" -> failed(PublishFailure.unconfirmed("cut off"));
            case "refused" -> failed(PublishFailure.refused("no"));
            case "impossible" -> failed(PublishFailure.impossible("never"));
            default -> throw new IllegalStateException("a fault");
          };
        };
    for (String id : List.of("cut", "refused", "impossible", "thrown")) {
      scheduleOnce(id);
    }
    start();
    world.pass(SECOND);
    assertThat(job("cut").end().orElseThrow().message())
        .isEqualTo("cut off; the message may have arrived");
    assertThat(job("refused").end().orElseThrow().message()).isEqualTo("no");
    assertThat(job("thrown").end().orElseThrow().message())
        .startsWith("java.lang.IllegalStateException: a fault")
        .endsWith("; the message may have arrived");

    redriveAll();

    assertThat(sent).hasSize(8).contains("cut1", "refused1", "impossible1", "thrown1");
    assertThat(marked).containsExactlyInAnyOrder("cut1", "thrown1");
  }
}
