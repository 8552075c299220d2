package io.duetime.engine.tck;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Short ways to write requests in tests. */
public final class Jobs {
  private Jobs() {}

  /** A job due at once whose payload is its id. */
  public static JobSpec.Builder job(String id) {
    return job(id, DueTime.after(0));
  }

  /** A job due after a delay whose payload is its id. */
  public static JobSpec.Builder job(String id, Duration delay) {
    return job(id, DueTime.after(delay.toMillis()));
  }

  /** A job due at a moment in epoch milliseconds whose payload is its id. */
  public static JobSpec.Builder jobAt(String id, long dueAtMillis) {
    return job(id, DueTime.at(dueAtMillis));
  }

  /** A job whose payload is its id. */
  public static JobSpec.Builder job(String id, DueTime due) {
    return JobSpec.builder(id, text(id), due);
  }

  /** Jobs due at once with the ids {@code prefix0000}, {@code prefix0001}, … */
  public static List<JobSpec> jobs(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> job(String.format("%s%04d", prefix, i)).build())
        .toList();
  }

  /** A body of UTF-8 text. */
  public static JobBody text(String payload) {
    return JobBody.of(payload.getBytes(StandardCharsets.UTF_8));
  }

  /** The text of a body. */
  public static String text(JobBody body) {
    return new String(body.payload(), StandardCharsets.UTF_8);
  }
}
