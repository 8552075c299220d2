package io.duetime.cli.moving;

import io.duetime.cli.terminal.Terminal;
import io.duetime.server.moving.redis.DelayQueue;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Moves a queue of hdt3213/delayqueue. */
@Command(
    name = "delayqueue",
    description = "Move a queue of the Go library hdt3213/delayqueue.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nStop the consumers first. A message that a consumer has not acknowledged is moved when its "
          + "time has passed. Messages that the command has taken are kept in the hash "
          + "duetime-import:… until they are stored. After an interruption run the command again: "
          + "it continues with them, and stores none twice.",
      "%nExamples:",
      "  duetime import delayqueue redis://localhost --queue orders --into orders --dry-run",
      "  duetime import delayqueue redis://localhost --queue orders --into orders --follow"
    })
public final class ImportDelayQueueCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final SourceRedis redis = new SourceRedis();
  @Mixin private final MoveOptions options = new MoveOptions();

  @Option(
      names = "--queue",
      required = true,
      paramLabel = "NAME",
      description = "The name of the queue, as in NewQueue(NAME, …).")
  private String name = "";

  @Option(names = "--into", required = true, paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(names = "--hash-tag", description = "The queue was created with UseHashTagKey().")
  private boolean isTagged;

  @Option(
      names = "--prefix",
      paramLabel = "PREFIX",
      description = "The prefix, if the queue was created with UseCustomPrefix(PREFIX).")
  private @Nullable String prefix;

  /** Prints to the terminal, and goes by its time. */
  public ImportDelayQueueCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    DelayQueue source =
        new DelayQueue(DelayQueue.Keys.of(name, prefix, isTagged), queue, options.terms());
    return new MoveRun(terminal, options, () -> source.source(redis.open(), terminal.time())).run();
  }
}
