package io.duetime.engine.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardRotationTest {
  private static final long NOW = 1_000_000;
  private static final String QUEUE = "orders";
  private static final int PAYLOAD = 1_000;
  private static final Duration LONG = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Shards shards = new Shards();
  private final ShardRotation rotation = new ShardRotation(shards, time);

  /** Shards that answer with the jobs they have, fail, or stay silent. */
  private static final class Shards implements ShardRotation.Source {
    final List<ShardId> known = new ArrayList<>();
    final Map<ShardId, Queue<String>> jobs = new HashMap<>();
    final Map<ShardId, Long> comeBackAt = new HashMap<>();
    final Map<ShardId, CompletableFuture<ClaimResult>> silent = new HashMap<>();
    final List<ShardId> asked = new ArrayList<>();
    final List<Long> bytesAskedFor = new ArrayList<>();
    final List<String> givenBack = new ArrayList<>();
    boolean isOneFailing;

    ShardId add(int index, String... ids) {
      ShardId shard = new ShardId(1, index);
      known.add(shard);
      jobs.put(shard, new ArrayDeque<>(List.of(ids)));
      return shard;
    }

    @Override
    public CompletionStage<List<ShardId>> shards(String queue) {
      return CompletableFuture.completedStage(List.copyOf(known));
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request, long maxBytes) {
      bytesAskedFor.add(maxBytes);
      ShardId shard = request.shard();
      asked.add(shard);
      if (silent.containsKey(shard)) {
        return silent.get(shard);
      }
      if (isOneFailing && shard.index() == 0) {
        throw new IllegalStateException("away");
      }
      return CompletableFuture.completedStage(answer(shard, request.max()));
    }

    ClaimResult answer(ShardId shard, int max) {
      List<ClaimedJob> taken = new ArrayList<>();
      while (taken.size() < max && !jobs.get(shard).isEmpty()) {
        taken.add(job(shard, jobs.get(shard).remove()));
      }
      return new ClaimResult(taken, NOW, comeBackAt.getOrDefault(shard, ClaimResult.NEVER), 7);
    }

    private static ClaimedJob job(ShardId shard, String id) {
      return new ClaimedJob(
          new LeaseToken(QUEUE, shard, id, 1),
          new JobBody(new byte[PAYLOAD], null, Map.of()),
          new ClaimedJob.Times(0, 0, 0),
          1_024,
          new ClaimedJob.Run(1, 1, NOW + 1, false));
    }

    @Override
    public void release(String queue, List<ClaimedJob> late) {
      late.forEach(job -> givenBack.add(job.lease().id()));
    }

    @Override
    public boolean areApart() {
      return true;
    }
  }

  private CompletableFuture<ClaimResult> begin(int max) {
    return rotation.claim(QUEUE, ClaimRequest.of(max, 1_000)).toCompletableFuture();
  }

  private static List<String> ids(ClaimResult result) {
    return result.jobs().stream().map(job -> job.lease().id()).toList();
  }

  @Test
  void takesFromEachShardAndComesBackAtTheEarliestMoment() {
    shards.comeBackAt.put(shards.add(0, "a"), NOW + 50);
    shards.comeBackAt.put(shards.add(1, "b"), NOW + 20);
    shards.add(2);

    ClaimResult result = begin(10).join();

    assertThat(ids(result)).containsExactlyInAnyOrder("a", "b");
    assertThat(result.comeBackAtMillis()).isEqualTo(NOW + 20);
    assertThat(result.claimNumber()).isZero();
  }

  @Test
  void beginsWithAnotherShardEachTimeAndStopsWhenFull() {
    IntStream.range(0, 3).forEach(i -> shards.add(i, "a" + i, "b" + i));

    List<ClaimResult> results = IntStream.range(0, 3).mapToObj(i -> begin(1).join()).toList();

    assertThat(shards.asked).doesNotHaveDuplicates().hasSize(3);
    assertThat(results)
        .allSatisfy(result -> {
          assertThat(result.jobs()).hasSize(1);
          assertThat(result.comeBackAtMillis()).isEqualTo(NOW);
        });
  }

  @Test
  void asksEachShardForTheBytesThatTheOthersHaveLeft() {
    shards.add(0, "a", "b");
    shards.add(1, "c", "d");

    begin(10).join();

    assertThat(shards.bytesAskedFor)
        .containsExactly(Limits.MAX_CLAIM_BYTES, Limits.MAX_CLAIM_BYTES - 2L * PAYLOAD);
  }

  @Test
  void aQueueWithOneShardTellsTheNumberOfTheClaim() {
    shards.add(0);

    assertThat(begin(1).join().claimNumber()).isEqualTo(7);
  }

  @Test
  void aShardThatFailsCostsTheOthersNothing() {
    shards.add(0, "a");
    shards.add(1, "b");
    shards.isOneFailing = true;

    ClaimResult result = begin(10).join();

    assertThat(ids(result)).containsExactly("b");
    assertThat(result.comeBackAtMillis()).isEqualTo(NOW + 1_000);
  }

  @Test
  void whereNoShardAnswersTheClaimFails() {
    shards.add(0, "a");
    shards.isOneFailing = true;

    assertThatThrownBy(() -> begin(10).join()).hasRootCauseMessage("away");
  }

  @Test
  void aShardThatIsSilentIsNotWaitedForTwiceAndItsJobsGoBack() {
    ShardId silent = shards.add(0, "late");
    shards.add(1, "b", "c");
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    shards.silent.put(silent, answer);

    CompletableFuture<ClaimResult> first = begin(10);
    assertThat(first).isNotDone();
    time.advance(LONG);
    assertThat(ids(first.join())).containsExactly("b", "c");
    assertThat(first.join().comeBackAtMillis()).isEqualTo(NOW + 1_000);
    assertThat(begin(10)).isCompleted();

    answer.complete(shards.answer(silent, 10));
    assertThat(shards.givenBack).containsExactly("late");
  }

  @Test
  void whereAllShardsAreSilentTheFirstAnswerCounts() {
    ShardId silent = shards.add(0, "late");
    ShardId other = shards.add(1);
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    shards.silent.put(silent, answer);
    shards.silent.put(other, new CompletableFuture<>());

    CompletableFuture<ClaimResult> claim = begin(10);
    time.advance(LONG);
    time.advance(LONG);
    assertThat(claim).isNotDone();
    answer.complete(shards.answer(silent, 10));

    assertThat(ids(claim.join())).containsExactly("late");
  }

  @Test
  void shardsThatComeToLightAreAskedAsWell() {
    ShardId old = shards.add(0);
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    shards.silent.put(old, answer);
    CompletableFuture<ClaimResult> claim = begin(10);

    shards.add(1, "new");
    answer.complete(shards.answer(old, 10));

    assertThat(ids(claim.join())).containsExactly("new");
  }
}
