package io.duetime.cli.recurring;

import io.duetime.MissedTicks;
import io.duetime.cli.completion.EnumNames;
import io.duetime.cli.job.PayloadOptions;
import io.duetime.cli.job.TraitOptions;
import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines or changes a recurring job. */
@Command(
    name = "put",
    description = {
      "Define or change a recurring job.",
      "Repeating the same definition changes nothing; a paused one stays paused."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "%nExamples:",
      "  duetime recurring put mail report --cron '0 7 * * *' --zone Europe/Berlin",
      "  duetime recurring put shop sync '{\"full\":false}' --every 5m --missed NONE"
    })
public final class RecurringPutCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final TraitOptions traits = new TraitOptions();
  @Mixin private final PayloadOptions body = new PayloadOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "Its name; each tick is a job with the id NAME@MOMENT.")
  private String name = "";

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "PAYLOAD",
      description = "The payload; '-' reads standard input; default: none.")
  private @Nullable String payload;

  @ArgGroup(multiplicity = "1")
  private Schedule schedule = new Schedule();

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The time zone of --cron, such as Europe/Berlin; default: UTC.")
  private @Nullable String zone;

  @Option(
      names = "--from",
      paramLabel = "MOMENT",
      description = "A tick from which --every counts; default: 1970-01-01T00:00:00Z.")
  private @Nullable String from;

  @Option(
      names = "--missed",
      paramLabel = "LATEST|ALL|NONE",
      completionCandidates = Missed.class,
      description = "Which missed ticks run later; default: LATEST.")
  private @Nullable String missed;

  @Option(names = "--paused", description = "Pause it; it does not tick until it is resumed.")
  private boolean paused;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      description = "With --missed NONE: how late a tick may start; default: 1m.")
  private @Nullable String grace;

  @Option(names = "--until", paramLabel = "MOMENT", description = "The last moment of a tick.")
  private @Nullable String until;

  @Option(names = "--times", paramLabel = "N", description = "End after N ticks that ran.")
  private @Nullable Long times;

  @Option(names = "--first-now", description = "Also tick now, if it is new.")
  private boolean firstNow;

  @Option(
      names = "--keep-pending",
      description = "Keep the jobs that are already scheduled for its ticks.")
  private boolean keepPending;

  private static final class Schedule {
    @Option(
        names = "--cron",
        paramLabel = "EXPRESSION",
        description = "Five fields, six with seconds first, or a macro such as @daily.")
    private @Nullable String cron;

    @Option(names = "--every", paramLabel = "TIME", description = "An interval: 30s, 5m, 12h.")
    private @Nullable String every;
  }

  /** Reads from the terminal, prints to it, and goes by its time. */
  public RecurringPutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, Object> fields = new LinkedHashMap<>();
    putTicks(fields);
    putTemplate(fields);
    ServerReply reply =
        server
            .connect(terminal)
            .putJson(Remote.path("v1", "queues", queue, "recurring", name), Bodies.of(fields))
            .orFail();
    terminal.print(server.isJson() ? reply.text() : RecurringCommand.sentence(reply.json(), "put"));
    return ExitCode.OK;
  }

  private void putTicks(Map<String, Object> fields) {
    put(fields, "cron", schedule.cron);
    put(fields, "zone", zone);
    put(fields, "every", schedule.every);
    put(fields, "from", from);
    put(fields, "missed", missed);
    put(fields, "grace", grace);
    put(fields, "until", until);
    put(fields, "times", times);
    put(fields, "firstNow", firstNow ? true : null);
    put(fields, "paused", paused ? true : null);
    put(fields, "keepPending", keepPending ? true : null);
  }

  private void putTemplate(Map<String, Object> fields) {
    byte[] bytes = body.read(payload, terminal.in());
    // Base64 keeps every byte of any type.
    fields.put("payloadBase64", Base64.getEncoder().encodeToString(bytes));
    fields.put("contentType", body.type(bytes));
    fields.put("headers", body.headers());
    fields.put("tags", traits.tags());
    traits.values().forEach((trait, value) -> fields.put(trait, Bodies.numberOrText(value)));
  }

  private static void put(Map<String, Object> fields, String field, @Nullable Object value) {
    if (value != null) {
      fields.put(field, value);
    }
  }

  /** Names for completion. */
  static final class Missed extends EnumNames {
    Missed() {
      super(MissedTicks.class);
    }
  }
}
