package io.duetime.redis.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PiecesTest {
  private static final int MIB = 1 << 20;

  @Test
  void aListIsCutByNumber() {
    assertThat(Pieces.cut(Collections.nCopies(501, "x"), one -> 1))
        .extracting(List::size)
        .containsExactly(250, 250, 1);
  }

  @Test
  void aListIsCutByWeightAndEveryPieceHasAnItem() {
    assertThat(Pieces.cut(List.of(MIB / 2, MIB / 2, 1, 2 * MIB, 1), Integer::longValue))
        .containsExactly(List.of(MIB / 2, MIB / 2), List.of(1), List.of(2 * MIB), List.of(1));
  }

  @Test
  void nothingIsNoPiece() {
    assertThat(Pieces.cut(List.of(), one -> 1)).isEmpty();
  }

  @Test
  void answersOfSeveralShardsComeInTheOrderOfTheItems() {
    List<Integer> items = IntStream.range(0, 1_000).boxed().toList();
    List<ShardId> asked = new ArrayList<>();

    CompletionStage<BatchAnswers<String>> answers =
        Pieces.each(
            items,
            item -> new ShardId(1, item % 3),
            item -> 1,
            (shard, piece) -> {
              asked.add(shard);
              return Stages.done(
                  piece.stream().map(item -> item + " on " + shard.index()).toList());
            });

    assertThat(answers.thenApply(all -> all.orThrow(answer -> true)).toCompletableFuture())
        .isCompletedWithValue(items.stream().map(item -> item + " on " + item % 3).toList());
    assertThat(asked).hasSize(6);
  }

  @Test
  void whatIsBehindAPieceThatFailsIsNotSentToItsShard() {
    List<Integer> items = IntStream.range(0, 1_000).boxed().toList();
    List<ShardId> asked = new ArrayList<>();
    RetryableException away = new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away");

    BatchAnswers<Integer> answers =
        Pieces.<Integer, Integer>each(
                items,
                item -> new ShardId(1, item % 2),
                item -> 1,
                (shard, piece) -> {
                  asked.add(shard);
                  return shard.index() == 0
                      ? CompletableFuture.failedStage(away)
                      : Stages.done(piece);
                })
            .toCompletableFuture()
            .join();

    assertThat(asked).containsExactly(new ShardId(1, 0), new ShardId(1, 1), new ShardId(1, 1));
    assertThat(answers.orRefused((at, why) -> -1))
        .isEqualTo(items.stream().map(item -> item % 2 == 0 ? -1 : item).toList());
  }

  @Test
  void whatACallLeftOfItsPieceIsSentAgain() {
    List<Integer> items = IntStream.range(0, 10).boxed().toList();
    List<Integer> sizes = new ArrayList<>();

    CompletionStage<BatchAnswers<Integer>> answers =
        Pieces.each(
            items,
            item -> ShardId.ONLY,
            item -> 1,
            (shard, piece) -> {
              sizes.add(piece.size());
              return Stages.done(piece.subList(0, Math.min(4, piece.size())));
            });

    assertThat(answers.thenApply(all -> all.orThrow(answer -> true)).toCompletableFuture())
        .isCompletedWithValue(items);
    assertThat(sizes).containsExactly(10, 6, 2);
  }
}
