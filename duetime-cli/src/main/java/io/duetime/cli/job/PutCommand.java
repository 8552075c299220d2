package io.duetime.cli.job;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Schedules one job. */
@Command(
    name = "put",
    description = "Schedule a job.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime put order-timeouts order-42 '{\"order\":42}' --delay 30m"})
public final class PutCommand implements Callable<Integer> {
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern ASCII = Pattern.compile("[ -~]*");

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final JobOptions job = new JobOptions();
  @Mixin private final PayloadOptions body = new PayloadOptions();

  @Parameters(
      index = "0",
      paramLabel = "QUEUE",
      description = "The queue; its first job creates it.")
  private String queue = "";

  @Parameters(
      index = "1",
      paramLabel = "ID",
      description = "Your id; the same id names the same job.")
  private String id = "";

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "PAYLOAD",
      description = "The payload; '-' reads standard input; default: none.")
  private @Nullable String payload;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public PutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    byte[] bytes = body.read(payload, terminal.in());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", body.type(bytes));
    headers.put("Idempotency-Key", UUID.randomUUID().toString());
    body.headers()
        .forEach((name, value) -> headers.put("Duetime-Header-" + name, ascii(name, value)));
    String path = Remote.withQuery(Remote.path("v1", "queues", queue, "jobs", id), job.query());
    ServerReply reply = server.connect(terminal).put(path, bytes, headers).orFail();
    terminal.print(server.isJson() ? reply.text() : sentence(reply.json()));
    return ExitCode.OK;
  }

  private static String ascii(String name, String value) {
    if (!HEADER_NAME.matcher(name).matches() || !ASCII.matcher(value).matches()) {
      throw new InvalidRequestException(
          "--header",
          name + "=" + value,
          "NAME=VALUE in ASCII, NAME of letters, digits, - _ and .");
    }
    return value;
  }

  /** A line about the result of scheduling a job. */
  public static String sentence(JsonNode result) {
    return "%s %s, due %s"
        .formatted(
            result.path("id").asString(),
            result.path("outcome").asString().toLowerCase(Locale.ROOT).replace('_', ' '),
            result.path("dueAt").asString());
  }
}
