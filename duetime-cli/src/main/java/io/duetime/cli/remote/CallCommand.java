package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/**
 * A command that calls a server and prints its answer, or with {@code --json} the server's JSON.
 * Operands and options are declared in the order of the help.
 */
public final class CallCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final Map<String, Param> params = new LinkedHashMap<>();
  private final Invocation call;
  private Function<Invocation, ServerReply> caller = given -> ServerReply.ok("{}");
  private Predicate<JsonNode> isFailed = answer -> false;
  private Runner runner = given -> ExitCode.OK;
  private int operands;

  private CallCommand(Terminal terminal, String name, List<String> description) {
    this.call = new Invocation(terminal, spec, params);
    spec.name(name).mixinStandardHelpOptions(true);
    spec.usageMessage().description(description.toArray(String[]::new));
  }

  /** Begins the declaration of a command that calls a server. */
  public CallCommand(Terminal terminal, String name, String... description) {
    this(terminal, name, List.of(description));
    options(ServerOptions.params());
  }

  /** Begins the declaration of a command with options of its own only. */
  public static CallCommand local(Terminal terminal, String name, String... description) {
    return new CallCommand(terminal, name, List.of(description));
  }

  /** Runs a command in a way of its own, and answers the exit code. */
  @FunctionalInterface
  public interface Runner {
    /** Runs with the parsed command line. */
    int run(Invocation given) throws Exception;
  }

  /** Declares a command that only has subcommands. */
  public static CommandLine group(
      String name, String description, List<String> footer, CommandLine... subcommands) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new Object());
    spec.name(name).mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(description)
        .synopsisSubcommandLabel("COMMAND")
        .footer(examples(footer));
    CommandLine line = new CommandLine(spec);
    Stream.of(subcommands).forEach(line::addSubcommand);
    return line;
  }

  private static String[] examples(List<String> lines) {
    List<String> footer = new ArrayList<>();
    int begun = 0;
    for (String line : lines) {
      boolean isExample = line.startsWith("duetime ");
      if (isExample && begun++ == 0) {
        long count = lines.stream().filter(one -> one.startsWith("duetime ")).count();
        footer.add(count == 1 ? "%nExample:" : "%nExamples:");
      }
      footer.add(isExample ? "  " + line : line);
    }
    return footer.toArray(String[]::new);
  }

  /** Sets the end of the help: paragraphs, and examples, which begin with {@code duetime}. */
  public CallCommand footer(String... lines) {
    spec.usageMessage().footer(examples(Arrays.asList(lines)));
    return this;
  }

  /** Adds an operand that must be given. */
  public CallCommand operand(String label, String description) {
    return operand(String.class, label, "1", description);
  }

  /** Adds an operand that may be missing. */
  public CallCommand optional(String label, String description) {
    return operand(String.class, label, "0..1", description);
  }

  /** Adds an operand of another type. */
  public CallCommand operand(Class<?> type, String label, String arity, String description) {
    return add(Param.operand(label, type, String.valueOf(operands++), arity, description));
  }

  /**
   * Adds an operand for all further words.
   *
   * @param arity how many there must be: {@code 0..*} or {@code 1..*}
   * @param words for completion, or empty
   */
  public CallCommand rest(String label, String arity, List<String> words, String... description) {
    Param rest = Param.operand(label, List.class, operands + "..*", arity, description);
    return add(words.isEmpty() ? rest : rest.words(words));
  }

  /** Adds options. */
  public CallCommand options(Param... options) {
    Stream.of(options).forEach(this::add);
    return this;
  }

  private CallCommand add(Param param) {
    params.put(param.name(), param);
    spec.add(param.build());
    return this;
  }

  /** Adds options of which one must be given; with {@code "0..1"} at most one. */
  public CallCommand oneOf(String multiplicity, Param... options) {
    ArgGroupSpec.Builder group = ArgGroupSpec.builder().multiplicity(multiplicity);
    for (Param option : options) {
      params.put(option.name(), option);
      group.addArg(option.build());
    }
    spec.addArgGroup(group.build());
    return this;
  }

  /** Sets the call. */
  public CallCommand calls(Function<Invocation, ServerReply> newCaller) {
    this.caller = newCaller;
    return this;
  }

  /** Gets a resource, with the given options as the query. */
  public CallCommand gets(String path) {
    return calls(given -> given.remote().get(given.query(path)));
  }

  /** Deletes a resource, with the given options as the query. */
  public CallCommand deletes(String path) {
    return calls(given -> given.remote().delete(given.query(path)));
  }

  /** Sends a method with the given options as the fields of JSON. */
  public CallCommand sends(String method, String path) {
    return calls(given -> given.send(method, path));
  }

  /** Exits with 1 after an answer of this kind. */
  public CallCommand failsIf(Predicate<JsonNode> newIsFailed) {
    this.isFailed = newIsFailed;
    return this;
  }

  /** Prints a line about the answer. */
  public CommandLine prints(BiFunction<Invocation, JsonNode, String> words) {
    return printsLines((given, answer) -> Stream.of(words.apply(given, answer)));
  }

  /** Prints lines about the answer. */
  public CommandLine printsLines(BiFunction<Invocation, JsonNode, Stream<String>> words) {
    return runs(given -> {
      ServerReply reply = caller.apply(given);
      JsonNode answer = reply.json();
      given.print(reply, given.isJson() ? Stream.of() : words.apply(given, answer));
      return isFailed.test(answer) ? ExitCode.FAILED : ExitCode.OK;
    });
  }

  /** Prints a list of the answer as a table. */
  public CommandLine printsTable(String list, Columns columns) {
    return printsLines((given, answer) -> columns.table(answer.path(list)).lines().stream());
  }

  /** Runs the call in a way of its own; answers the exit code. */
  public CommandLine runs(Runner newRunner) {
    this.runner = newRunner;
    return new CommandLine(spec);
  }

  @Override
  public Integer call() throws Exception {
    return runner.run(call);
  }
}
