package io.duetime.internal.kernel;

/** A place in a list that is ordered by moment, then id. */
public record Position(long moment, String id) implements Comparable<Position> {
  /** Before every job. */
  public static final Position BEGINNING = new Position(0, "");

  /** Where a job stands. */
  public static Position of(JobHead head) {
    return new Position(head.moment(), head.id());
  }

  @Override
  public int compareTo(Position other) {
    int byMoment = Long.compare(moment, other.moment);
    return byMoment != 0 ? byMoment : IdOrder.compare(id, other.id);
  }
}
