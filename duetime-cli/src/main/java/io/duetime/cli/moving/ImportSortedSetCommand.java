package io.duetime.cli.moving;

import io.duetime.cli.terminal.Terminal;
import io.duetime.server.moving.redis.ScoreUnit;
import io.duetime.server.moving.redis.SortedSets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Moves sorted sets of payloads out of a Redis. */
@Command(
    name = "sorted-set",
    description = "Move sorted sets in Redis, whose members are payloads and scores due times.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nStop the programs that take entries out of the set first. Entries that the command has "
          + "taken are kept in the hash duetime-import:… until they are stored. After an "
          + "interruption run the command again: it continues with them, and stores none twice.",
      "%nExamples:",
      "  duetime import sorted-set redis://localhost --key delayed:orders --into orders --dry-run",
      "  duetime import sorted-set redis://localhost --key 'delayed:*' --into '*' --follow"
    })
public final class ImportSortedSetCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final SourceRedis redis = new SourceRedis();
  @Mixin private final MoveOptions options = new MoveOptions();

  @Option(
      names = "--key",
      required = true,
      paramLabel = "KEY",
      description = "The key of the set, or all keys of a pattern with one *.")
  private String key = "";

  @Option(
      names = "--into",
      required = true,
      paramLabel = "QUEUE",
      description = "The queue; a * in it is what the * of --key matched.")
  private String queue = "";

  @Option(
      names = "--score",
      paramLabel = "UNIT",
      description = {
        "What a score counts since 1970: seconds or milliseconds. By default a score from "
            + "100000000000 on counts milliseconds."
      })
  private ScoreUnit unit = ScoreUnit.AUTO;

  /** Prints to the terminal, and goes by its time. */
  public ImportSortedSetCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    SortedSets sets = new SortedSets(key, queue, unit, options.terms());
    return new MoveRun(terminal, options, () -> sets.source(redis.open(), terminal.time())).run();
  }
}
