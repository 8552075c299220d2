package io.duetime.spring.internal.outbox;

import io.duetime.Job;
import io.duetime.JobRequest;
import io.duetime.Limits;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The header that tells which call of the outbox a job is from. A call that is repeated after a
 * crash may make its job a second time; by the header the inbox knows both for one.
 */
final class CallMark {
  private static final String HEADER = "duetime-call";
  private static final Pattern MARK = Pattern.compile("[0-9a-f]{16}");
  private static final int HEX = 16;

  private CallMark() {}

  /** The header of a request; empty if it has no nonce, or no room for a header. */
  static Map<String, String> headerOf(JobRequest<byte[]> request) {
    if (request.nonce().isEmpty() || request.headers().size() >= Limits.MAX_HEADERS) {
      return Map.of();
    }
    return Map.of(HEADER, String.format("%016x", request.nonce().getAsLong()));
  }

  /** What tells a job from others of its id: its call, or when the store accepted it. */
  static long of(Job<?> job) {
    String mark = job.headers().getOrDefault(HEADER, "");
    return MARK.matcher(mark).matches()
        ? Long.parseUnsignedLong(mark, HEX)
        : job.scheduledAt().toEpochMilli();
  }
}
