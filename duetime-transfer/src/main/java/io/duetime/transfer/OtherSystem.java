package io.duetime.transfer;

import io.duetime.engine.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Another system whose jobs are moved. */
public interface OtherSystem extends Source<JobSpec> {
  /** Counts the entries and reads some of them, without changing anything. */
  Survey survey();

  /**
   * What a system has.
   *
   * @param counts entries to move, by state or place, in the words of the system
   * @param stays entries that are not moved at the moment, likewise
   * @param samples pages with some of the entries, as they would be stored
   */
  record Survey(Map<String, Long> counts, Map<String, Long> stays, List<Page<JobSpec>> samples) {
    /** Nothing. */
    public static final Survey EMPTY = new Survey(Map.of(), Map.of(), List.of());

    /** Leaves out counts of 0. */
    public Survey {
      counts = withoutZeros(counts);
      stays = withoutZeros(stays);
    }

    private static Map<String, Long> withoutZeros(Map<String, Long> counts) {
      Map<String, Long> some = new TreeMap<>(counts);
      some.values().removeIf(count -> count == 0);
      return some;
    }

    /** Returns the number of all entries to move. */
    public long entries() {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns both together. */
    public Survey plus(Survey other) {
      List<Page<JobSpec>> all = new ArrayList<>(samples);
      all.addAll(other.samples);
      return new Survey(sum(counts, other.counts), sum(stays, other.stays), all);
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
      Map<String, Long> sums = new TreeMap<>(one);
      other.forEach((name, count) -> sums.merge(name, count, Long::sum));
      return sums;
    }
  }
}
