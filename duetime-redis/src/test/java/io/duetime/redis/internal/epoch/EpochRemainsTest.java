package io.duetime.redis.internal.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.epoch.EpochDropper.EpochRemains;
import io.duetime.redis.internal.store.QueueShards.Epoch;
import io.duetime.redis.internal.store.ShardCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpochRemainsTest {
  private static final EpochRemains SOME =
      new EpochRemains(
          99,
          new ShardCounters(
              Map.of(
                  "jobs",
                  25L,
                  "waiting",
                  5L,
                  "running",
                  4L,
                  "dead",
                  3L,
                  "remembered",
                  2L,
                  "leaving",
                  6L,
                  "aside",
                  7L,
                  "copies",
                  8L,
                  "scheduled",
                  50L)));

  @Test
  void whatStandsInTheWayIsNamedOneByOne() {
    assertThat(SOME.of(new Epoch(3, 4)))
        .isEqualTo(
            "epoch 3 of 4 shards with 5 jobs waiting, 4 running, 3 dead, 2 remembered, 6 on their"
                + " way to the newest epoch, 7 set aside, 11 others and 8 copies to be made");
  }

  @Test
  void whatIsSetAsideOrStillToBeCopiedHoldsAnyEpochButThatOfTheHomeShard() {
    EpochRemains withoutJobs =
        new EpochRemains(99, new ShardCounters(Map.of("aside", 7L, "copies", 8L)));

    assertThat(withoutJobs.isNothing()).isFalse();
    assertThat(withoutJobs.ofHome().isNothing()).isTrue();
  }

  @Test
  void whatIsOnItsWayHoldsTheHomeShardTooWhateverTicksItHas() {
    assertThat(SOME.ofHome().withoutJobs().isNothing()).isFalse();
  }
}
