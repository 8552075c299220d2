package io.duetime.redis.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchAnswersTest {
  private static final int MIB = 1 << 20;

  private final RetryableException away =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away");

  private static BatchAnswers<String> batch(int size) {
    return new BatchAnswers<>(size, null, answer -> true);
  }

  private static void assertDone(CompletionStage<?> asked) {
    assertThat(asked.toCompletableFuture()).isCompleted();
  }

  private static List<Integer> places(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void aPieceIsBoundedByNumber() {
    assertThat(BatchAnswers.piece(Collections.nCopies(501, "x"), one -> 1)).isEqualTo(250);
    assertThat(BatchAnswers.piece(Collections.nCopies(250, "x"), one -> 1)).isEqualTo(250);
  }

  @Test
  void aPieceIsBoundedByWeightAndHasAnItem() {
    assertThat(BatchAnswers.piece(List.of(MIB / 2, MIB / 2, 1), Integer::longValue)).isEqualTo(2);
    assertThat(BatchAnswers.piece(List.of(2 * MIB, 1), Integer::longValue)).isEqualTo(1);
  }

  @Test
  void answersOfSeveralShardsComeInTheOrderOfTheItems() {
    List<ShardId> asked = new ArrayList<>();
    BatchAnswers<String> batch = batch(1_000);

    assertDone(
        batch.ask(
            places(1_000),
            at -> new ShardId(1, at % 3),
            at -> 1,
            (shard, piece) -> {
              asked.add(shard);
              piece.forEach(at -> batch.answer(at, at + " on " + shard.index()));
              return Stages.done(piece.size());
            }));

    assertThat(batch.orThrow())
        .isEqualTo(places(1_000).stream().map(at -> at + " on " + at % 3).toList());
    assertThat(asked).hasSize(6);
  }

  @Test
  void whatIsBehindAPieceThatFailsIsNotSentToItsShard() {
    List<ShardId> asked = new ArrayList<>();
    BatchAnswers<String> batch = batch(1_000);

    assertDone(
        batch.ask(
            places(1_000),
            at -> new ShardId(1, at % 2),
            at -> 1,
            (shard, piece) -> {
              asked.add(shard);
              if (shard.index() == 0) {
                return CompletableFuture.failedStage(away);
              }
              piece.forEach(at -> batch.answer(at, "done"));
              return Stages.done(piece.size());
            }));

    assertThat(asked).containsExactly(new ShardId(1, 0), new ShardId(1, 1), new ShardId(1, 1));
    assertThat(batch.orRefused((at, why) -> "refused"))
        .isEqualTo(places(1_000).stream().map(at -> at % 2 == 0 ? "refused" : "done").toList());
  }

  @Test
  void whatACallLeftOfItsPieceIsSentAgain() {
    List<Integer> sizes = new ArrayList<>();
    BatchAnswers<String> batch = batch(10);

    assertDone(
        batch.ask(
            places(10),
            at -> ShardId.ONLY,
            at -> 1,
            (shard, piece) -> {
              sizes.add(piece.size());
              int dealt = Math.min(4, piece.size());
              piece.subList(0, dealt).forEach(at -> batch.answer(at, "done"));
              return Stages.done(dealt);
            }));

    assertThat(batch.orThrow()).isEqualTo(Collections.nCopies(10, "done"));
    assertThat(sizes).containsExactly(10, 6, 2);
  }

  @Test
  void aCallThatDealsWithNothingFails() {
    BatchAnswers<String> batch = batch(1);

    assertDone(batch.ask(places(1), at -> ShardId.ONLY, at -> 1, (shard, piece) -> Stages.done(0)));

    assertThatThrownBy(batch::orThrow).hasMessageContaining("not begun");
  }

  @Test
  void anAnswerThatIsNotFinalIsOpenAndStays() {
    BatchAnswers<String> batch = new BatchAnswers<>(3, "lost", answer -> !answer.equals("lost"));
    batch.answer(0, "done");
    batch.fail(1, away);

    assertThat(batch.open(at -> true)).containsExactly(2);
    assertThatThrownBy(batch::orThrow).isInstanceOf(OutcomeUnknownException.class);
    assertThat(batch.orRefused((at, why) -> "refused")).containsExactly("done", "refused", "lost");
  }

  @Test
  void aBatchOfWhichNothingWasDoneFailsAsItsItems() {
    BatchAnswers<String> batch = new BatchAnswers<>(2, "lost", answer -> !answer.equals("lost"));
    batch.fail(1, away);

    assertThatThrownBy(batch::orThrow).isSameAs(away);
  }
}
