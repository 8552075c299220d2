package io.duetime.kernel.job;

/** A place in a list that is ordered by moment, then id. */
public record Position(long moment, String id) implements Comparable<Position> {
  public static final Position BEGINNING = new Position(0, "");

  public static Position of(ListedJob job) {
    return new Position(job.moment(), job.id());
  }

  @Override
  public int compareTo(Position other) {
    int byMoment = Long.compare(moment, other.moment);
    return byMoment != 0 ? byMoment : IdOrder.compare(id, other.id);
  }

  /**
   * The order of ids by their bytes in UTF-8, which is the order of code points, without making the
   * bytes.
   */
  public static final class IdOrder {
    private IdOrder() {}

    /** Negative, zero or positive as {@code a} comes before, is, or comes after {@code b}. */
    public static int compare(String a, String b) {
      int common = Math.min(a.length(), b.length());
      for (int i = 0; i < common; i++) {
        char x = a.charAt(i);
        char y = b.charAt(i);
        if (x != y) {
          return Integer.compare(rank(x), rank(y));
        }
      }
      return Integer.compare(a.length(), b.length());
    }

    // UTF-16 sorts surrogates, which encode U+10000 and above, below U+E000; code points do not.
    private static int rank(char c) {
      return Character.isSurrogate(c) ? c + 0x1_0000 : c;
    }
  }
}
