package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Something whose record was set aside.
 *
 * @param queue the name of its queue, or its number when there is no such queue any more
 * @param what what it is, such as {@code job order-42}
 */
public record SetAside(String queue, String what) {
  private static final byte[] ALL_END = {(byte) 0xff};

  /** The first of them, each once, though a job may have had two records. */
  static List<SetAside> first(WriteGroup group, Map<Integer, String> names, int max) {
    Set<SetAside> found = new LinkedHashSet<>();
    try (Scan scan = group.scan(Family.DAMAGED, new byte[0], ALL_END)) {
      for (; scan.isValid() && found.size() < max; scan.next()) {
        found.add(of(scan.key(), names));
      }
    }
    return List.copyOf(found);
  }

  private static SetAside of(byte[] place, Map<Integer, String> names) {
    byte[] key = Arrays.copyOfRange(place, 1, place.length);
    boolean isJob = place[0] != Family.META.letter();
    int queue = isJob ? Keys.queue(key) : Keys.queueOfName(key);
    String what = isJob ? "job " + Keys.id(key) : "record " + (char) key[0] + " " + Keys.name(key);
    return new SetAside(names.getOrDefault(queue, "of number " + queue), what);
  }
}
