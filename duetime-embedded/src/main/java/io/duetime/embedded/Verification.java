package io.duetime.embedded;

import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.embedded.internal.verify.StoreCheck;
import io.duetime.engine.Finding;
import java.nio.file.Path;
import java.util.List;

/**
 * What a look through a whole store has found: each record decoded, each file compared with its
 * checksums, records, indexes and counts compared with each other.
 *
 * @param queues how many queues there are
 * @param jobs how many jobs were looked at
 * @param findings what is wrong and what to do about it; the first 1,000
 * @param count how many findings there were
 */
public record Verification(int queues, long jobs, List<Finding> findings, long count) {
  /**
   * Looks through the store in a folder and changes nothing in it. Takes as long as reading all of
   * it; the heap needed grows with the minutes for which jobs wait, not with the jobs.
   *
   * @throws io.duetime.InvalidRequestException if there is no store in the folder
   * @throws io.duetime.StoreFailureException if another process has it open, or if a newer version
   *     has written it
   */
  public static Verification of(Path folder) {
    try (StoreFolder held = StoreFolder.openExisting(folder)) {
      StoreCheck check = new StoreCheck();
      check.run(held.database());
      return new Verification(
          check.queues(), check.jobs(), check.findings().kept(), check.findings().count());
    }
  }

  /** Whether nothing is wrong. */
  public boolean isClean() {
    return count == 0;
  }
}
