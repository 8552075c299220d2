package io.duetime.cli.transfer;

import static io.duetime.cli.remote.Param.file;
import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.OtherSystem;
import io.duetime.transfer.source.DelayQueue;
import io.duetime.transfer.source.RedisLayout;
import io.duetime.transfer.source.RedisSession;
import io.duetime.transfer.source.RedisSession.Login;
import io.duetime.transfer.source.RedissonQueue;
import io.duetime.transfer.source.SortedSets;
import io.duetime.transfer.source.SortedSets.ScoreUnit;
import io.duetime.transfer.source.TubeSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The commands that move jobs from other systems into a store or a server. */
final class SystemCommands {
  private SystemCommands() {}

  /** Returns all of them. */
  static List<CommandLine> all(Terminal terminal) {
    return List.of(sortedSet(terminal), redisson(terminal), delayQueue(terminal), tube(terminal));
  }

  private static CommandLine sortedSet(Terminal terminal) {
    return redis(
            terminal,
            "sorted-set",
            "Move sorted sets in Redis, whose members are payloads and scores due times.")
        .options(
            text("--key", "KEY", "The key of the set, or all keys of a pattern with one *.")
                .required(),
            text("--into", "QUEUE", "The queue; a * in it is what the * of --key matched.")
                .required(),
            Param.constant(
                "--score",
                "UNIT",
                ScoreUnit.class,
                "What a score counts since 1970: seconds or milliseconds. By default a score from "
                    + "100000000000 on counts milliseconds."))
        .footer(
            "%nStop the programs that take entries out of the set first. Entries that the command"
                + " has taken are kept in the hash duetime-import:… until they are stored. After"
                + " an interruption run the command again: it continues with them, and stores none"
                + " twice.",
            "duetime import sorted-set redis://localhost --key delayed:orders --into orders"
                + " --dry-run",
            "duetime import sorted-set redis://localhost --key 'delayed:*' --into '*' --follow")
        .runs(given ->
            SystemImport.run(
                given,
                terms -> {
                  SortedSets sets =
                      new SortedSets(
                          given.text("--key"),
                          given.text("--into"),
                          given.find("--score").map(ScoreUnit::valueOf).orElse(ScoreUnit.AUTO),
                          terms);
                  return () -> sets.source(session(given), terminal.time());
                }));
  }

  private static CommandLine redisson(Terminal terminal) {
    return redis(
            terminal, "redisson", "Move an RDelayedQueue of Redisson with its destination queue.")
        .options(
            text(
                    "--queue",
                    "NAME",
                    "The name of the destination queue, as in getBlockingQueue(NAME).")
                .required(),
            text(
                    "--codec",
                    "CODEC",
                    "The codec of the queue: string, json or bytes. Values of Kryo, which Redisson"
                        + " uses by default, can be moved with bytes and decoded by the handler.")
                .words(RedissonQueue.Codec.class)
                .required(),
            text("--into", "QUEUE", "The queue.").required())
        .footer(
            "%nStop the programs that take from the destination queue first. Entries that the"
                + " command has taken are kept in the hash duetime-import:… until they are stored."
                + " After an interruption run the command again: it continues with them, and"
                + " stores none twice.",
            "duetime import redisson redis://localhost --queue orders --codec json --into orders"
                + " --dry-run",
            "duetime import redisson redis://localhost --queue orders --codec string --into orders"
                + " --follow")
        .runs(given ->
            run(
                given,
                (queue, terms) ->
                    new RedissonQueue(
                        given.text("--queue"),
                        queue,
                        RedissonQueue.Codec.parse(given.text("--codec")),
                        terms)));
  }

  private static CommandLine delayQueue(Terminal terminal) {
    return redis(terminal, "delayqueue", "Move a queue of the Go library hdt3213/delayqueue.")
        .options(
            text("--queue", "NAME", "The name of the queue, as in NewQueue(NAME, …).").required(),
            text("--into", "QUEUE", "The queue.").required(),
            flag("--hash-tag", "The queue was created with UseHashTagKey()."),
            text(
                "--prefix",
                "PREFIX",
                "The prefix, if the queue was created with UseCustomPrefix(PREFIX)."))
        .footer(
            "%nStop the consumers first. A message that a consumer has not acknowledged is moved"
                + " when its time has passed. Messages that the command has taken are kept in the"
                + " hash duetime-import:… until they are stored. After an interruption run the"
                + " command again: it continues with them, and stores none twice.",
            "duetime import delayqueue redis://localhost --queue orders --into orders --dry-run",
            "duetime import delayqueue redis://localhost --queue orders --into orders --follow")
        .runs(given ->
            run(
                given,
                (queue, terms) ->
                    new DelayQueue(
                        DelayQueue.Keys.of(
                            given.text("--queue"),
                            given.find("--prefix").orElse(null),
                            given.is("--hash-tag")),
                        queue,
                        terms)));
  }

  private static CommandLine tube(Terminal terminal) {
    return new CallCommand(
            terminal,
            "beanstalkd",
            "Move a tube of beanstalkd: ready and delayed jobs, on request buried ones.")
        .operand("HOST:PORT", "Where beanstalkd listens.")
        .options(
            text("--tube", "TUBE", "The name of the tube.").required(),
            text("--into", "QUEUE", "The queue.").required(),
            text(
                "--buried-into",
                "QUEUE",
                "Move buried jobs, too, into this queue, where they are due now. By default they"
                    + " stay."))
        .options(SystemImport.params())
        .footer(
            "%nStop the consumers of the tube first. After an interruption run the command again: a"
                + " job is deleted there only when it is stored, and none is stored twice.",
            "duetime import beanstalkd localhost:11300 --tube orders --into orders --dry-run",
            "duetime import beanstalkd localhost:11300 --tube orders --into orders --follow")
        .runs(given ->
            SystemImport.run(
                given,
                terms -> {
                  TubeSource.Tube from =
                      TubeSource.Tube.at(
                          given.text("HOST:PORT"),
                          given.text("--tube"),
                          given.text("--into"),
                          given.find("--buried-into").orElse(null),
                          terms);
                  return () -> new TubeSource(from, terminal.time());
                }));
  }

  /** Begins a command with the arguments that name the Redis of a source. */
  private static CallCommand redis(Terminal terminal, String name, String description) {
    return new CallCommand(terminal, name, description)
        .operand(
            "REDIS",
            "Where the entries are: redis://HOST:PORT/DATABASE, rediss:, redis-sentinel: or "
                + "redis-cluster:.")
        .options(
            text(
                "--redis-user",
                "NAME",
                "The user of the password in --redis-password-file; default: the default user."),
            file(
                "--redis-password-file",
                "A file with the password in its first line; others can see arguments."))
        .options(SystemImport.params());
  }

  private static RedisSession session(Invocation given) {
    String option = "--redis-password-file";
    return RedisSession.open(
        given.text("REDIS"),
        given
            .find(option)
            .map(file -> ServerOptions.firstLine(option, file))
            .map(password -> new Login(given.find("--redis-user").orElse(null), password))
            .orElse(null));
  }

  private static int run(Invocation given, BiFunction<String, JobTerms, RedisLayout> layouts)
      throws InterruptedException {
    return SystemImport.run(
        given,
        terms -> {
          RedisLayout layout = layouts.apply(given.text("--into"), terms);
          Supplier<OtherSystem> opener =
              () -> layout.source(session(given), given.terminal().time());
          return opener;
        });
  }
}
