package io.duetime.handover;

import io.duetime.JobInfo;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The headers of a message: those of the job, such as its trace context, and what Duetime adds. */
public final class MessageHeaders {
  /** The name of the queue. */
  public static final String QUEUE = "duetime-queue";

  /** The number of the attempt, from 1 on; from 1 again after a redrive. */
  public static final String ATTEMPT = "duetime-attempt";

  /** The due time of the attempt, ISO-8601. */
  public static final String DUE_AT = "duetime-due-at";

  /** The due time that the caller last asked for, ISO-8601. */
  public static final String FIRST_DUE_AT = "duetime-first-due-at";

  /** The time at which the store accepted the job, ISO-8601: jobs with the same id differ in it. */
  public static final String SCHEDULED_AT = "duetime-scheduled-at";

  /** Set to {@code true} if an earlier attempt may have arrived. */
  public static final String POSSIBLE_DUPLICATE = "duetime-possible-duplicate";

  /** The names of all headers that Duetime adds. */
  public static final Set<String> ADDED =
      Set.of(QUEUE, ATTEMPT, DUE_AT, FIRST_DUE_AT, SCHEDULED_AT, POSSIBLE_DUPLICATE);

  private static final int NANOS_OF_MILLI = 1_000_000;

  private static volatile Second last = new Second(0, "1970-01-01T00:00:00");

  private MessageHeaders() {}

  /** Returns the headers of a job's message. What Duetime adds wins over the job's own. */
  public static Map<String, String> of(JobInfo<?> job) {
    Map<String, String> headers = new LinkedHashMap<>(job.headers());
    headers.put(QUEUE, job.queue());
    headers.put(ATTEMPT, Integer.toString(job.attempt()));
    headers.put(DUE_AT, text(job.dueAt()));
    headers.put(FIRST_DUE_AT, text(job.firstDueAt()));
    headers.put(SCHEDULED_AT, text(job.scheduledAt()));
    headers.remove(POSSIBLE_DUPLICATE);
    if (job.attempt() > 1 || job.mayHaveArrived()) {
      headers.put(POSSIBLE_DUPLICATE, "true");
    }
    return headers;
  }

  // As of Instant, whose formatter took a fifth of the time of a hand-over's thread. Messages that
  // follow each other mostly have the same second.
  static String text(Instant moment) {
    int nanos = moment.getNano();
    if (nanos % NANOS_OF_MILLI != 0) {
      return moment.toString();
    }
    Second second = last;
    if (second.epochSecond != moment.getEpochSecond()) {
      String whole = Instant.ofEpochSecond(moment.getEpochSecond()).toString();
      second = new Second(moment.getEpochSecond(), whole.substring(0, whole.length() - 1));
      last = second;
    }
    return nanos == 0
        ? second.text + "Z"
        : second.text + "." + Integer.toString(1_000 + nanos / NANOS_OF_MILLI).substring(1) + "Z";
  }

  private record Second(long epochSecond, String text) {}
}
