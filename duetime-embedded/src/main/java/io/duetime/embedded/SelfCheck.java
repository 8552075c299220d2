package io.duetime.embedded;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.folder.SpaceKeeper;
import io.duetime.embedded.internal.folder.StoreFolder;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks over an open store. */
final class SelfCheck {
  private SelfCheck() {}

  static List<Finding> findings(
      StoreFolder folder, @Nullable StoreFailureException failure, SpaceKeeper space) {
    return List.of(writing(folder, failure), room(space));
  }

  private static Finding writing(StoreFolder folder, @Nullable StoreFailureException failure) {
    return failure == null
        ? new Finding("writing", Verdict.OK, "writes reach " + folder.path(), "")
        : new Finding(
            "writing",
            Verdict.FAILURE,
            String.valueOf(failure.getMessage()),
            "see to the disk, then open the store again");
  }

  private static Finding room(SpaceKeeper space) {
    space.look();
    return space.refusal() == null
        ? new Finding("disk space", Verdict.OK, "there is room for new jobs", "")
        : new Finding(
            "disk space",
            Verdict.WARNING,
            "below the low-space mark: new jobs are refused",
            "make room; new jobs are then taken again by themselves");
  }
}
