package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells at the opening of a store what had better be otherwise, once. */
public final class OpeningLog {
  private static final Logger LOG = LoggerFactory.getLogger("io.duetime.redis");

  private OpeningLog() {}

  /** Tells of findings: failures as errors, what is fine not at all. */
  public static void tell(List<Finding> findings) {
    for (Finding finding : findings) {
      String text = finding.check() + ": " + finding.message() + "; to do: " + finding.remedy();
      switch (finding.verdict()) {
        case FAILURE -> LOG.error("{}", text);
        case WARNING -> LOG.warn("{}", text);
        case UNKNOWN -> LOG.info("{}", text);
        case OK -> LOG.debug("{}", text);
      }
    }
  }

  /** Tells that the look itself failed, perhaps as the store was closed meanwhile. */
  public static void tellFailed(Throwable failure) {
    LOG.debug("The store could not be looked over at its opening", failure);
  }
}
