package io.duetime.engine;

/**
 * The result of one maintenance step.
 *
 * @param leasesLost lost leases that were settled
 * @param expired jobs buried or dropped because they had expired
 * @param ticks jobs created by recurring definitions
 * @param forgotten remembered jobs whose retention ended
 * @param deadDropped dead jobs removed by the limits of their queue
 * @param copied dead jobs copied to another queue
 * @param comeBackAtMillis when to run the next step; at or before now if there is more to do
 */
public record Maintenance(
    int leasesLost,
    int expired,
    int ticks,
    int forgotten,
    int deadDropped,
    int copied,
    long comeBackAtMillis) {
  /** Nothing was done, and no next step is known. */
  public static final Maintenance NOTHING = new Maintenance(0, 0, 0, 0, 0, 0, ClaimResult.NEVER);

  /** Returns a copy with another time of the next step. */
  public Maintenance comeBackAt(long newComeBackAtMillis) {
    return new Maintenance(
        leasesLost, expired, ticks, forgotten, deadDropped, copied, newComeBackAtMillis);
  }

  /** Returns the sum of two results. */
  public Maintenance plus(Maintenance other) {
    return new Maintenance(
        leasesLost + other.leasesLost,
        expired + other.expired,
        ticks + other.ticks,
        forgotten + other.forgotten,
        deadDropped + other.deadDropped,
        copied + other.copied,
        Math.min(comeBackAtMillis, other.comeBackAtMillis));
  }
}
