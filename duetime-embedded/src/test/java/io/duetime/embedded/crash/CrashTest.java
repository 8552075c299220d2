package io.duetime.embedded.crash;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed with -9 in the middle of its work, again and again, over one store. */
@Tag("full")
class CrashTest {
  private static final long YEAR_9999 = 253_370_764_800_000L;
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 200 : 5;
  private static final int MOST_SAID = 12;
  private static final long DAY = 86_400_000;

  @TempDir Path folder;

  @Test
  void nothingThatWasAnsweredIsUndoneByKillingTheProcess() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path journal = folder.resolve("journal");
    Path store = folder.resolve("store");
    int known = 0;
    for (int round = 0; round < ROUNDS; round++) {
      storm(store, journal, "r" + round, random);

      StormCheck check = new StormCheck(journal);
      try (EmbeddedEngine engine = open(store)) {
        assertThat(check.problems(engine)).as("round %d of seed %d", round, seed).isEmpty();
        assertThat(nextFence(engine)).isGreaterThan(check.lastFence());
      }
      assertThat(check.size()).isGreaterThan(known);
      known = check.size();
    }
  }

  private static void storm(Path store, Path journal, String round, Random random) {
    String seed = Long.toString(random.nextLong());
    try (ChildJvm child =
        ChildJvm.start(StormChild.class, 128, store.toString(), journal.toString(), round, seed)) {
      for (int i = random.nextInt(MOST_SAID) + 1; i > 0; i--) {
        child.line();
      }
    }
  }

  private static EmbeddedEngine open(Path store) {
    return EmbeddedEngine.open(store, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  // Released at once: a look must not use up the attempts of a job.
  private static long nextFence(EmbeddedEngine engine) {
    ClaimRequest ahead = ClaimRequest.of(1, DAY).dueBefore(YEAR_9999);
    List<ClaimedJob> jobs = answer(engine.claim(StormChild.QUEUE, ahead)).jobs();
    List<Settlement> back =
        jobs.stream().<Settlement>map(job -> Settlement.release(job.lease())).toList();
    answer(engine.settle(StormChild.QUEUE, back, Durability.FSYNCED));
    return jobs.isEmpty() ? Long.MAX_VALUE : jobs.get(0).lease().fence();
  }
}
