package io.duetime.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.load.Callers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

final class RawRocksTest {
  @TempDir private Path folder;

  @Test
  void putsAndBatchesAreMeasuredAndLeaveNothingBehind() throws RocksDBException {
    RawRocks raw = new RawRocks(folder, Duration.ofMillis(50));

    assertThat(raw.single(new Callers(3)).jobsPerSecond()).isPositive();
    assertThat(raw.batches(new Callers(2), 10).jobsPerSecond()).isPositive();
    assertThat(folder).isEmptyDirectory();
  }
}
