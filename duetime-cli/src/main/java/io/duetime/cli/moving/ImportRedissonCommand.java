package io.duetime.cli.moving;

import io.duetime.cli.terminal.Terminal;
import io.duetime.server.moving.redis.RedissonCodec;
import io.duetime.server.moving.redis.RedissonQueue;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Moves a delayed queue of Redisson. */
@Command(
    name = "redisson",
    description = "Move an RDelayedQueue of Redisson with its destination queue.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nStop the programs that take from the destination queue first. Entries that the command has "
          + "taken are kept in the hash duetime-import:… until they are stored. After an "
          + "interruption run the command again: it continues with them, and stores none twice.",
      "%nExamples:",
      "  duetime import redisson redis://localhost --queue orders --codec json --into orders "
          + "--dry-run",
      "  duetime import redisson redis://localhost --queue orders --codec string --into orders "
          + "--follow"
    })
public final class ImportRedissonCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final SourceRedis redis = new SourceRedis();
  @Mixin private final MoveOptions options = new MoveOptions();

  @Option(
      names = "--queue",
      required = true,
      paramLabel = "NAME",
      description = "The name of the destination queue, as in getBlockingQueue(NAME).")
  private String name = "";

  @Option(
      names = "--codec",
      required = true,
      paramLabel = "CODEC",
      completionCandidates = Codecs.class,
      description = {
        "The codec of the queue: string, json or bytes. Values of Kryo, which Redisson uses by "
            + "default, can be moved with bytes and decoded by the handler."
      })
  private String codec = "";

  @Option(names = "--into", required = true, paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  /** The codecs, for completion in shells. */
  static final class Codecs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RedissonCodec.values()).map(Enum::name).iterator();
    }
  }

  /** Prints to the terminal, and goes by its time. */
  public ImportRedissonCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    RedissonQueue source =
        new RedissonQueue(name, queue, RedissonCodec.parse(codec), options.terms());
    return new MoveRun(terminal, options, () -> source.source(redis.open(), terminal.time())).run();
  }
}
