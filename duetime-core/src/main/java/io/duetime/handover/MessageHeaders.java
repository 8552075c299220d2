package io.duetime.handover;

import io.duetime.JobInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers of a message: those of the job, such as its trace context, and what Duetime adds. */
public final class MessageHeaders {
  /** The name of the queue. */
  public static final String QUEUE = "duetime-queue";

  /** The number of the attempt. Above 1 the message may be a duplicate. */
  public static final String ATTEMPT = "duetime-attempt";

  /** The due time of the attempt, ISO-8601. */
  public static final String DUE_AT = "duetime-due-at";

  /** The due time that the caller last asked for, ISO-8601. */
  public static final String FIRST_DUE_AT = "duetime-first-due-at";

  /** Set to {@code true} if an earlier attempt may have arrived. */
  public static final String POSSIBLE_DUPLICATE = "duetime-possible-duplicate";

  private MessageHeaders() {}

  /** Returns the headers of a job's message. What Duetime adds wins over the job's own. */
  public static Map<String, String> of(JobInfo<?> job) {
    Map<String, String> headers = new LinkedHashMap<>(job.headers());
    headers.put(QUEUE, job.queue());
    headers.put(ATTEMPT, Integer.toString(job.attempt()));
    headers.put(DUE_AT, job.dueAt().toString());
    headers.put(FIRST_DUE_AT, job.firstDueAt().toString());
    headers.remove(POSSIBLE_DUPLICATE);
    if (job.attempt() > 1) {
      headers.put(POSSIBLE_DUPLICATE, "true");
    }
    return headers;
  }
}
