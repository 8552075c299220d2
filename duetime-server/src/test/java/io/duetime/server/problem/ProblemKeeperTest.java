package io.duetime.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.problem.StoreProblem.Kind;
import io.duetime.server.problem.StoreProblem.Known;
import io.duetime.time.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers that judge one store. */
class ProblemKeeperTest {
  private static final Instant START = Instant.parse("2026-11-20T07:00:00Z");

  private final VirtualTime time = new VirtualTime(START);
  private final Engine memory = new MemoryEngine(time);
  private boolean isAway;
  private Duration answerAfter = Duration.ZERO;
  private String refused = "";
  private final Engine engine =
      new ForwardingEngine(memory) {
        @Override
        public CompletionStage<List<String>> queues() {
          time.advance(answerAfter);
          return isAway
              ? CompletableFuture.failedFuture(new IllegalStateException("no route"))
              : super.queues();
        }

        @Override
        public CompletionStage<DocumentResult> putDocument(
            String collection, String name, long version, byte[] content) {
          return name.equals(refused)
              ? CompletableFuture.failedFuture(
                  new InvalidRequestException("content", "65537 bytes", "less"))
              : super.putDocument(collection, name, version, content);
        }
      };
  private final ProblemKeeper first = new ProblemKeeper(engine, time);
  private final ProblemKeeper second = new ProblemKeeper(engine, time);

  @AfterEach
  void close() {
    memory.close();
  }

  @Test
  void aProblemOpensAfterTwoJudgementsForAllServersSinceTheSameMoment() {
    lateJob();

    judge(first);
    assertThat(first.last().problems()).isEmpty();
    judge(first);
    judge(second);

    assertThat(first.last().problems())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.id()).isEqualTo("no_consumer:orders");
          assertThat(one.sinceMillis()).isEqualTo(START.plusSeconds(65).toEpochMilli());
        });
    assertThat(second.last().problems())
        .singleElement()
        .satisfies(
            one -> assertThat(one.sinceMillis()).isEqualTo(START.plusSeconds(65).toEpochMilli()));
    assertThat(first.last().count(Kind.NO_CONSUMER)).isEqualTo(1);
  }

  @Test
  void aProblemClosesAfterThreeJudgementsThatMissIt() {
    lateJob();
    judge(first);
    judge(first);
    memory.deleteQueue("orders").toCompletableFuture().join();

    judge(first);
    judge(first);
    assertThat(first.last().problems()).hasSize(1);
    judge(first);
    judge(second);

    assertThat(first.last().problems()).isEmpty();
    assertThat(second.last().problems()).isEmpty();
  }

  @Test
  void aNoteIsKnownToAllServersAndOutlivesTheProblem() {
    lateJob();
    judge(first);
    judge(first);
    Known known = new Known(START.plusSeconds(3_600).toEpochMilli(), "ann", "ticket 4711");

    first.note("no_consumer:orders", known).toCompletableFuture().join();
    judge(second);
    assertThat(second.last().problems())
        .singleElement()
        .satisfies(one -> assertThat(one.known()).isEqualTo(known));
    assertThat(second.last().count(Kind.NO_CONSUMER)).isZero();

    memory.deleteQueue("orders").toCompletableFuture().join();
    for (int i = 0; i < 3; i++) {
      judge(first);
    }
    assertThat(first.last().problems()).isEmpty();
    lateJob();
    judge(first);
    judge(first);
    assertThat(first.last().problems())
        .singleElement()
        .satisfies(one -> assertThat(one.known()).isEqualTo(known));
    assertThat(first.note("other", known).toCompletableFuture().join()).isEmpty();
  }

  @Test
  void aServerThatCannotAskTheStoreSaysThatFirst() {
    lateJob();
    judge(first);
    judge(first);
    isAway = true;

    fail(first);
    assertThat(first.last().problems())
        .extracting(StoreProblem::kind)
        .containsExactly(Kind.NO_CONSUMER);
    fail(first);
    assertThat(first.last().problems())
        .extracting(StoreProblem::kind)
        .containsExactly(Kind.STORE, Kind.NO_CONSUMER);

    isAway = false;
    judge(first);
    assertThat(first.last().problems())
        .extracting(StoreProblem::kind)
        .containsExactly(Kind.NO_CONSUMER);
  }

  @Test
  void aCallThatTimesOutOnceIsRepeatedAtTheUsualPace() {
    lateJob();
    judge(first);
    judge(first);
    isAway = true;
    answerAfter = Duration.ofSeconds(15);
    fail(first);
    isAway = false;
    answerAfter = Duration.ZERO;

    judge(first);

    assertThat(first.last().problems())
        .extracting(StoreProblem::kind)
        .containsExactly(Kind.NO_CONSUMER);
  }

  @Test
  void aProblemThatCannotBeStoredIsShownAndLeavesTheOthersAlone() {
    refused = "no_consumer:mail";
    lateJob("mail");
    lateJob();

    judge(first);
    judge(first);

    assertThat(first.last().problems())
        .extracting(StoreProblem::id)
        .containsExactlyInAnyOrder("no_consumer:mail", "no_consumer:orders");
    assertThat(memory.document("problems", "no_consumer:orders").toCompletableFuture().join())
        .isPresent();
  }

  @Test
  void failuresOfAQueueThatIsNewSinceTheLastJudgementCount() {
    judge(first);
    for (int i = 0; i < 4; i++) {
      JobSpec job = JobSpec.builder("j" + i, JobBody.of(new byte[0]), DueTime.after(0)).build();
      memory.schedule("orders", List.of(job), Durability.NONE).toCompletableFuture().join();
    }
    ClaimRequest all = ClaimRequest.of(10, 30_000);
    memory
        .claim("orders", all)
        .thenCompose(claimed ->
            memory.settle(
                "orders",
                claimed.jobs().stream()
                    .map(one -> new Settlement(one.lease(), SettleRequest.bury("no")))
                    .toList(),
                Durability.NONE))
        .toCompletableFuture()
        .join();

    judge(first);
    judge(first);

    assertThat(first.last().problems())
        .extracting(StoreProblem::id)
        .containsExactly("failing:orders", "dead:orders");
  }

  @Test
  void oldPresenceIsDeleted() {
    byte[] old = "process\t7%40host\t0\n".getBytes(StandardCharsets.US_ASCII);
    memory.putDocument("presence", "a", 0, old).toCompletableFuture().join();
    memory.putDocument("presence", "b", 0, new byte[] {1}).toCompletableFuture().join();

    judge(first);

    assertThat(first.present()).isEmpty();
    assertThat(memory.documents("presence", null, 10).toCompletableFuture().join()).isEmpty();
  }

  private void lateJob() {
    lateJob("orders");
  }

  private void lateJob(String queue) {
    JobSpec job = JobSpec.builder("a", JobBody.of(new byte[0]), DueTime.after(0)).build();
    memory.schedule(queue, List.of(job), Durability.NONE).toCompletableFuture().join();
    time.advance(Duration.ofSeconds(60));
  }

  private void fail(ProblemKeeper server) {
    assertThat(server.runOnce().toCompletableFuture().join()).isFalse();
    time.advance(ProblemKeeper.PACE);
  }

  private void judge(ProblemKeeper server) {
    assertThat(server.runOnce().toCompletableFuture().join()).isTrue();
    time.advance(ProblemKeeper.PACE);
  }
}
