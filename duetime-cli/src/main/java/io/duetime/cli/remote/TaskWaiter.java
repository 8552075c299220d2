package io.duetime.cli.remote;

import io.duetime.async.Waits;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ApiPath;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Waits until a task has ended, and shows its progress. */
public final class TaskWaiter {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Terminal terminal;
  private final Remote remote;
  private final boolean isShown;

  /** Draws a progress bar if {@code isShown} and the output is a terminal. */
  TaskWaiter(Terminal terminal, Remote remote, boolean isShown) {
    this.terminal = terminal;
    this.remote = remote;
    this.isShown = isShown && terminal.isInteractive();
  }

  /**
   * Returns a task when it has ended.
   *
   * @throws CommandFailure if it has failed or was cancelled
   */
  ServerReply ended(String id) {
    ProgressBar bar = new ProgressBar(terminal, isShown, 1_000);
    try {
      ServerReply task = find(id);
      for (long drawn = 0; !isEnded(task.json()); task = find(id)) {
        long done = thousandths(task.json());
        bar.read(done - drawn);
        drawn = done;
        bar.draw(task.json().path("examined").asLong(), "jobs");
        pause();
      }
      return succeeded(task);
    } finally {
      bar.clear();
    }
  }

  private ServerReply find(String id) {
    return remote.get("/v1/tasks/" + ApiPath.segment(id));
  }

  /** Whether a task has ended. */
  public static boolean isEnded(JsonNode task) {
    return !task.path("endedAt").isNull();
  }

  /** Whether a task has ended without changing everything. */
  public static boolean isFailed(JsonNode task) {
    String state = task.path("state").asString();
    return List.of("FAILED", "STOPPED", "CANCELLED").contains(state);
  }

  private static ServerReply succeeded(ServerReply reply) {
    JsonNode task = reply.json();
    if (isFailed(task)) {
      String error = task.at("/error/detail").asString("");
      String state = task.path("state").asString();
      throw new CommandFailure(
          "task %s %s; %d jobs were changed"
              .formatted(
                  task.path("id").asString(),
                  state.equals("CANCELLED")
                      ? "was cancelled"
                      : state.toLowerCase(Locale.ROOT) + ": " + error,
                  task.path("changed").asLong()));
    }
    return reply;
  }

  private static long thousandths(JsonNode task) {
    long total = task.path("total").asLong(0);
    return total == 0 ? 0 : Math.min(1_000, task.path("examined").asLong() * 1_000 / total);
  }

  private void pause() {
    try {
      Waits.pause(terminal.time(), PAUSE);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted; the task goes on");
    }
  }
}
