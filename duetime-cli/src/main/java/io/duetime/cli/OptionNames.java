package io.duetime.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** Replaces the name of a field in a message by the option that sets it. */
final class OptionNames {
  private static final Pattern FIELD = Pattern.compile("([a-zA-Z ]+?)(?= is (?:missing|'))");

  /** Options with another name than their field over HTTP. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("ca", "--ca-file"),
          Map.entry("cert", "--cert-file"),
          Map.entry("cron expression", "--cron"),
          Map.entry("dueAt", "--at"),
          Map.entry("grants", "--grant"),
          Map.entry("ids", "--id"),
          Map.entry("interval", "--every"),
          Map.entry("key", "--key-file"),
          Map.entry("pausedFor", "--for"),
          Map.entry("pausedUntil", "--until"),
          Map.entry("tags", "--tag"));

  private OptionNames() {}

  static String inPlaceOfField(String message, CommandSpec command) {
    Matcher field = FIELD.matcher(message);
    if (!field.lookingAt()) {
      return message;
    }
    String own = "--" + words(field.group(1));
    String option =
        command.findOption(own) == null ? OTHERS.getOrDefault(field.group(1), own) : own;
    return command.findOption(option) == null ? message : option + message.substring(field.end());
  }

  private static String words(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
