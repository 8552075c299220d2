package io.duetime.embedded.internal.verify;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.DiskSize;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** All checks of a database that no process has open. Used once. */
public final class StoreCheck {
  private static final byte[] ALL_END = {(byte) 0xff};
  private static final String FILE = "file";
  private static final String FROM_BACKUP = "restore the folder from a backup";
  private static final String FROM_BACKUP_OR_EXPORT =
      FROM_BACKUP + ", or export what can be read and import it into a new folder";

  private final Findings findings = new Findings();
  private final Queues queues = new Queues(findings);
  private long jobs;

  /** Whether each damaged table is among the findings. */
  private boolean areTablesTold;

  /** Looks through the database in a folder. */
  public void run(Path database) {
    for (String damage : Disk.damagedLogs(database)) {
      findings.failure(
          FILE,
          damage,
          "open the store: bytes at the end that a power failure left are cut off, anything else is"
              + " refused; then "
              + FROM_BACKUP);
    }
    try (Disk disk = Disk.openToRead(database, DiskSize.DEFAULT)) {
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
    Leases leases = new Leases();
    JobCheck jobCheck = new JobCheck(disk, queues, leases, findings);
    guarded(() -> leases.read(disk));
    boolean allJobs = guarded(jobCheck::run) && !jobCheck.hasMetDamage();
    jobs = jobCheck.jobs();
    guarded(new IndexCheck(disk, queues, leases, findings)::run);
    if (allJobs) {
      guarded(new CountCheck(disk, queues, findings)::run);
    }
    guarded(() -> setAside(disk));
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
    if (failure.code() == ErrorCode.STORE_DAMAGED && areTablesTold) {
      return;
    }
    findings.failure(FILE, String.valueOf(failure.getMessage()), FROM_BACKUP);
  }

  private void setAside(Disk disk) {
    try (Scan scan = disk.scan(Family.DAMAGED, new byte[0], ALL_END)) {
      for (; scan.isValid(); scan.next()) {
        byte[] key = Arrays.copyOfRange(scan.key(), 1, scan.key().length);
        QueueFacts queue = queues.of(key);
        String name = queue == null ? "number " + Keys.queue(key) : queue.name;
        findings.failure(
            "set aside",
            "queue " + name + ", job " + Keys.id(key) + ": a record of it was set aside earlier",
            "schedule the job again, or restore the folder from a backup");
      }
    }
  }

  /** How many queues there are. */
  public int queues() {
    return queues.all().size();
  }

  /** How many jobs were looked at. */
  public long jobs() {
    return jobs;
  }

  /** What was found. */
  public Findings findings() {
    return findings;
  }
}
