package io.duetime.embedded.internal.verify;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.LogRepair;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All checks of a database that no process has open. Used once. */
public final class StoreCheck {
  private static final String FILE = "file";
  private static final String FROM_BACKUP = "restore the folder from a backup";
  private static final String FROM_BACKUP_OR_EXPORT =
      FROM_BACKUP + ", or export what can be read and import it into a new folder";

  private final Findings findings = new Findings();
  private final Queues queues = new Queues(findings);
  private long jobs;

  /** Whether each damaged table is among the findings. */
  private boolean areTablesTold;

  /**
   * Looks through the database in a folder. Only cuts off what a store that was not closed has
   * added to its logs.
   */
  public void run(Path database) {
    guarded(() -> LogRepair.cutAddedZeros(database));
    for (String damage : LogRepair.damagedLogs(database)) {
      findings.failure(
          FILE,
          damage,
          "open the store: bytes at the end that a power failure left are cut off, anything else is"
              + " refused; then "
              + FROM_BACKUP);
    }
    try (Disk disk = Disk.openToRead(database)) {
      look(disk);
    } catch (StoreFailureException failure) {
      unreadable(failure);
    }
  }

  private void look(Disk disk) {
    List<String> damagedTables = disk.damagedTables();
    damagedTables.forEach(damage -> findings.failure(FILE, damage, FROM_BACKUP_OR_EXPORT));
    areTablesTold = !damagedTables.isEmpty();
    guarded(() -> queues.read(disk));
    JobCheck jobCheck = new JobCheck(disk, queues, findings);
    guarded(jobCheck::readLeases);
    boolean allJobs = guarded(jobCheck::checkJobs) && !jobCheck.hasMetDamage();
    jobs = jobCheck.jobs();
    guarded(jobCheck::checkIndexes);
    if (allJobs) {
      guarded(jobCheck::compareCounts);
    }
    guarded(() -> disk.scan(Family.DAMAGED).forEach(at -> setAside(at.key())));
  }

  // What one file hides must not hide what the others hold.
  private boolean guarded(Runnable check) {
    try {
      check.run();
      return true;
    } catch (StoreFailureException failure) {
      unreadable(failure);
      return false;
    }
  }

  private void unreadable(StoreFailureException failure) {
    if (failure.code() != ErrorCode.STORE_DAMAGED || !areTablesTold) {
      findings.failure(FILE, String.valueOf(failure.getMessage()), FROM_BACKUP);
    }
  }

  private void setAside(byte[] place) {
    byte[] key = Arrays.copyOfRange(place, 1, place.length);
    findings.failure(
        "set aside",
        queues.named(key) + ", job " + Keys.id(key) + ": a record of it was set aside earlier",
        "schedule the job again, or restore the folder from a backup");
  }

  public int queues() {
    return queues.all().size();
  }

  public long jobs() {
    return jobs;
  }

  public Findings findings() {
    return findings;
  }

  /** Collects findings; keeps the first ones and counts all. Not thread-safe. */
  public static final class Findings {
    /** What to do about a record that cannot be understood. */
    static final String RESTORE =
        "restore the folder from a backup; opened as it is, the store sets the record aside and goes"
            + " on without the job";

    /** What to do about numbers that are wrong. */
    static final String REWRITE = "export the store and import it into an empty folder";

    /** What to do about a reference to nothing. */
    static final String NOTHING = "none: the store removes it";

    private static final int KEPT = 1_000;

    private final List<Finding> kept = new ArrayList<>();
    private long count;

    /** Something is lost or wrong. */
    void failure(String check, String what, String remedy) {
      add(new Finding(check, Verdict.FAILURE, what, remedy));
    }

    /** Something is not as it should be, but costs nothing. */
    void warning(String check, String what, String remedy) {
      add(new Finding(check, Verdict.WARNING, what, remedy));
    }

    private void add(Finding finding) {
      count++;
      if (kept.size() < KEPT) {
        kept.add(finding);
      }
    }

    /** The first findings, in the order in which they were made. */
    public List<Finding> kept() {
      return List.copyOf(kept);
    }

    public long count() {
      return count;
    }
  }
}
