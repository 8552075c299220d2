package io.duetime.server.transfer;

import io.duetime.internal.kernel.transfer.StoreEntry;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** Counts the lines of each kind. Not thread-safe. */
public final class Sums {
  private static final List<Kind> COUNTED =
      List.of(
          Kind.JOB,
          Kind.QUEUE,
          Kind.RECURRING,
          Kind.COPY,
          Kind.DOCUMENT,
          Kind.NUMBERS,
          Kind.DELETED_FENCES);

  private final EnumMap<Kind, Long> sums = new EnumMap<>(Kind.class);
  private final String queueWords;

  private Sums(String queueWords) {
    this.queueWords = queueWords;
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
    sums.merge(Kind.of(entry), 1L, Long::sum);
  }

  long of(Kind kind) {
    return sums.getOrDefault(kind, 0L);
  }

  /** How many jobs were counted. */
  public long jobs() {
    return of(Kind.JOB);
  }

  /** How many entries of all kinds were counted. */
  public long all() {
    return sums.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The names of the members that {@link #write} writes. */
  static List<String> names() {
    return COUNTED.stream().map(Kind::plural).toList();
  }

  /** Writes a member for each kind. */
  public void write(JsonGenerator out) {
    COUNTED.forEach(kind -> out.writeNumberProperty(kind.plural(), of(kind)));
  }

  /** Whether these are the counts in the line {@code end}. */
  boolean match(Needed end) {
    return COUNTED.stream().allMatch(kind -> end.whole(kind.plural()) == of(kind));
  }

  /** A text such as {@code 12 jobs, 2 queues}; omits zero counts. */
  public String sentence() {
    String sentence =
        COUNTED.stream()
            .filter(kind -> of(kind) > 0 && kind != Kind.DELETED_FENCES)
            .map(this::phrase)
            .collect(Collectors.joining(", "));
    return sentence.isEmpty() ? "nothing" : sentence;
  }

  private String phrase(Kind kind) {
    String words = kind == Kind.QUEUE ? queueWords : "";
    return words + of(kind) + " " + (of(kind) == 1 ? kind.text() : kind.plural());
  }
}
