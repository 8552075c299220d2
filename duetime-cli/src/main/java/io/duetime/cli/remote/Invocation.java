package io.duetime.cli.remote;

import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ApiPath;
import io.duetime.server.json.JsonTrees;
import io.duetime.settings.DurationReader;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The parsed command line of a declared command, and the calls that it makes. */
public final class Invocation {
  private static final Pattern OPERAND = Pattern.compile("\\{(\\w+)}");

  private final Terminal terminal;
  private final CommandSpec spec;
  private final Map<String, Param> params;
  private @Nullable Remote remote;

  Invocation(Terminal terminal, CommandSpec spec, Map<String, Param> params) {
    this.terminal = terminal;
    this.spec = spec;
    this.params = params;
  }

  /** Where the command prints. */
  public Terminal terminal() {
    return terminal;
  }

  /** The command, with those above and below it. */
  public CommandSpec spec() {
    return spec;
  }

  /** Whether to print JSON. */
  public boolean isJson() {
    return is("--json");
  }

  /** The server. */
  public Remote remote() {
    Remote connected = remote;
    if (connected == null) {
      connected = new Remote(ServerOptions.uri(this));
      remote = connected;
    }
    return connected;
  }

  private @Nullable Object value(String name) {
    Param param = params.get(name);
    return param == null ? null : param.value();
  }

  /** The text of an operand or option; empty without one. */
  public String text(String name) {
    return find(name).orElse("");
  }

  /** The text of an operand or option, if it is given. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(value(name)).map(String::valueOf);
  }

  /** The time of an option, if it is given. */
  public Optional<Duration> duration(String option) {
    return find(option).map(text -> DurationReader.parse(option, text));
  }

  /** The values of an operand or option that may be repeated. */
  public List<String> texts(String name) {
    return value(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** The names and values of an option that may be repeated. */
  public Map<String, String> pairs(String name) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (value(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> pairs.put(String.valueOf(key), String.valueOf(value)));
    }
    return pairs;
  }

  /** Whether a flag is given. */
  public boolean is(String flag) {
    return Boolean.TRUE.equals(value(flag));
  }

  /** The fields of the given options. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Param param : params.values()) {
      Object value = param.toSend();
      if (param.field() != null && value != null) {
        fields.put(param.field(), value);
      }
    }
    return fields;
  }

  /** A path of the API, whose operands in braces are replaced by their values. */
  public String path(String template) {
    return OPERAND
        .matcher(template)
        .replaceAll(operand -> Matcher.quoteReplacement(ApiPath.segment(text(operand.group(1)))));
  }

  /** As {@link #path}, with the fields of the given options as the query. */
  public String query(String template) {
    return ApiPath.withQuery(path(template), fields());
  }

  /** Sends a method with the fields of the given options as JSON. */
  public ServerReply send(String method, String template) {
    return remote().send(method, path(template), fields());
  }

  /** Returns an answer, or if it is an accepted task, the task when it has ended. */
  public ServerReply ended(ServerReply reply) {
    return reply.status() == ServerReply.ACCEPTED
        ? task(reply.json().path("id").asString())
        : reply;
  }

  /** Waits until a task has ended; fails if it has failed or was cancelled. */
  public ServerReply task(String id) {
    return new TaskWaiter(terminal, remote(), !isJson()).ended(id);
  }

  /** Prints the server's JSON, or these lines. */
  public void print(ServerReply reply, Stream<String> lines) {
    if (isJson()) {
      terminal.print(reply.text());
    } else {
      lines.forEach(terminal::print);
    }
  }

  /** Prints these values as JSON, or these lines. */
  public void print(Object json, List<String> lines) {
    print(ServerReply.ok(JsonTrees.MAPPER.writeValueAsString(json)), lines.stream());
  }

  /** The lines of the standard input that are not blank. */
  public List<String> inputLines() {
    List<String> lines = new ArrayList<>();
    new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8))
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .forEach(lines::add);
    return lines;
  }
}
