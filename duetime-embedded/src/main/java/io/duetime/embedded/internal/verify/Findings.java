package io.duetime.embedded.internal.verify;

import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Collects findings; keeps the first ones and counts all. Not thread-safe. */
public final class Findings {
  /** What to do about a record that cannot be understood. */
  static final String RESTORE =
      "restore the folder from a backup; opened as it is, the store sets the record aside and goes"
          + " on without the job";

  /** What to do about numbers that are wrong. */
  static final String REWRITE = "export the store and import it into an empty folder";

  /** What to do about a reference to nothing. */
  static final String NOTHING = "nothing: the store drops it when it comes to it";

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

  /** How many there were. */
  public long count() {
    return count;
  }
}
