package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ForwardingEngine;
import io.duetime.memory.MemoryEngine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims that wait until others have been answered. */
class PayloadGateTest {
  private static final int MIB = 1 << 20;
  private static final ClaimRequest LARGE = ClaimRequest.of(10_000, 30_000);
  private static final ClaimRequest ONE = ClaimRequest.of(1, 30_000);
  private static final ClaimResult NOTHING = new ClaimResult(List.of(), 1, ClaimResult.NEVER);

  private final SlowEngine engine = new SlowEngine();
  private final PayloadGate gate = new PayloadGate(engine, 2L * 17 * MIB, MIB);

  /** Answers each claim when the test says so. */
  private static final class SlowEngine extends ForwardingEngine {
    final List<CompletableFuture<ClaimResult>> calls = new ArrayList<>();
    boolean isQuick;

    SlowEngine() {
      super(new MemoryEngine(() -> Instant.EPOCH));
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
      calls.add(answer);
      if (isQuick) {
        answer.complete(NOTHING);
      }
      return answer;
    }
  }

  private void begin(ClaimRequest request) {
    var unused = claim(request);
  }

  private CompletableFuture<ClaimResult> claim(ClaimRequest request) {
    return gate.claim("q", request).toCompletableFuture();
  }

  @Test
  void asManyLargeClaimsAsFitAreUnderWay() {
    List<CompletableFuture<ClaimResult>> claims =
        IntStream.range(0, 3).mapToObj(i -> claim(LARGE)).toList();
    assertThat(engine.calls).hasSize(2);

    engine.calls.get(0).complete(NOTHING);

    assertThat(claims.get(0)).isCompletedWithValue(NOTHING);
    assertThat(engine.calls).hasSize(3);
    assertThat(claims.get(2)).isNotDone();
  }

  @Test
  void aClaimOfOneJobCountsWithTheLargestPayloadOnly() {
    begin(LARGE);
    IntStream.range(0, 20).forEach(i -> begin(ONE));

    assertThat(engine.calls).hasSize(1 + 17);
  }

  @Test
  void aFailureGivesItsTurnToTheNext() {
    begin(LARGE);
    CompletableFuture<ClaimResult> failing = claim(LARGE);
    begin(LARGE);

    engine.calls.get(1).completeExceptionally(new IllegalStateException("away"));

    assertThatThrownBy(failing::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("away");
    assertThat(engine.calls).hasSize(3);
  }

  @Test
  void manyWaitingClaimsThatAreAnsweredAtOnceDoNotNest() {
    begin(LARGE);
    begin(LARGE);
    List<CompletableFuture<ClaimResult>> claims =
        IntStream.range(0, 20_000).mapToObj(i -> claim(LARGE)).toList();
    engine.isQuick = true;

    engine.calls.get(0).complete(NOTHING);

    assertThat(claims).allMatch(CompletableFuture::isDone);
  }
}
