package io.duetime.internal.kernel.list;

/** A place in a list that is ordered by moment, then id. */
public record Position(long moment, String id) implements Comparable<Position> {
  /** Before every job. */
  public static final Position BEGINNING = new Position(0, "");

  /** The place of a job. */
  public static Position of(ListedJob job) {
    return new Position(job.moment(), job.id());
  }

  @Override
  public int compareTo(Position other) {
    int byMoment = Long.compare(moment, other.moment);
    return byMoment != 0 ? byMoment : IdOrder.compare(id, other.id);
  }
}
