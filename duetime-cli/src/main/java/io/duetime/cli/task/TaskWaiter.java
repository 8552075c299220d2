package io.duetime.cli.task;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Waits until a task has ended, and shows its progress. */
public final class TaskWaiter {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int ACCEPTED = 202;

  private final Terminal terminal;
  private final Remote remote;
  private final boolean isShown;

  /** Draws a progress bar if {@code isShown} and the output is a terminal. */
  public TaskWaiter(Terminal terminal, Remote remote, boolean isShown) {
    this.terminal = terminal;
    this.remote = remote;
    this.isShown = isShown && terminal.isInteractive();
  }

  /**
   * Returns an answer as it is, or if it is an accepted task, the task when it has ended.
   *
   * @throws CommandFailure if the task has failed or was cancelled
   */
  public ServerReply ended(ServerReply reply) {
    if (reply.status() != ACCEPTED) {
      return reply;
    }
    return ended(reply.json().path("id").asString());
  }

  /** Returns a task when it has ended. */
  public ServerReply ended(String id) {
    ProgressBar bar = new ProgressBar(terminal, isShown, 1_000);
    try {
      ServerReply task = look(id);
      for (long drawn = 0; !isEnded(task.json()); task = look(id)) {
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

  private ServerReply look(String id) {
    return remote.get(Remote.path("v1", "tasks", id)).orFail();
  }

  static boolean isEnded(JsonNode task) {
    return !task.path("endedAt").isNull();
  }

  private static ServerReply succeeded(ServerReply reply) {
    JsonNode task = reply.json();
    String state = task.path("state").asString();
    if (state.equals("FAILED") || state.equals("CANCELLED")) {
      String why =
          state.equals("FAILED")
              ? "failed: " + task.path("error").path("detail").asString()
              : "was cancelled";
      throw new CommandFailure(
          "task %s %s; %d jobs were changed"
              .formatted(task.path("id").asString(), why, task.path("changed").asLong()));
    }
    return reply;
  }

  private static long thousandths(JsonNode task) {
    long total = task.path("total").asLong(0);
    return total == 0 ? 0 : Math.min(1_000, task.path("examined").asLong() * 1_000 / total);
  }

  private void pause() {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    terminal.time().after(PAUSE, () -> over.complete(true));
    try {
      terminal.time().await(over);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted; the task goes on");
    }
  }
}
