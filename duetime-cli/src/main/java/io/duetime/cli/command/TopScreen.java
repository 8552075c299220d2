package io.duetime.cli.command;

import io.duetime.InvalidRequestException;
import io.duetime.cli.command.QueueList.TopOrder;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Screen;
import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ApiPath;
import io.duetime.settings.DurationReader;
import io.duetime.settings.InstantText;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** Shows the queues live, until q is pressed, or once if the output is not a terminal. */
public final class TopScreen {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final String NONE = "-";

  private static final int MOST_PROBLEMS = 3;

  private final Terminal terminal;
  private final Remote remote;
  private final Map<String, Reading> readings = new HashMap<>();
  private TopOrder order;

  /** Jobs in a second, as text. */
  record Rates(String in, String out) {
    static final Rates UNKNOWN = new Rates(NONE, NONE);
  }

  private record Reading(long nanos, long in, long out) {
    // Events count from the creation of a queue: one that was created again has fewer.
    Rates since(Reading before) {
      double seconds = (nanos - before.nanos) / 1e9;
      return new Rates(
          String.valueOf(Math.round(Math.max(0, in - before.in) / seconds)),
          String.valueOf(Math.round(Math.max(0, out - before.out) / seconds)));
    }
  }

  private TopScreen(Terminal terminal, Remote remote, TopOrder order) {
    this.terminal = terminal;
    this.remote = remote;
    this.order = order;
  }

  /** The command. */
  public static CommandLine top(Terminal terminal) {
    List<String> orders = Arrays.stream(TopOrder.values()).map(Enum::name).toList();
    return new CallCommand(
            terminal, "top", "Show the queues, and update them every second until q is pressed.")
        .options(
            Param.flag("--once", "Show them once; default if the output is not a terminal."),
            Param.text("--interval", "TIME", "Time between updates; default: 1s, at least 100ms."),
            Param.text("--sort", "ORDER", "${COMPLETION-CANDIDATES}; default: NAME.").words(orders))
        .footer(
            "%nKeys sort the queues: n name, d delayed, r ready, u running, x dead, o oldest ready"
                + " job. IN/S and OUT/S are jobs scheduled and acknowledged in a second.",
            "duetime top", "duetime top --sort OLDEST --interval 5s", "duetime top --json")
        .runs(TopScreen::run);
  }

  private static int run(Invocation given) {
    TopOrder order = TopOrder.parse("--sort", given.find("--sort").orElse("NAME"));
    Duration pause = pause(given.find("--interval").orElse("1s"));
    if (given.terminal().isInteractive() && !given.is("--once") && !given.isJson()) {
      new TopScreen(given.terminal(), given.remote(), order).show(pause);
    } else {
      ServerReply queues = QueueList.read(given.remote());
      List<JsonNode> sorted = order.sorted(queues.json());
      given.print(queues, QueueList.COLUMNS.table(sorted).lines().stream());
    }
    return ExitCode.OK;
  }

  private static Duration pause(String interval) {
    Duration pause = DurationReader.parse("--interval", interval);
    if (pause.compareTo(SHORTEST) < 0) {
      throw new InvalidRequestException(
          "--interval", interval, DurationText.exact(SHORTEST) + " or more");
    }
    return pause;
  }

