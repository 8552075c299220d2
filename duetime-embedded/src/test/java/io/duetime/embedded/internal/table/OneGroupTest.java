package io.duetime.embedded.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.DiskSize;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.internal.kernel.QueueKernel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneGroupTest {
  private static final long NOW = 1_000_000;

  @TempDir Path folder;

  @Test
  void aJobKeepsItsPayloadThroughAllThatHappensBeforeItIsWritten() {
    try (Disk disk = Disk.open(folder, DiskSize.DEFAULT);
        WriteGroup group = new WriteGroup(disk, bytes -> {})) {
      QueueKernel queue = new QueueDirectory(group, 10, new AtomicLong()).create("q", NOW).kernel();
      JobBody body = JobBody.of("precious".getBytes(StandardCharsets.UTF_8));
      queue.schedule(
          JobSpec.builder("a", body, DueTime.at(NOW)).build(), Durability.Reached.NOTHING, NOW);

      ClaimedJob first = claim(queue);
      queue.settle(new Settlement.Retry(first.lease(), 0L, null, "again"), NOW);
      ClaimedJob second = claim(queue);

      assertThat(group.batch().isEmpty()).isFalse();
      assertThat(second.run().attempt()).isEqualTo(2);
      assertThat(second.body().payload()).isEqualTo(body.payload());
    }
  }

  private static ClaimedJob claim(QueueKernel queue) {
    return queue.claim(ClaimRequest.of(1, 1_000), NOW).jobs().get(0);
  }
}
