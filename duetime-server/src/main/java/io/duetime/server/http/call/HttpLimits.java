package io.duetime.server.http.call;

import io.duetime.Limits;
import java.time.Duration;

/**
 * The limits of HTTP itself; those of jobs are in {@link Limits}.
 *
 * @param maxPayload bytes of a payload sent as a body
 * @param maxJson bytes of any other body
 * @param maxLine bytes of one line of a stream
 * @param bodyPause how long a body may pause before the call is refused
 * @param maxWait how long a claim may wait at most
 */
public record HttpLimits(
    int maxPayload, int maxJson, int maxLine, Duration bodyPause, Duration maxWait) {
  /** The limits of a server. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          Limits.DEFAULT_MAX_PAYLOAD_BYTES,
          16 << 20,
          4 << 20,
          Duration.ofSeconds(30),
          Duration.ofMinutes(5));

  /** The most bytes that a body may have under a rule. */
  public int maxBody(BodyRule rule) {
    return rule == BodyRule.PAYLOAD ? maxPayload : maxJson;
  }
}
