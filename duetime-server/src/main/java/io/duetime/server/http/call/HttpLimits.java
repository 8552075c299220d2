package io.duetime.server.http.call;

import io.duetime.Limits;
import java.time.Duration;

/**
 * The limits of HTTP itself; those of jobs are in {@link Limits}.
 *
 * @param maxPayload bytes of a payload sent as a body
 * @param maxJson bytes of any other body
 * @param maxLine bytes of one line of a stream
 * @param maxBodies bytes of all bodies at a time, without streams
 * @param bodyPause how long a body may pause before the call is refused
 * @param maxWait how long a claim may wait at most
 */
public record HttpLimits(
    int maxPayload,
    int maxJson,
    int maxLine,
    long maxBodies,
    Duration bodyPause,
    Duration maxWait) {
  private static final int MAX_JSON = 16 << 20;

  /** For clients that send a body without need, such as {@code {}}. */
  private static final int MAX_UNUSED = 1 << 10;

  /** The limits of a server. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          Limits.DEFAULT_MAX_PAYLOAD_BYTES,
          MAX_JSON,
          4 << 20,
          Math.max(MAX_JSON, Runtime.getRuntime().maxMemory() / 8),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5));

  /** The most bytes that a body may have under a rule. */
  public int maxBody(BodyRule rule) {
    return switch (rule) {
      case NONE -> MAX_UNUSED;
      case PAYLOAD -> maxPayload;
      case JSON, JSON_OR_LINES -> maxJson;
    };
  }
}
