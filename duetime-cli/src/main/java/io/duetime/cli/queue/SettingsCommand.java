package io.duetime.cli.queue;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the settings of a queue, or changes some of them. */
@Command(
    name = "settings",
    description = {
      "Show or change the settings of a queue.",
      "KEY= removes a limit or restores a default; 0 is no limit."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "handOver is TARGET or TARGET?KEY=VALUE&KEY=VALUE, with values percent-encoded.",
      "A rate is set as a whole: rate=100/1m is short for rate.permits=100 rate.per=1m.",
      "%nExamples:",
      "  duetime settings orders",
      "  duetime settings orders maxRunning=20 rate=100/1m",
      "  duetime settings orders rate= defaults.lease=",
      "  duetime settings orders 'handOver=main?exchange=orders&routingKey=timeout'"
    })
public final class SettingsCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "KEY=VALUE",
      completionCandidates = Keys.class,
      description =
          "The settings to change; others stay as they are. Keys: ${COMPLETION-CANDIDATES}.")
  private List<String> changes = List.of();

  /** Reads from the terminal, prints to it, and goes by its time. */
  public SettingsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Remote remote = server.connect(terminal);
    String path = Remote.path("v1", "queues", queue);
    JsonNode settings =
        changes.isEmpty()
            ? remote.get(path).orFail().json().path("settings")
            : change(remote, path);
    if (server.isJson()) {
      terminal.print(settings.toString());
    } else {
      SettingLines.of(settings).forEach(terminal::print);
    }
    return ExitCode.OK;
  }

  private JsonNode change(Remote remote, String path) {
    JsonNode settings = remote.patch(path, SettingLines.read(changes)).orFail().json();
    QueueUse.tellIfCreated(terminal, remote, queue, settings);
    if (settings.path("warning").isString()) {
      terminal.complain("duetime: stored, but: " + settings.path("warning").asString());
    }
    return settings;
  }

  /** The keys, for the help and for completion. */
  static final class Keys implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SettingLines.KEYS.iterator();
    }
  }
}
