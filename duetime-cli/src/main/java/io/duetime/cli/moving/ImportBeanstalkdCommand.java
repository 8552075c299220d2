package io.duetime.cli.moving;

import io.duetime.cli.terminal.Terminal;
import io.duetime.server.moving.beanstalkd.SourceTube;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves a tube of beanstalkd. */
@Command(
    name = "beanstalkd",
    description = "Move a tube of beanstalkd: ready and delayed jobs, on request buried ones.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nStop the consumers of the tube first. After an interruption run the command again: a job is "
          + "deleted there only when it is stored, and none is stored twice.",
      "%nExamples:",
      "  duetime import beanstalkd localhost:11300 --tube orders --into orders --dry-run",
      "  duetime import beanstalkd localhost:11300 --tube orders --into orders --follow"
    })
public final class ImportBeanstalkdCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final MoveOptions options = new MoveOptions();

  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Where beanstalkd listens.")
  private String address = "";

  @Option(
      names = "--tube",
      required = true,
      paramLabel = "TUBE",
      description = "The name of the tube.")
  private String tube = "";

  @Option(names = "--into", required = true, paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(
      names = "--buried-into",
      paramLabel = "QUEUE",
      description = {
        "Move buried jobs, too, into this queue, where they are due now. By default they stay."
      })
  private @Nullable String buriedQueue;

  /** Prints to the terminal, and goes by its time. */
  public ImportBeanstalkdCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    SourceTube source = SourceTube.at(address, tube, queue, buriedQueue, options.terms());
    return new MoveRun(terminal, options, () -> source.source(terminal.time())).run();
  }
}
