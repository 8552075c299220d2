package io.duetime.redis.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.shard.QueueShards.Epoch;
import org.junit.jupiter.api.Test;

class EpochRemainsTest {
  private static final EpochRemains SOME =
      new EpochRemains(99, 25, 5, 4, 3, 2, 6, 7, 8, EventSums.NONE);

  @Test
  void whatStandsInTheWayIsNamedOneByOne() {
    assertThat(SOME.of(new Epoch(3, 4)))
        .isEqualTo(
            "epoch 3 of 4 shards with 5 jobs waiting, 4 running, 3 dead, 2 remembered, 6 on their"
                + " way to the newest epoch, 7 set aside, 11 others and 8 copies to be made");
  }

  @Test
  void whatIsSetAsideOrStillToBeCopiedHoldsAnyEpochButThatOfTheHomeShard() {
    EpochRemains withoutJobs = new EpochRemains(99, 0, 0, 0, 0, 0, 0, 7, 8, EventSums.NONE);

    assertThat(withoutJobs.isNothing()).isFalse();
    assertThat(withoutJobs.ofHome().isNothing()).isTrue();
  }

  @Test
  void whatIsOnItsWayHoldsTheHomeShardTooWhateverTicksItHas() {
    assertThat(SOME.ofHome().withoutJobs().isNothing()).isFalse();
  }
}
