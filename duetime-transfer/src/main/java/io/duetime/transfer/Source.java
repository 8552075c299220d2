package io.duetime.transfer;

import io.duetime.DuetimeException;
import io.duetime.engine.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where entries come from: another system, a file, or a store. A system keeps each entry until it
 * is told that the entry is stored, so that an import that was killed continues where it stopped. A
 * file or a store is read from its beginning again.
 *
 * @param <T> what is moved
 */
public interface Source<T> extends AutoCloseable {
  /**
   * Begins to take the entries that the next call of {@link #take} returns, while those taken
   * before are stored; returns whether the source does so.
   */
  default boolean takeAhead() {
    return false;
  }

  /**
   * Takes the next entries. Takes those first that an interrupted import has taken before.
   *
   * @return an empty page if there is nothing to take at the moment
   * @throws TransferException if the system does not answer or refuses
   */
  Page<T> take();

  /**
   * Forgets entries that are stored now. May be repeated.
   *
   * @throws TransferException if the system does not answer or refuses
   */
  default void forget(Page<T> page, List<Entry<T>> stored) {}

  @Override
  default void close() {}

  /**
   * An entry of a source: what it becomes, or why it cannot be stored.
   *
   * @param handle what the source calls it until it is forgotten
   * @param value what is moved, or null if the entry cannot be read
   * @param problem why the entry is unusable, or empty
   */
  record Entry<T>(String handle, @Nullable T value, String problem) {
    /** Returns the entry with what {@code reader} makes of it, or with its complaint. */
    public static <T> Entry<T> read(String handle, Supplier<T> reader) {
      try {
        return new Entry<>(handle, reader.get(), "");
      } catch (DuetimeException wrong) {
        return new Entry<>(handle, null, String.valueOf(wrong.getMessage()));
      }
    }
  }

  /**
   * Entries that were taken together.
   *
   * @param place the part of the source that they are from
   * @param queue the queue that they go to, or empty for what belongs to none
   */
  record Page<T>(String place, String queue, List<Entry<T>> entries) {
    /** A page without entries. */
    public static <T> Page<T> empty() {
      return new Page<>("", "", List.of());
    }

    /** Whether there is nothing to take at the moment. */
    public boolean isEmpty() {
      return entries.isEmpty();
    }
  }

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
}