  private void show(Duration pause) {
    // Fails before the screen is cleared, if there is no server.
    JsonNode queues = queues();
    try (Screen screen = new Screen(terminal)) {
      screen.open();
      screen.draw(lines(queues, screen.size()));
      for (OptionalInt key = screen.key(pause); !isQuit(key); key = screen.key(pause)) {
        key.ifPresent(pressed -> TopOrder.ofKey(pressed).ifPresent(chosen -> order = chosen));
        screen.draw(lines(queues(), screen.size()));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isQuit(OptionalInt key) {
    return key.isPresent() && (key.getAsInt() == 'q' || key.getAsInt() == 'Q');
  }

  private JsonNode queues() {
    return QueueList.read(remote).json();
  }

  private List<String> lines(JsonNode queues, Screen.Size size) {
    Instant now = terminal.time().instant();
    List<String> lines = new ArrayList<>();
    lines.add(remote.server() + "  " + InstantText.format(now) + "  q quits");
    lines.add(TopOrder.legend());
    lines.addAll(MinuteLines.read(remote, now));
    ProblemCommand.first(remote, MOST_PROBLEMS, hidden -> Stream.empty()).forEach(lines::add);
    lines.add("");
    lines.replaceAll(
        line -> line.length() <= size.columns() ? line : line.substring(0, size.columns()));
    // One row is that of the cursor.
    Screen.Size room = new Screen.Size(size.rows() - lines.size() - 1, size.columns());
    lines.addAll(rows(order.sorted(queues), now, room, this::rates));
    return lines;
  }

  /** The rates of a queue since the reading before. */
  private Rates rates(String queue) {
    JsonNode events = remote.get(ApiPath.queue(queue)).json().path("events");
    Reading now =
        new Reading(
            terminal.time().nanoTime(),
            events.path("scheduled").asLong(),
            events.path("acked").asLong());
    @Nullable Reading before = readings.put(queue, now);
    return before == null || before.nanos == now.nanos ? Rates.UNKNOWN : now.since(before);
  }

  /** The rows that fit, with the rates of their queues, and the number of the others. */
  static List<String> rows(
      List<JsonNode> queues, Instant now, Screen.Size room, Function<String, Rates> rates) {
    // The head needs a row, and the number of the others another.
    boolean isAll = queues.size() < room.rows();
    int shown = isAll ? queues.size() : Math.max(0, room.rows() - 2);
    Map<String, Rates> read = new HashMap<>();
    for (JsonNode queue : queues.subList(0, shown)) {
      String name = queue.path("queue").asString();
      read.put(name, rates.apply(name));
    }
    Columns columns =
        QueueList.counts()
            .with("IN/S", queue -> of(read, queue).in())
            .with("OUT/S", queue -> of(read, queue).out())
            .with("OLDEST", queue -> distance(now, queue.path("oldestReady")))
            .with("NEXT", queue -> distance(now, queue.path("nextDue")))
            .with("", QueueList::state);
    List<String> lines =
        new ArrayList<>(columns.table(queues.subList(0, shown)).lines(room.columns()));
    if (!isAll) {
      lines.add("and " + (queues.size() - shown) + " more");
    }
    return lines;
  }

  private static Rates of(Map<String, Rates> read, JsonNode queue) {
    return read.getOrDefault(queue.path("queue").asString(), Rates.UNKNOWN);
  }

  private static String distance(Instant now, JsonNode moment) {
    return moment.isString()
        ? brief(Duration.between(now, Instant.parse(moment.stringValue())).abs())
        : NONE;
  }

  private static String brief(Duration time) {
    if (time.toMinutes() == 0) {
      return time.toSeconds() + "s";
    }
    if (time.toHours() == 0) {
      return time.toMinutes() + "m";
    }
    return time.toDays() < 2 ? time.toHours() + "h" : time.toDays() + "d";
  }

  /** Shows the last minute of all queues in numbers, and the next one as a bar for each second. */
  static final class MinuteLines {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int SECONDS = 60;
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private MinuteLines() {}

    /** Reads both minutes. */
    static List<String> read(Remote remote, Instant now) {
      return List.of(
          last(timeline(remote, now.minus(MINUTE), now, 1)),
          next(timeline(remote, now, now.plus(MINUTE), SECONDS)));
    }

    private static JsonNode timeline(Remote remote, Instant from, Instant to, int buckets) {
      Map<String, Object> query =
          Map.of(
              "from", InstantText.format(from), "to", InstantText.format(to), "buckets", buckets);
      return remote.get(ApiPath.withQuery("/v1/timeline", query)).json().path("buckets");
    }

    static String last(JsonNode buckets) {
      long ran = sum(buckets, "ran");
      long failed = sum(buckets, "failed");
      String failures = failed == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failed);
      if (ran == 0) {
        return "last minute  no job ran" + failures;
      }
      long max =
          buckets.valueStream().mapToLong(b -> b.path("latenessMaxMs").asLong()).max().orElse(0);
      return String.format(
          Locale.ROOT,
          "last minute  %,d jobs ran%s, lateness %,d ms on average, %,d ms at most",
          ran,
          failures,
          sum(buckets, "latenessSumMs") / ran,
          max);
    }

    static String next(JsonNode buckets) {
      long most = buckets.valueStream().mapToLong(MinuteLines::waiting).max().orElse(0);
      StringBuilder line = new StringBuilder("next minute  ");
      buckets.forEach(bucket -> line.append(bar(waiting(bucket), most)));
      return line.append(
              String.format(
                  Locale.ROOT, " %,d due, %,d in a second at most", sum(buckets, "waiting"), most))
          .toString();
    }

    /** A blank for none, otherwise a bar that grows with the count. */
    private static char bar(long count, long most) {
      return count == 0 ? ' ' : BARS.charAt((int) ((BARS.length() - 1) * count / most));
    }

    private static long waiting(JsonNode bucket) {
      return bucket.path("waiting").asLong();
    }

    private static long sum(JsonNode buckets, String field) {
      return buckets.valueStream().mapToLong(bucket -> bucket.path(field).asLong()).sum();
    }
  }
}
