package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Compares the counts that are kept with what there is. */
final class CountCheck {
  private static final String CHECK = "counts";

  private final Disk disk;
  private final Queues queues;
  private final Findings findings;

  CountCheck(Disk disk, Queues queues, Findings findings) {
    this.disk = disk;
    this.queues = queues;
    this.findings = findings;
  }

  void run() {
    for (Map.Entry<Integer, QueueFacts> entry : queues.entries()) {
      stages(entry.getValue());
      minutes(new Keys(entry.getKey()), entry.getValue());
    }
  }

  private void stages(QueueFacts queue) {
    for (Stage stage : Stage.values()) {
      compare(
          queue,
          "jobs " + stage,
          queue.toldStages.getOrDefault(stage, 0L),
          queue.stages.getOrDefault(stage, 0L));
    }
  }

  private void minutes(Keys keys, QueueFacts queue) {
    Set<Long> missing = new HashSet<>(queue.minutes.keySet());
    byte[] first = keys.first();
    try (Scan scan = disk.scan(Family.MINUTE, first, Keys.behind(first))) {
      for (; scan.isValid(); scan.next()) {
        long minute = Keys.minute(scan.key());
        long told = ByteBuffer.wrap(scan.value()).order(ByteOrder.LITTLE_ENDIAN).getLong();
        missing.remove(minute);
        compare(queue, inMinute(minute), told, queue.minutes.getOrDefault(minute, 0L));
      }
    }
    missing.forEach(
        minute -> compare(queue, inMinute(minute), 0, queue.minutes.getOrDefault(minute, 0L)));
  }

  private static String inMinute(long minute) {
    return "jobs due in minute " + minute + " of the epoch";
  }

  private void compare(QueueFacts queue, String what, long told, long found) {
    if (told != found) {
      findings.failure(
          CHECK,
          "queue " + queue.name + ": " + what + " are counted as " + told + ", there are " + found,
          Findings.REWRITE);
    }
  }
}
