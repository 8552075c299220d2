package io.duetime.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Lists the allowed names for an unknown one, and suggests the name that was likely meant. */
public final class Suggestion {
  private static final int NEAR = 2;

  private Suggestion() {}

  /**
   * The allowed names, and the nearest one if it differs in at most two letters and in less than
   * half of them.
   */
  public static String among(Collection<String> allowed, String given) {
    if (allowed.isEmpty()) {
      return "none";
    }
    String all = String.join(", ", allowed);
    return nearest(allowed, given).map(name -> all + "; did you mean " + name + "?").orElse(all);
  }

  /** The allowed name that was likely meant. */
  public static Optional<String> nearest(Collection<String> allowed, String given) {
    return allowed.stream()
        .min(Comparator.comparingInt(name -> distance(name, given)))
        .filter(name -> distance(name, given) <= Math.min(NEAR, (name.length() - 1) / 2));
  }

  /** Levenshtein's distance; any number above {@link #NEAR} where the lengths differ by more. */
  private static int distance(String left, String right) {
    if (Math.abs(left.length() - right.length()) > NEAR) {
      return NEAR + 1;
    }
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int swap = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(swap, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}
