package io.duetime.cli.transfer;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.OtherSystem;
import io.duetime.transfer.source.DelayQueue;
import io.duetime.transfer.source.RedisLayout;
import io.duetime.transfer.source.RedisSession;
import io.duetime.transfer.source.RedisSession.Login;
import io.duetime.transfer.source.RedissonQueue;
import io.duetime.transfer.source.ScoreUnit;
import io.duetime.transfer.source.SortedSets;
import io.duetime.transfer.source.TubeSource;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that move jobs from other systems into a store or a server. */
public final class SystemCommands {
  private SystemCommands() {}

  /** Returns all of them. */
  public static List<Object> all(Terminal terminal) {
    return List.of(
        new SortedSet(terminal),
        new Redisson(terminal),
        new DelayQueueOfGo(terminal),
        new Beanstalkd(terminal));
  }

  /** The arguments that name the Redis of a source. */
  abstract static class RedisCommand extends SystemCommand {
    @Parameters(
        index = "0",
        paramLabel = "REDIS",
        description = {
          "Where the entries are: redis://HOST:PORT/DATABASE, rediss:, redis-sentinel: or "
              + "redis-cluster:."
        })
    private String uri = "";

    @Option(
        names = "--redis-user",
        paramLabel = "NAME",
        description =
            "The user of the password in --redis-password-file; default: the default user.")
    private @Nullable String user;

    @Option(
        names = "--redis-password-file",
        paramLabel = "FILE",
        description = "A file with the password in its first line; others can see arguments.")
    private @Nullable Path passwordFile;

    private RedisCommand(Terminal terminal) {
      super(terminal);
    }

    final RedisSession redis() {
      return RedisSession.open(uri, passwordFile == null ? null : login(passwordFile));
    }

    private Login login(Path file) {
      return new Login(user, ServerOptions.firstLine("--redis-password-file", file.toString()));
    }

    final Supplier<OtherSystem> source(RedisLayout layout) {
      return () -> layout.source(redis(), terminal.time());
    }
  }

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
  private static final class SortedSet extends RedisCommand {
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

    SortedSet(Terminal terminal) {
      super(terminal);
    }

    @Override
    Supplier<OtherSystem> source(JobTerms terms) {
      SortedSets sets = new SortedSets(key, queue, unit, terms);
      return () -> sets.source(redis(), terminal.time());
    }
  }

  @Command(
      name = "redisson",
      description = "Move an RDelayedQueue of Redisson with its destination queue.",
      mixinStandardHelpOptions = true,
      footer = {
        "%nStop the programs that take from the destination queue first. Entries that the command "
            + "has taken are kept in the hash duetime-import:… until they are stored. After an "
            + "interruption run the command again: it continues with them, and stores none twice.",
        "%nExamples:",
        "  duetime import redisson redis://localhost --queue orders --codec json --into orders "
            + "--dry-run",
        "  duetime import redisson redis://localhost --queue orders --codec string --into orders "
            + "--follow"
      })
  private static final class Redisson extends RedisCommand {
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

    Redisson(Terminal terminal) {
      super(terminal);
    }

    @Override
    Supplier<OtherSystem> source(JobTerms terms) {
      RedissonQueue.Codec known = RedissonQueue.Codec.parse(codec);
      return source(new RedissonQueue(name, queue, known, terms));
    }
  }

  /** The codecs, for completion in shells. */
  static final class Codecs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(RedissonQueue.Codec.values()).map(Enum::name).iterator();
    }
  }

  @Command(
      name = "delayqueue",
      description = "Move a queue of the Go library hdt3213/delayqueue.",
      mixinStandardHelpOptions = true,
      footer = {
        "%nStop the consumers first. A message that a consumer has not acknowledged is moved when "
            + "its time has passed. Messages that the command has taken are kept in the hash "
            + "duetime-import:… until they are stored. After an interruption run the command again: "
            + "it continues with them, and stores none twice.",
        "%nExamples:",
        "  duetime import delayqueue redis://localhost --queue orders --into orders --dry-run",
        "  duetime import delayqueue redis://localhost --queue orders --into orders --follow"
      })
  private static final class DelayQueueOfGo extends RedisCommand {
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

    DelayQueueOfGo(Terminal terminal) {
      super(terminal);
    }

    @Override
    Supplier<OtherSystem> source(JobTerms terms) {
      return source(new DelayQueue(DelayQueue.Keys.of(name, prefix, isTagged), queue, terms));
    }
  }

  @Command(
      name = "beanstalkd",
      description = "Move a tube of beanstalkd: ready and delayed jobs, on request buried ones.",
      mixinStandardHelpOptions = true,
      footer = {
        "%nStop the consumers of the tube first. After an interruption run the command again: a job "
            + "is deleted there only when it is stored, and none is stored twice.",
        "%nExamples:",
        "  duetime import beanstalkd localhost:11300 --tube orders --into orders --dry-run",
        "  duetime import beanstalkd localhost:11300 --tube orders --into orders --follow"
      })
  private static final class Beanstalkd extends SystemCommand {
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

    Beanstalkd(Terminal terminal) {
      super(terminal);
    }

    @Override
    Supplier<OtherSystem> source(JobTerms terms) {
      TubeSource.Tube from = TubeSource.Tube.at(address, tube, queue, buriedQueue, terms);
      return () -> new TubeSource(from, terminal.time());
    }
  }
}
