package io.duetime.embedded.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Terms;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneGroupTest {
  private static final long NOW = 1_000_000;
  private static final JobBody BODY = JobBody.of("precious".getBytes(StandardCharsets.UTF_8));

  @TempDir Path folder;

  @Test
  void aJobKeepsItsPayloadThroughAllThatHappensBeforeItIsWritten() {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      QueueKernel queue =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).kernel();
      queue.schedule(
          JobSpec.builder("a", BODY, DueTime.at(NOW)).build(), Durability.Reached.NOTHING, NOW);

      ClaimedJob first = claim(queue);
      queue.settle(new Settlement(first.lease(), new SettleRequest.Retry(0L, null, "again")), NOW);
      ClaimedJob second = claim(queue);

      assertThat(group.batch().isEmpty()).isFalse();
      assertThat(second.run().attempt()).isEqualTo(2);
      assertThat(second.body().payload()).isEqualTo(BODY.payload());
    }
  }

  @Test
  void whatIsFetchedForABatchIsWhatTheBatchHasMadeOfIt() {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      QueueDirectory directory = new QueueDirectory(group, 10, new AtomicLong());
      RocksJobTable table = directory.findOrCreate("q", NOW).table();
      table.insert(waiting("written"), BODY);
      group.write();
      table.insert(waiting("new"), BODY);
      table.delete(waiting("written"));

      table.expect(List.of("written", "new", "none", "new"));

      assertThat(table.find("written")).isNull();
      assertThat(table.find("none")).isNull();
      assertThat(table.find("new")).usingRecursiveComparison().isEqualTo(waiting("new"));
      table.insert(waiting("none"), BODY);
      group.write();
      assertThat(table.find("written")).isNull();
      assertThat(table.find("none")).usingRecursiveComparison().isEqualTo(waiting("none"));
      assertThat(table.body(waiting("none")).payload()).isEqualTo(BODY.payload());
    }
  }

  @Test
  void aLeasedJobThatIsFetchedStaysLeased() {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      QueueDirectory directory = new QueueDirectory(group, 10, new AtomicLong());
      QueueDirectory.OpenQueue queue = directory.findOrCreate("q", NOW);
      queue.table().insert(waiting("a"), BODY);
      ClaimedJob claimed = claim(queue.kernel());
      group.write();

      queue.table().expect(List.of("a", "b"));

      assertThat(queue.table().find("a")).extracting(JobHead::stage).isEqualTo(Stage.LEASED);
      assertThat(queue.kernel().settle(Settlement.ack(claimed.lease()), NOW).outcome())
          .isEqualTo(SettleOutcome.ACKED);
      assertThat(queue.table().find("a")).isNull();
    }
  }

  @Test
  void retryingJobsOfAnEarlierVersionAreFoundWhenTheyAreFirstCounted() {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      RocksJobTable before =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).table();
      JobHead waiting = waiting("a");
      JobHead retrying = waiting.with(waiting.progress().waiting(1, 0));
      before.insert(waiting, BODY);
      before.update(waiting, retrying);
      before.insert(waiting("b"), BODY);
      group.write();
      IndexEntry entry = IndexEntry.retrying(new Keys(1), retrying);
      group.batch().deleteOnce(entry.family(), entry.key());
      group
          .batch()
          .put(Family.META, new Keys(1).meta('f', ""), new byte[] {0, 0, 0, 0, 0, 0, 1, 1});
      group.write();

      RocksJobTable table =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).table();

      assertThat(table.retryingCount()).isEqualTo(1);
      assertThat(table.retrying(0, NOW + 1, null, 10)).extracting(JobHead::id).containsExactly("a");
      table.delete(retrying);
      assertThat(table.retryingCount()).isZero();
      assertThat(table.retrying(0, NOW + 1, null, 10)).isEmpty();
    }
  }

  @Test
  void retryingJobsAreFoundAgainAfterAnEarlierVersionHasClaimed() {
    try (Disk disk = Disk.open(folder);
        WriteGroup group = new WriteGroup(disk, 64, bytes -> {})) {
      RocksJobTable before =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).table();
      JobHead waiting = waiting("a");
      JobHead retrying = waiting.with(waiting.progress().waiting(1, 0));
      before.insert(waiting, BODY);
      before.update(waiting, retrying);
      assertThat(before.retryingCount()).isEqualTo(1);
      before.queue().reserveFences(NOW);
      group.write();
      IndexEntry entry = IndexEntry.retrying(new Keys(1), retrying);
      IndexEntry stale = IndexEntry.retrying(new Keys(1), waiting("gone"));
      group.batch().deleteOnce(entry.family(), entry.key());
      group.batch().put(stale.family(), stale.key(), stale.value());
      group.write();
      RocksJobTable same =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).table();
      assertThat(group.get(stale.family(), stale.key())).isNotNull();
      assertThat(same.retryingCount()).as("not looked at again").isEqualTo(1);

      byte[] fences = new Keys(1).meta('f', "");
      group.batch().put(Family.META, fences, new byte[] {0, 0, 0, 0, 0, 0, 1, 1});
      group.write();
      RocksJobTable table =
          new QueueDirectory(group, 10, new AtomicLong()).findOrCreate("q", NOW).table();

      assertThat(table.retryingCount()).isEqualTo(1);
      assertThat(table.retrying(0, NOW + 1, null, 10)).extracting(JobHead::id).containsExactly("a");
      assertThat(group.get(stale.family(), stale.key())).isNull();
    }
  }

  private static JobHead waiting(String id) {
    return new JobHead(
        id,
        new Terms(List.of(), RetryPolicy.DEFAULT, null, -1),
        new Placement(0, NOW, NOW, NOW, NOW),
        Progress.NONE,
        RequestLog.NONE);
  }

  private static ClaimedJob claim(QueueKernel queue) {
    return queue.claim(ClaimRequest.of(1, 1_000), NOW).jobs().get(0);
  }
}
