package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.server.json.JsonTrees;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The answer of a server.
 *
 * @param text the body
 */
public record ServerReply(int status, String text) {
  /** The status of a change that a task makes in the background. */
  static final int ACCEPTED = 202;

  private static final int OK = 200;
  private static final int INVALID = 400;
  private static final int TOO_LARGE = 413;

  /** Creates the answer that a server would give, with this JSON. */
  public static ServerReply ok(String json) {
    return new ServerReply(OK, json);
  }

  /**
   * Returns this answer, or throws if it is a problem. A caller may repeat a call that failed, also
   * one that took effect: a batch carries its key.
   */
  ServerReply orFail() {
    return switch (status) {
      case INVALID, TOO_LARGE -> throw new CommandFailure(problem(), ExitCode.USAGE);
      case 429, 502, 503, 504, 507 -> throw CommandFailure.passing(problem());
      default -> {
        if (status > INVALID) {
          throw new CommandFailure(problem());
        }
        yield this;
      }
    };
  }

  /** The body as JSON; throws if it is not JSON. */
  public JsonNode json() {
    return json(text);
  }

  /** Reads JSON that a server has sent. */
  public static JsonNode json(String text) {
    try {
      return JsonTrees.MAPPER.readTree(text);
    } catch (JacksonException broken) {
      throw new CommandFailure("the server's answer is not JSON; is it a Duetime server?");
    }
  }

  private String problem() {
    try {
      JsonNode problem = JsonTrees.MAPPER.readTree(text);
      String detail = problem.path("detail").asString("");
      return detail.isEmpty()
          ? "the server answered " + status
          : detail + " (" + problem.path("code").asString("?") + ")";
    } catch (JacksonException notJson) {
      return "the server answered " + status + "; is it a Duetime server?";
    }
  }
}
