package io.duetime.server.moving;

import io.duetime.DuetimeException;
import io.duetime.engine.JobSpec;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a source: the job that it becomes, or why it cannot become one.
 *
 * @param handle what the source calls it until it is forgotten
 * @param job the job, or null if the entry is unusable
 * @param problem why the entry is unusable, or empty
 */
public record Entry(String handle, @Nullable JobSpec job, String problem) {
  /** Returns the entry with the job that {@code reader} makes of it, or with its complaint. */
  public static Entry read(String handle, Supplier<JobSpec> reader) {
    try {
      return new Entry(handle, reader.get(), "");
    } catch (DuetimeException wrong) {
      return new Entry(handle, null, String.valueOf(wrong.getMessage()));
    }
  }
}
