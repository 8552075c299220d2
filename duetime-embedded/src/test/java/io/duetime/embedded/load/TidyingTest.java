package io.duetime.embedded.load;

import static io.duetime.embedded.fixture.Calls.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TidyingTest {
  private static final int BATCH = 200;
  private static final int PAYLOAD = 2_000;
  private static final int KEPT = 5_000;

  @TempDir Path folder;

  private final Random random = new Random(1);

  @Test
  void filesStayNearWhatIsLiveHoweverManyJobsComeAndGo() {
    try (EmbeddedEngine engine = open()) {
      for (int i = 0; i < 10 * KEPT; i += BATCH) {
        schedule(engine, i);
        if (i >= KEPT) {
          answer(engine.cancel("q", ids(i - KEPT), Durability.NONE));
        }
      }
      assertThat(answer(engine.counts("q")).now().waiting()).isEqualTo(KEPT);
    }
    assertThat(fileBytes()).isLessThan(2L * KEPT * PAYLOAD + (16 << 20));
  }

  private long fileBytes() {
    try (Disk disk = Disk.open(StoreFolder.databaseIn(folder))) {
      return disk.fileBytes(Family.JOB);
    }
  }

  private void schedule(EmbeddedEngine engine, int from) {
    List<JobSpec> jobs = new ArrayList<>();
    for (String id : ids(from)) {
      byte[] payload = new byte[PAYLOAD];
      random.nextBytes(payload);
      jobs.add(JobSpec.builder(id, JobBody.of(payload), DueTime.after(3_600_000)).build());
    }
    answer(engine.schedule("q", jobs, Durability.NONE));
  }

  private static List<String> ids(int from) {
    return IntStream.range(from, from + BATCH).mapToObj(i -> "job-" + i).toList();
  }

  private EmbeddedEngine open() {
    EmbeddedOptions small = new EmbeddedOptions(1 << 20, 0, 0, 8 << 20, 8 << 20, 100);
    return EmbeddedEngine.open(folder, small, InstantSource.system());
  }
}
