package io.duetime.server.cli;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Schedules one job. */
@Command(
    name = "put",
    description = "Schedule a job.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime put order-timeouts order-42 '{\"order\":42}' --delay 30m"})
final class PutCommand implements Callable<Integer> {
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern ASCII = Pattern.compile("[ -~]*");

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final JobOptions job = new JobOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue; made by its first job.")
  private String queue = "";

  @Parameters(index = "1", paramLabel = "ID", description = "Your id; the same id is the same job.")
  private String id = "";

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "PAYLOAD",
      description = "The payload; '-' reads standard input; nothing unless given.")
  private @Nullable String payload;

  @Option(names = "--file", paramLabel = "FILE", description = "Read the payload from a file.")
  private @Nullable Path file;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "The payload's type; otherwise JSON where it is JSON, else text or bytes.")
  private @Nullable String contentType;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header that goes with the job; may be given 32 times.")
  private Map<String, String> jobHeaders = Map.of();

  PutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (file != null && payload != null) {
      throw new InvalidRequestException("--file", file, "only without PAYLOAD");
    }
    byte[] body = body();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType == null ? guess(body) : contentType);
    headers.put("Idempotency-Key", UUID.randomUUID().toString());
    jobHeaders.forEach((name, value) -> headers.put("Duetime-Header-" + name, ascii(name, value)));
    String path = Remote.withQuery(Remote.path("v1", "queues", queue, "jobs", id), job.query());
    Reply reply = server.connect(terminal).put(path, body, headers).orFail();
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

  private byte[] body() {
    try {
      if (file != null) {
        return Files.readAllBytes(file);
      }
      if ("-".equals(payload)) {
        return terminal.in().readAllBytes();
      }
      return payload == null ? new byte[0] : payload.getBytes(StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String guess(byte[] body) {
    if (StrictJson.isOneValue(body)) {
      return "application/json";
    }
    return StrictJson.utf8(body) == null ? "application/octet-stream" : "text/plain";
  }

  static String sentence(JsonNode result) {
    return "%s %s, due %s"
        .formatted(
            result.path("id").asString(),
            result.path("outcome").asString().toLowerCase(java.util.Locale.ROOT),
            result.path("dueAt").asString());
  }
}
