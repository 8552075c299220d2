package io.duetime.cli.remote;

import io.duetime.server.json.StrictJson;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The answer of a server.
 *
 * @param text the body
 */
public record ServerReply(int status, String text) {
  private static final int INVALID = 400;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY = 429;
  private static final int BAD_GATEWAY = 502;
  private static final int UNAVAILABLE = 503;
  private static final int OUTCOME_UNKNOWN = 504;
  private static final int FULL = 507;

  static ServerReply of(int status, byte[] body) {
    return new ServerReply(status, new String(body, StandardCharsets.UTF_8));
  }

  /**
   * Returns this answer, or throws if it is a problem. A caller may repeat a call that failed, also
   * one that took effect: a lease is settled once, and a batch carries its key.
   */
  public ServerReply orFail() {
    if (status >= 400) {
      throw isMisuse()
          ? RemoteFailure.misuse(problem())
          : new RemoteFailure(problem(), mayRepeat());
    }
    return this;
  }

  private boolean isMisuse() {
    return status == INVALID || status == TOO_LARGE;
  }

  private boolean mayRepeat() {
    return switch (status) {
      case TOO_MANY, BAD_GATEWAY, UNAVAILABLE, OUTCOME_UNKNOWN, FULL -> true;
      default -> false;
    };
  }

  /** The body as JSON; throws if it is not JSON. */
  public JsonNode json() {
    try {
      return StrictJson.MAPPER.readTree(text);
    } catch (JacksonException broken) {
      throw new RemoteFailure("the server's answer is not JSON; is it a Duetime server?", false);
    }
  }

  private String problem() {
    try {
      JsonNode problem = StrictJson.MAPPER.readTree(text);
      String detail = problem.path("detail").asString("");
      return detail.isEmpty()
          ? "the server answered " + status
          : detail + " (" + problem.path("code").asString("?") + ")";
    } catch (JacksonException notJson) {
      return "the server answered " + status + "; is it a Duetime server?";
    }
  }
}
