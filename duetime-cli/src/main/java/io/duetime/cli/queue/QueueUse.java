package io.duetime.cli.queue;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/** Detects queues that have never been used, which may be mistyped names. */
public final class QueueUse {
  private QueueUse() {}

  /** Whether a queue has no jobs, settings, consumers or events. */
  public static boolean isNone(Remote remote, String queue) {
    return isNoneButSettings(remote, queue, 0);
  }

  /** Prints a notice if a change of settings has created its queue. */
  static void tellIfCreated(Terminal terminal, Remote remote, String queue, JsonNode settings) {
    boolean isFirstChange = settings.path("version").asLong() <= 1;
    if (isFirstChange && isNoneButSettings(remote, queue, 1)) {
      terminal.complain("duetime: queue '" + queue + "' did not exist; it was created");
    }
  }

  private static boolean isNoneButSettings(Remote remote, String queue, long version) {
    JsonNode whole = remote.get(Remote.path("v1", "queues", queue)).orFail().json();
    return whole.at("/settings/version").asLong() <= version
        && whole.path("consumers").isEmpty()
        && isZero(whole.path("counts"))
        && isZero(whole.path("events"));
  }

  private static boolean isZero(JsonNode counts) {
    return counts.valueStream().allMatch(count -> count.asLong() == 0);
  }
}
