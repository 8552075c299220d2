package io.duetime.engine;

/**
 * What one step of upkeep did.
 *
 * @param leasesLost leases whose end was settled
 * @param expired jobs buried or dropped because they had expired
 * @param ticks jobs made by recurring definitions
 * @param forgotten remembered jobs whose retention ended
 * @param deadDropped dead jobs that the settings of their queue keep no longer
 * @param copied dead jobs copied to their queue
 * @param comeBackAtMillis when there is more to do; at or before now when at once
 */
public record Maintenance(
    int leasesLost,
    int expired,
    int ticks,
    int forgotten,
    int deadDropped,
    int copied,
    long comeBackAtMillis) {
  /** Nothing done, nothing to come. */
  public static final Maintenance NOTHING = new Maintenance(0, 0, 0, 0, 0, 0, ClaimResult.NEVER);

  /** The same, to come back at another moment. */
  public Maintenance comeBackAt(long newComeBackAtMillis) {
    return new Maintenance(
        leasesLost, expired, ticks, forgotten, deadDropped, copied, newComeBackAtMillis);
  }

  /** Both together. */
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
