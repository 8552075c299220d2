package io.duetime.server.http.call;

import io.duetime.Limits;
import io.duetime.server.connection.ConnectionPlan;
import io.duetime.server.http.call.Route.BodyRule;
import java.time.Duration;

/**
 * The limits of HTTP itself; those of jobs are in {@link Limits}.
 *
 * @param maxPayload bytes of a payload sent as a body
 * @param maxJson bytes of any other body that may be large
 * @param maxLine bytes of one line of a stream
 * @param maxBodies bytes of all bodies and unfinished lines of streams at a time
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
  /**
   * The limits of connections.
   *
   * @param most those that are served
   * @param surplus those beyond, on which only health and metrics are answered
   * @param quiet how long a connection may be without a complete request, about
   * @param head how long a header may take from its first byte on, about
   */
  public record Connections(int most, int surplus, Duration quiet, Duration head) {
    /** The limits of a server with this plan. */
    public static Connections of(ConnectionPlan plan) {
      return new Connections(
          plan.http(), plan.surplus(), Duration.ofSeconds(60), Duration.ofSeconds(10));
    }
  }

  /** The largest payload that a server can be told to accept. */
  public static final int MOST_PAYLOAD = 16 << 20;

  private static final int MAX_JSON = 16 << 20;
  private static final int MAX_LINE = 4 << 20;

  /** For clients that send a body without need, such as {@code {}}. */
  private static final int MAX_UNUSED = 1 << 10;

  /** The limits of a server with the heap of this process. */
  public static final HttpLimits DEFAULT =
      of(Limits.DEFAULT_MAX_PAYLOAD_BYTES, Runtime.getRuntime().maxMemory());

  /**
   * The limits of a server; those of bodies and lines grow with the largest payload.
   *
   * @param heap the bytes of the heap, an eighth of which is for bodies
   */
  public static HttpLimits of(int maxPayload, long heap) {
    // A job in JSON has its payload in base64, and may have its headers besides.
    int maxJob = maxPayload / 3 * 4 + (1 << 20);
    int maxJson = Math.max(MAX_JSON, maxJob);
    return new HttpLimits(
        maxPayload,
        maxJson,
        Math.max(MAX_LINE, maxJob),
        Math.max(maxJson + maxJson / 4, heap / 8),
        Duration.ofSeconds(30),
        Duration.ofMinutes(5));
  }

  /** The room for bodies: half of it for one caller, a sixteenth for small ones only. */
  public ByteRoom.Size bodies() {
    return new ByteRoom.Size(maxBodies, Math.max(maxJson, maxBodies / 2), maxBodies / 16);
  }

  /** The room for answers until they are read, of the same size, in which a claim fits. */
  public ByteRoom.Size answers() {
    // A claim ends with the job that reaches its bytes.
    long share = Math.max(Limits.MAX_CLAIM_BYTES + maxPayload, maxBodies / 2);
    return new ByteRoom.Size(Math.max(share, maxBodies), share, maxBodies / 16);
  }

  /** How much callers may send and receive at a time, for the log. */
  public String roomText() {
    return "Bodies that callers send take at most "
        + megabytes(bodies())
        + "; answers that they have not read take at most "
        + megabytes(answers());
  }

  private static String megabytes(ByteRoom.Size size) {
    return (size.most() >> 20)
        + " MiB at a time, those of one token "
        + (size.share() >> 20)
        + " MiB";
  }

  /** The most bytes that a body may have under a rule. */
  public int maxBody(BodyRule rule) {
    return switch (rule) {
      case NONE -> MAX_UNUSED;
      case PAYLOAD -> maxPayload;
      case SMALL_JSON -> Math.min(ByteRoom.SMALL, maxJson);
      case JSON, JSON_OR_LINES -> maxJson;
    };
  }
}
