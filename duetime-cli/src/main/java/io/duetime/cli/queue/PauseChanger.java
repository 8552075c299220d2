package io.duetime.cli.queue;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.client.QueuePattern;
import io.duetime.server.json.StrictJson;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** Pauses or resumes one queue, or all whose names match a pattern with {@code *}. */
final class PauseChanger {
  private final Terminal terminal;
  private final Remote remote;
  private final boolean isJson;
  private final String body;
  private final BiFunction<String, JsonNode, String> words;

  /**
   * Creates a changer that sends {@code body} as a change of settings.
   *
   * @param words the line to print about a queue and its new settings
   */
  PauseChanger(
      Terminal terminal,
      ServerOptions server,
      String body,
      BiFunction<String, JsonNode, String> words) {
    this.terminal = terminal;
    this.remote = server.connect(terminal);
    this.isJson = server.isJson();
    this.body = body;
    this.words = words;
  }

  /** Changes the queues that the operand names, and returns the exit code. */
  int change(String operand) {
    return operand.indexOf('*') < 0 ? changeOne(operand) : changeMatching(operand);
  }

  private int changeOne(String queue) {
    ServerReply reply = patch(queue);
    terminal.print(isJson ? reply.text() : words.apply(queue, reply.json()));
    QueueUse.tellIfCreated(terminal, remote, queue, reply.json());
    return ExitCode.OK;
  }

  private int changeMatching(String pattern) {
    List<String> queues = matching(pattern);
    if (queues.isEmpty()) {
      throw new CommandFailure("no queue matches '" + pattern + "'");
    }
    long failed = queues.stream().filter(queue -> !isChanged(queue)).count();
    return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  /** An invalid change ends the command; the failure of one queue does not. */
  private boolean isChanged(String queue) {
    try {
      JsonNode settings = patch(queue).json();
      terminal.print(isJson ? line(queue, settings) : words.apply(queue, settings));
      return true;
    } catch (RemoteFailure failure) {
      if (failure.isMisuse()) {
        throw failure;
      }
      terminal.complain("duetime: " + queue + ": " + failure.getMessage());
      return false;
    }
  }

  private ServerReply patch(String queue) {
    return remote.patch(Remote.path("v1", "queues", queue), body).orFail();
  }

  private List<String> matching(String pattern) {
    return QueuePages.read(remote)
        .path("queues")
        .valueStream()
        .map(queue -> queue.path("queue").asString())
        .filter(new QueuePattern(pattern)::matches)
        .sorted()
        .toList();
  }

  private static String line(String queue, JsonNode settings) {
    return StrictJson.MAPPER
        .createObjectNode()
        .put("queue", queue)
        .set("settings", settings)
        .toString();
  }
}
