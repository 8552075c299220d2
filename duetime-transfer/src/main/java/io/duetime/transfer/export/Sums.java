package io.duetime.transfer.export;

import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.wire.Members;
import io.duetime.wire.Values;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts the entries of each kind. Not thread-safe. */
public final class Sums {
  private final Map<EntryKind, Long> sums = new EnumMap<>(EntryKind.class);
  private final String queueWords;

  private Sums(String queueWords) {
    this.queueWords = queueWords;
    for (EntryKind kind : EntryKind.values()) {
      sums.put(kind, 0L);
    }
  }

  /** For the lines of an export. */
  static Sums ofLines() {
    return new Sums("");
  }

  /** For an import, in which a line of a queue imports its settings. */
  static Sums ofImport() {
    return new Sums("settings of ");
  }

  /** Counts an entry. */
  void add(StoreEntry entry) {
    sums.merge(EntryKind.of(entry), 1L, Long::sum);
  }

  /** How many jobs were counted. */
  public long jobs() {
    return sums.getOrDefault(EntryKind.JOB, 0L);
  }

  /** Whether no entry was counted. */
  public boolean isEmpty() {
    return sums.values().stream().allMatch(count -> count == 0);
  }

  /** The counts by the names of their kinds. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    sums.forEach((kind, count) -> counts.put(kind.plural(), count));
    return counts;
  }

  /** The members of the last line of an export. */
  static Sums members(Members<Sums> m) {
    Sums read = ofLines();
    for (EntryKind kind : EntryKind.values()) {
      read.sums.put(
          kind, m.need(kind.plural(), Values.WHOLE, sums -> sums.sums.getOrDefault(kind, 0L)));
    }
    return read;
  }

  /** A text such as {@code 12 jobs, 2 queues}; omits zero counts. */
  public String sentence() {
    String sentence =
        sums.entrySet().stream()
            .filter(sum -> sum.getValue() > 0 && sum.getKey() != EntryKind.DELETED_FENCES)
            .map(sum -> phrase(sum.getKey(), sum.getValue()))
            .collect(Collectors.joining(", "));
    return sentence.isEmpty() ? "nothing" : sentence;
  }

  private String phrase(EntryKind kind, long count) {
    String words = kind == EntryKind.QUEUE ? queueWords : "";
    return words + count + " " + (count == 1 ? kind.text() : kind.plural());
  }
}
