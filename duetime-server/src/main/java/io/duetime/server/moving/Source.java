package io.duetime.server.moving;

import io.duetime.DuetimeException;
import io.duetime.engine.JobSpec;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Another system whose jobs are moved. It keeps each entry until it is told that the entry is
 * stored, so that an import that was killed continues where it stopped.
 */
public interface Source extends AutoCloseable {
  /** Counts the entries and reads some of them, without changing anything. */
  Survey survey();

  /**
   * Takes the next entries. Takes those first that an interrupted import has taken before.
   *
   * @return an empty page if there is nothing to take at the moment
   * @throws Failure if the system does not answer or refuses
   */
  Page take();

  /**
   * Forgets entries that are stored now. May be repeated.
   *
   * @throws Failure if the system does not answer or refuses
   */
  void forget(Page page, List<Entry> stored);

  @Override
  void close();

  /**
   * An entry of a source: the job that it becomes, or why it cannot become one.
   *
   * @param handle what the source calls it until it is forgotten
   * @param job the job, or null if the entry is unusable
   * @param problem why the entry is unusable, or empty
   */
  record Entry(String handle, @Nullable JobSpec job, String problem) {
    /** Returns the entry with the job that {@code reader} makes of it, or with its complaint. */
    public static Entry read(String handle, Supplier<JobSpec> reader) {
      try {
        return new Entry(handle, reader.get(), "");
      } catch (DuetimeException wrong) {
        return new Entry(handle, null, String.valueOf(wrong.getMessage()));
      }
    }
  }

  /**
   * Entries that were taken together.
   *
   * @param place the part of the source that they are from
   * @param queue the queue that they go to
   */
  record Page(String place, String queue, List<Entry> entries) {
    /** A page without entries. */
    public static final Page EMPTY = new Page("", "", List.of());
  }

  /** Thrown when a source does not answer, or refuses; the message is printed as one line. */
  final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean mayRepeat;

    /**
     * Creates a failure with the line to print.
     *
     * @param mayRepeat whether a new connection may succeed later
     */
    public Failure(String message, boolean mayRepeat) {
      super(message);
      this.mayRepeat = mayRepeat;
    }

    /** Whether a new connection may succeed later. */
    public boolean mayRepeat() {
      return mayRepeat;
    }
  }
}
