package io.duetime.embedded.internal.table;

import io.duetime.internal.kernel.list.Position;
import io.duetime.internal.kernel.state.JobTable;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The jobs that wait on one level, by due time and id. All of them are on disk; the first of them,
 * up to an edge, are also on the heap.
 */
final class WaitingLine {
  private static final Comparator<NearJob> IN_ORDER = Comparator.comparing(job -> job.place);
  private static final Position BEFORE_ALL = new Position(-1, "");
  private static final Position BEHIND_ALL = new Position(JobTable.NEVER, "");

  final int level;
  final long priority;

  /** Those on the heap that the wheel has handed out: usually the due ones. */
  final TreeSet<NearJob> reached = new TreeSet<>(IN_ORDER);

  /** How many wait. */
  long count;

  /** No job of the line is due before this moment. */
  long floor;

  /** How many of them are on the heap. */
  int near;

  /** How many the next look at the disk takes. */
  int stride;

  private Position edge = BEFORE_ALL;

  WaitingLine(int level, long priority, int stride) {
    this.level = level;
    this.priority = priority;
    this.stride = stride;
  }

  /** The last place up to which the heap knows all. */
  Position edge() {
    return edge;
  }

  void edge(Position newEdge) {
    edge = newEdge;
  }

  /** The heap knows all there is. */
  void known() {
    edge = BEHIND_ALL;
  }

  /** Whether the heap knows all there is. */
  boolean isKnown() {
    return near == count;
  }

  /** Whether a job at a place belongs on the heap. */
  boolean covers(Position place) {
    return place.compareTo(edge) <= 0;
  }
}
