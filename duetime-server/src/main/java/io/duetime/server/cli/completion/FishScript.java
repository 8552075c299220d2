package io.duetime.server.cli.completion;

import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes a {@code complete} line of fish for each command and option, of two levels at most. */
final class FishScript {
  private final StringBuilder text = new StringBuilder();
  private final CommandSpec whole;

  FishScript(CommandSpec whole) {
    this.whole = whole;
  }

  String text() {
    text.append("# Completion of ").append(whole.name()).append(" for fish.\n");
    line("-f");
    commands(whole, "__fish_use_subcommand");
    whole.subcommands().forEach((name, command) -> describe(name, command.getCommandSpec()));
    return text.toString();
  }

  private void describe(String name, CommandSpec command) {
    String seen = "__fish_seen_subcommand_from " + name;
    boolean isParent = !command.subcommands().isEmpty();
    if (isParent) {
      String below = String.join(" ", command.subcommands().keySet());
      commands(command, seen + "; and not __fish_seen_subcommand_from " + below);
    }
    options(command, seen);
    command
        .subcommands()
        .forEach((below, child) ->
            options(child.getCommandSpec(), seen + "; and __fish_seen_subcommand_from " + below));
  }

  private void commands(CommandSpec parent, String when) {
    parent
        .subcommands()
        .forEach((name, command) ->
            line("-n", quoted(when), "-a", name, "-d", quoted(summary(command))));
  }

  private void options(CommandSpec command, String when) {
    for (OptionSpec option : command.options()) {
      StringBuilder names = new StringBuilder();
      for (String name : option.names()) {
        names.append(
            name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
      }
      String value = option.arity().max() == 0 ? "" : value(option);
      line("-n", quoted(when) + names + value, "-d", quoted(firstLine(option.description())));
    }
    if (command.positionalParameters().stream().anyMatch(FishScript::isPath)) {
      line("-n", quoted(when), "-F");
    }
  }

  private static String value(OptionSpec option) {
    if (isPath(option)) {
      return " -r -F";
    }
    Iterable<String> words = option.completionCandidates();
    return words == null ? " -x" : " -x -a " + quoted(String.join(" ", words));
  }

  private static boolean isPath(ArgSpec value) {
    return value.type() == Path.class;
  }

  private static String summary(CommandLine command) {
    return firstLine(command.getCommandSpec().usageMessage().description());
  }

  private static String firstLine(String... description) {
    return description.length == 0 ? "" : description[0].replace("%%", "%");
  }

  private static String quoted(String words) {
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private void line(String... words) {
    text.append("complete -c ").append(whole.name()).append(' ');
    text.append(String.join(" ", words)).append('\n');
  }
}
