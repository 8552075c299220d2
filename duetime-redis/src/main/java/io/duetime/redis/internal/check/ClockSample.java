package io.duetime.redis.internal.check;

import io.duetime.redis.internal.link.Node;
import java.util.List;

/**
 * How a server's clock stood to that of this process.
 *
 * @param node the server
 * @param aheadMicros how far the server's is ahead, if question and answer took equally long
 * @param roundTripMicros how long both took together; half of it is how wrong the former may be
 */
record ClockSample(Node node, long aheadMicros, long roundTripMicros) {
  /** What a server answered to TIME between two moments of this process. */
  static ClockSample of(Node node, List<?> time, long sentMicros, long roundTripMicros) {
    long seconds = number(time.get(0));
    long server = seconds * 1_000_000 + number(time.get(1));
    return new ClockSample(node, server - sentMicros - roundTripMicros / 2, roundTripMicros);
  }

  private static long number(Object text) {
    return Long.parseLong(new String((byte[]) text, java.nio.charset.StandardCharsets.US_ASCII));
  }

  /** How far apart the clocks are at least. */
  long skewMillis() {
    return Math.max(0, Math.abs(aheadMicros) - roundTripMicros / 2) / 1_000;
  }

  /** How far apart two servers' clocks are at least. */
  long skewMillis(ClockSample other) {
    long apart = Math.abs(aheadMicros - other.aheadMicros);
    return Math.max(0, apart - (roundTripMicros + other.roundTripMicros) / 2) / 1_000;
  }
}
