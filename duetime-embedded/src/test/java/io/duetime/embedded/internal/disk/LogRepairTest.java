package io.duetime.embedded.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRepairTest {
  @TempDir Path folder;

  @Test
  void theLastLogIsTheOneWithTheLargestNumber() throws IOException {
    byte[] sound = log();
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Files.write(logs.resolve("999999.log"), sound);
    Path last = logs.resolve("1000000.log");
    Files.write(last, Arrays.copyOf(sound, sound.length - 1));

    assertThat(LogRepair.cutTornTail(logs)).isTrue();

    assertThat(Files.size(last)).isLessThan(sound.length - 1);
    assertThat(logs.resolve("999999.log")).hasBinaryContent(sound);
  }

  @Test
  void aLogMayBeLargerThanTheHeap() throws IOException {
    Path log = folder.resolve("000001.log");
    try (FileChannel file =
        FileChannel.open(
            log,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap("damaged".getBytes(UTF_8)));
      file.write(ByteBuffer.allocate(1), Integer.MAX_VALUE);
    }

    assertThat(LogRepair.damagedLogs(folder))
        .containsExactly(log + " does not have its checksum at byte 0, and nothing sound follows");
  }

  private byte[] log() throws IOException {
    Path database = folder.resolve("db");
    try (Disk disk = Disk.open(database);
        Batch batch = disk.batch()) {
      batch.put(Family.META, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
      disk.write(batch);
    }
    try (Stream<Path> files = Files.list(database)) {
      return Files.readAllBytes(
          files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow());
    }
  }
}
