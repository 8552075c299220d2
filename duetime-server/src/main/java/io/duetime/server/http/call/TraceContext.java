package io.duetime.server.http.call;

import io.duetime.Limits;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The W3C trace context of a request, which becomes headers of its jobs, so that their runs can be
 * linked to it. Headers that the job has already win; what does not fit into a job's limits is left
 * out, as is a context that is malformed.
 */
public record TraceContext(Map<String, String> headers) {
  private static final String PARENT = "traceparent";
  private static final String STATE = "tracestate";
  private static final Pattern PARENT_FORM =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** Reads the context of a request; without headers if it has none. */
  public static TraceContext of(Call call) {
    Map<String, String> headers = new LinkedHashMap<>();
    String parent = call.header(PARENT);
    String state = call.header(STATE);
    if (parent != null && PARENT_FORM.matcher(parent).matches()) {
      headers.put(PARENT, parent);
      if (state != null && isPlain(state)) {
        headers.put(STATE, state);
      }
    }
    return new TraceContext(headers);
  }

  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && value.length() <= Limits.MAX_TEXT_BYTES
        && value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e);
  }

  /** Returns a job with this context in its headers. */
  public JobSpec in(JobSpec job) {
    JobBody body = job.body();
    if (headers.isEmpty() || body.headers().containsKey(PARENT)) {
      return job;
    }
    return job.toBuilder()
        .body(new JobBody(body.payload(), body.contentType(), with(body.headers())))
        .build();
  }

  private Map<String, String> with(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(own);
    headers.forEach((name, value) -> {
      if (all.size() < Limits.MAX_HEADERS) {
        all.putIfAbsent(name, value);
      }
    });
    return all;
  }
}
