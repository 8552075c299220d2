package io.duetime.cli.command;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** Lists problems, and notes them as known. */
public final class ProblemCommand {
  private static final String PROBLEMS = "/v1/problems";

  private ProblemCommand() {}

  /** The command. */
  public static CommandLine problems(Terminal terminal) {
    return new CallCommand(
            terminal,
            "problems",
            "List what is wrong, the most harmful first, or note that a problem is known.")
        .optional("ID", "The problem to note.")
        .oneOf(
            "0..1",
            Param.text("--known-for", "TIME", "It is known for this time: 2h.").as("knownFor"),
            Param.text("--known-until", "MOMENT", "It is known until this moment.")
                .as("knownUntil"),
            Param.flag("--not-known", "Take the note back.").local())
        .options(Param.text("--note", "TEXT", "Why, and who works on it."))
        .footer(
            "%nA known problem comes last and alerts nobody. Exits with 0 whatever is wrong.",
            "duetime problems",
            "duetime problems no_consumer:orders --known-for 2h --note \"ticket 4711\"")
        .runs(ProblemCommand::run);
  }

  private static int run(Invocation given) {
    boolean isKnown =
        given.find("--known-for").isPresent() || given.find("--known-until").isPresent();
    if (given.find("--note").isPresent() && !isKnown) {
      throw new CommandLine.ParameterException(
          given.spec().commandLine(), "--note only with --known-for or --known-until");
    }
    boolean isNote = isKnown || given.is("--not-known");
    if (given.find("ID").isPresent() != isNote) {
      throw new CommandLine.ParameterException(
          given.spec().commandLine(),
          isNote
              ? "missing ID, the problem to note"
              : "missing --known-for, --known-until or --not-known");
    }
    if (isNote) {
      ServerReply noted = given.send("PUT", PROBLEMS + "/{ID}");
      given.print(noted, Stream.of(line(noted.json())));
    } else {
      ServerReply all = given.remote().get(PROBLEMS);
      given.print(all, lines(all.json()));
    }
    return ExitCode.OK;
  }

  /** A problem a line, and what to do below it. */
  private static Stream<String> lines(JsonNode all) {
    List<JsonNode> problems = all.path("problems").valueStream().toList();
    return problems.isEmpty()
        ? Stream.of("no problems")
        : problems.stream().flatMap(one -> Stream.of(line(one), "  to do: " + todo(one)));
  }

  /**
   * The first problems in a line each, for other commands.
   *
   * @param hidden answers why the server shows none: the token must not read them, or it is old
   */
  static Stream<String> first(
      Remote remote, int most, Function<CommandFailure, Stream<String>> hidden) {
    JsonNode all;
    try {
      all = remote.get(PROBLEMS).json().path("problems");
    } catch (CommandFailure refused) {
      if (refused.mayRepeat()) {
        throw refused;
      }
      return hidden.apply(refused);
    }
    Stream<String> some = all.valueStream().limit(most).map(ProblemCommand::line);
    return all.size() > most
        ? Stream.concat(some, Stream.of("and " + (all.size() - most) + " more problems"))
        : some;
  }

  private static String line(JsonNode one) {
    JsonNode known = one.path("known");
    return "%s since %s: %s%s"
        .formatted(
            one.path("id").asString(),
            one.path("since").asString(),
            one.path("cause").asString(),
            known.isObject()
                ? " (known until %s: %s)"
                    .formatted(known.path("until").asString(), known.path("note").asString())
                : "");
  }

  private static String todo(JsonNode one) {
    return one.path("command").asString() + " (" + one.path("link").asString() + ")";
  }
}
