package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.InvalidRequestException;
import io.duetime.cli.command.Capacity.Plan;
import io.duetime.cli.command.Capacity.Way;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.settings.DurationReader;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Computes what a load needs, by the figures of {@code docs/capacity.md}. */
public final class CapacityCommand {
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,12})([kM]?)");
  private static final Pattern BURST = Pattern.compile("([0-9]{1,3})%/(.+)");
  private static final long MOST_PER_DAY = 10_000_000_000L;
  private static final long MOST_BYTES = 64L << 20;
  private static final Duration LONGEST = Duration.ofDays(36_525);
  private static final Duration DAY = Duration.ofDays(1);

  private CapacityCommand() {}

  /** The command. */
  public static CommandLine capacity(Terminal terminal) {
    return CallCommand.local(
            terminal,
            "capacity",
            "Compute how much memory, disk and processor time a load needs, and how late it runs.")
        .options(
            text("--per-day", "JOBS", "How many jobs are scheduled a day, such as 50M or 200k.")
                .required(),
            text("--payload", "BYTES", "The bytes of a payload; default: 100."),
            text("--id", "BYTES", "The bytes of an id; default: 26, as generated ones."),
            text("--horizon", "TIME", "How far ahead a job is due on average; default: 30m."),
            text(
                "--burst",
                "SHARE/TIME",
                "The share of a day's jobs that is due within such a time, as 10%%/1m."),
            text("--handler", "TIME", "How long a handler runs; default: 10ms."),
            flag("--json", "Print JSON."))
        .footer(
            "duetime capacity --per-day 50M --payload 200 --horizon 30m --burst 10%%/1m",
            "duetime capacity --per-day 200k --horizon 30d --handler 2s")
        .runs(CapacityCommand::print);
  }

  private static int print(Invocation given) {
    Plan plan = plan(given);
    Table table =
        new Table("STORE", "SHARDS", "MEMORY", "DISK", "BUSY AT THE PEAK", "END OF A BURST");
    for (Way way : plan.stores()) {
      table.row(
          way.store(),
          way.shards(),
          size(way.memoryBytes()),
          size(way.diskBytes()),
          way.busyPercent() + " %",
          way.lateMillis() == 0
              ? "milliseconds late"
              : DurationText.rough(Duration.ofMillis(way.lateMillis())) + " late");
    }
    List<String> lines = new ArrayList<>();
    lines.add("jobs scheduled a second  %,15d".formatted(plan.scheduledPerSecond()));
    lines.add("jobs due a second        %,15d  at the peak".formatted(plan.duePerSecond()));
    lines.add("jobs that wait           %,15d  at most".formatted(plan.waitingJobs()));
    lines.add("handlers at once         %,15d  at the peak".formatted(plan.handlersAtOnce()));
    lines.add("cores of servers         %,15d  if all use HTTP".formatted(plan.serverCores()));
    lines.add("");
    lines.addAll(table.lines());
    lines.add("docs/capacity.md has the arithmetic");
    given.print(plan, lines);
    return ExitCode.OK;
  }

  private static Plan plan(Invocation given) {
    long perDay = count("--per-day", given.text("--per-day"), 1, MOST_PER_DAY);
    int payload = (int) count("--payload", given.find("--payload").orElse("100"), 0, MOST_BYTES);
    int id = (int) count("--id", given.find("--id").orElse("26"), 1, 255);
    Duration horizon = time(given, "--horizon", Duration.ofMinutes(30));
    Duration handler = time(given, "--handler", Duration.ofMillis(10));
    String burst = given.find("--burst").orElse("100%/1d");
    Matcher parts = BURST.matcher(burst);
    if (!parts.matches() || Integer.parseInt(parts.group(1)) > 100) {
      throw new InvalidRequestException("--burst", burst, "a share and a time, such as 10%/1m");
    }
    Duration window = DurationReader.parse("--burst", parts.group(2));
    if (window.toMillis() < 1 || window.compareTo(DAY) > 0) {
      throw new InvalidRequestException("--burst", burst, "a time from 1ms to 1d");
    }
    double share = Integer.parseInt(parts.group(1)) / 100.0;
    return Capacity.plan(perDay, id + payload, horizon, share, window, handler);
  }

  private static Duration time(Invocation given, String option, Duration usual) {
    Duration time = given.duration(option).orElse(usual);
    if (time.compareTo(LONGEST) > 0) {
      throw new InvalidRequestException(option, given.text(option), "at most 36525d");
    }
    return time;
  }

  private static long count(String option, String text, long least, long most) {
    Matcher parts = COUNT.matcher(text);
    if (parts.matches()) {
      long unit =
          switch (parts.group(2)) {
            case "k" -> 1_000;
            case "M" -> 1_000_000;
            default -> 1;
          };
      long value = Long.parseLong(parts.group(1)) * unit;
      if (value >= least && value <= most) {
        return value;
      }
    }
    String allowed = "a number from %d to %d, such as 200 or 50M".formatted(least, most);
    throw new InvalidRequestException(option, text, allowed);
  }

  private static String size(long bytes) {
    return bytes == 0
        ? "-"
        : bytes < 1L << 30
            ? "%d MiB".formatted((bytes + (1L << 20) - 1) >> 20)
            : "%.1f GiB".formatted(bytes / (double) (1L << 30));
  }
}
