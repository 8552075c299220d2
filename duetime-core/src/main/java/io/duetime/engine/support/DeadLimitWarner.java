package io.duetime.engine.support;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns that a queue has nearly as many dead jobs as it keeps: once when nine tenths are reached,
 * and again only after they have been fewer than eight tenths.
 */
public final class DeadLimitWarner {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLimitWarner.class);

  private static final double WARN_FROM = 0.9;
  private static final double REST_BELOW = 0.8;

  private final String place;
  private boolean warned;

  /** Warns about one place, such as {@code Queue orders}. */
  public DeadLimitWarner(String place) {
    this.place = place;
  }

  /**
   * Warns if so many dead jobs are a reason to; {@code maxDead} is 0 for no limit.
   *
   * @return whether it has warned now
   */
  public synchronized boolean saw(long dead, long maxDead) {
    if (maxDead == 0 || dead < maxDead * REST_BELOW) {
      warned = false;
    } else if (!warned && dead >= maxDead * WARN_FROM) {
      warned = true;
      LOG.warn(
          "{}: {} dead jobs, maxDead is {}; above it the oldest are dropped: redrive or purge them",
          place,
          dead,
          maxDead);
      return true;
    }
    return false;
  }
}
