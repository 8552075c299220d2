package io.duetime.embedded;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.SpaceKeeper;
import io.duetime.embedded.internal.disk.StoreFolder;
import io.duetime.embedded.internal.table.QueueDirectory.SetAside;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks over an open store. */
final class FolderFindings {
  /** How many records that were set aside are told one by one. */
  static final int MOST_NAMED = 20;

  private FolderFindings() {}

  static Finding writing(StoreFolder folder, @Nullable StoreFailureException failure) {
    return failure == null
        ? new Finding("writing", Verdict.OK, "writes reach " + folder.path(), "")
        : new Finding(
            "writing",
            Verdict.FAILURE,
            String.valueOf(failure.getMessage()),
            "see to the disk, then open the store again");
  }

  static Finding room(SpaceKeeper space) {
    space.look();
    return space.refusal() == null
        ? new Finding("disk space", Verdict.OK, "there is room for new jobs", "")
        : new Finding(
            "disk space",
            Verdict.WARNING,
            "below the low-space mark: new jobs are refused",
            "make room; new jobs are then taken again by themselves");
  }

  /**
   * Tells the records that could not be understood.
   *
   * @param setAside one more than are told where there are more; null when it is not known
   */
  static Finding records(StoreFolder folder, @Nullable List<SetAside> setAside) {
    if (setAside == null) {
      return new Finding("records", Verdict.UNKNOWN, "the store does not answer", "");
    }
    if (setAside.isEmpty()) {
      return new Finding("records", Verdict.OK, "no record had to be set aside", "");
    }
    return new Finding(
        "records",
        Verdict.WARNING,
        "records that cannot be understood were set aside: " + named(setAside),
        "schedule these jobs again if they still matter; their records are kept in "
            + folder.database());
  }

  private static String named(List<SetAside> setAside) {
    String named =
        setAside.stream()
            .limit(MOST_NAMED)
            .map(one -> one.what() + " in queue " + one.queue())
            .collect(Collectors.joining("; "));
    return setAside.size() > MOST_NAMED ? named + "; and more" : named;
  }
}
