package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.terminal.Terminal.LogLevel;
import io.duetime.cli.transfer.StoreOptions;
import io.duetime.embedded.Verification;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.Finding;
import io.duetime.runtime.EngineOpener;
import io.duetime.server.DuetimeServer;
import io.duetime.transfer.Transfers;
import io.duetime.wire.StoreJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about a server as a whole and its store: health, doctor, backup. */
public final class StoreCommands {
  private static final int MOST_PROBLEMS = 10;

  private StoreCommands() {}

  /** Asks a server whether it is ready for calls, as container engines do. */
  public static CommandLine health(Terminal terminal) {
    return new CallCommand(
            terminal,
            "health",
            "Ask whether a server is ready for calls; exit with 1 if it is not.")
        .options(
            flag(
                "--live",
                "Ask only whether the process is alive, also while it warms up or stops."))
        .footer("duetime health", "duetime health --live")
        .calls(given -> given.remote().get(given.is("--live") ? "/health/live" : "/health/ready"))
        .prints((given, health) -> health.path("status").asString());
  }

  /** Checks the health of a store, and says what to do about problems. */
  public static CommandLine doctor(Terminal terminal) {
    return new CallCommand(
            terminal, "doctor", "Check a store and its servers for misconfigurations.")
        .options(
            text(
                "--store",
                "URI",
                "Check a store without a server: redis://HOST, or embedded:FOLDER while no server"
                    + " holds it. Default: ask the server about its store."))
        .footer(
            "%nChanges no job. A folder is opened as a server would open it ('duetime verify' only"
                + " reads). Exits with 1 if a check fails, with 0 for warnings and checks that"
                + " could not be made.",
            "duetime doctor", "duetime doctor --store redis://localhost")
        .calls(given ->
            given
                .find("--store")
                .map(uri -> check(given, uri))
                .orElseGet(() -> given.remote().get("/v1/store")))
        .failsIf(store -> findings(store).anyMatch(finding -> verdict(finding).equals("FAILURE")))
        .printsLines((given, store) ->
            Stream.concat(
                findings(store).map(StoreCommands::line),
                given.find("--store").isPresent() ? Stream.empty() : problems(given.remote())));
  }

  private static Stream<String> problems(Remote remote) {
    List<String> hidden = new ArrayList<>();
    Stream<String> shown =
        ProblemCommand.first(
                remote,
                MOST_PROBLEMS,
                why -> {
                  hidden.add("UNKNOWN  problems: not shown: " + why.getMessage());
                  return Stream.empty();
                })
            .map(line -> "PROBLEM  " + line);
    return Stream.concat(shown, hidden.stream());
  }

  private static Stream<JsonNode> findings(JsonNode store) {
    return store.path("findings").valueStream();
  }

  private static ServerReply check(Invocation given, String uri) {
    if (given.find("--server").isPresent()) {
      throw new InvalidRequestException("--store", uri, "only without --server");
    }
    if (uri.startsWith("embedded:")) {
      StoreOptions.existingFolder(given);
    }
    // The findings are printed here, so they are not logged, too.
    LogLevel none = LogLevel.set("OFF");
    EngineContext context = new EngineContext(given.terminal().time(), Map.of());
    try (Engine engine = EngineOpener.open(uri, context)) {
      return ServerReply.ok(
          StoreJson.store(
                  DuetimeServer.version(),
                  Transfers.answer(engine.nowMillis()),
                  engine.capabilities(),
                  Transfers.answer(engine.selfCheck()))
              .text());
    } finally {
      none.restore();
    }
  }

  /** A newer server may send a verdict that is unknown here. */
  private static String verdict(JsonNode finding) {
    String verdict = finding.path("verdict").asString("");
    return Arrays.stream(Finding.Verdict.values()).map(Enum::name).anyMatch(verdict::equals)
        ? verdict
        : Finding.Verdict.UNKNOWN.name();
  }

  private static String line(JsonNode finding) {
    String remedy = finding.path("remedy").asString("");
    return "%-7s  %s: %s%s"
        .formatted(
            verdict(finding),
            finding.path("check").asString(""),
            finding.path("message").asString(""),
            remedy.isEmpty() ? "" : "; to do: " + remedy);
  }

  /** Asks the server to back up its store. */
  public static CommandLine backup(Terminal terminal) {
    return new CallCommand(
            terminal,
            "backup",
            "Copy the store of a running server into a folder on the same machine.")
        .operand(Path.class, "FOLDER", "1", "The target; it must be empty or not exist yet.")
        .footer(
            "%nThe copy is a complete store: start a server on it, verify it, export it, or use it"
                + " to replace a lost store. It has every change that the server acknowledged"
                + " before the call.",
            "duetime backup /backups/monday")
        .calls(given ->
            given
                .remote()
                .patient()
                .send("POST", "/v1/store/backup", Map.of("folder", target(given))))
        .prints((given, answer) -> "backed up to " + target(given));
  }

  private static String target(Invocation given) {
    return Path.of(given.text("FOLDER")).toAbsolutePath().normalize().toString();
  }

  /** Reads a whole store without a server. */
  public static CommandLine verify(Terminal terminal) {
    return CallCommand.local(
            terminal, "verify", "Read everything in a store and print what is damaged.")
        .options(StoreOptions.params())
        .footer(
            "%nChanges nothing; no server may hold the folder. Each finding is a line with file, "
                + "queue and job, and what to do. Exits with 1 if there are findings.",
            "duetime verify --store embedded:/backups/monday")
        .runs(StoreCommands::verify);
  }

  private static int verify(Invocation given) {
    Verification found = Verification.of(StoreOptions.existingFolder(given));
    List<String> lines = new ArrayList<>();
    for (Finding finding : found.findings()) {
      lines.add(
          "%s %s: %s; to do: %s"
              .formatted(finding.verdict(), finding.check(), finding.message(), finding.remedy()));
    }
    long more = found.count() - found.findings().size();
    if (more > 0) {
      lines.add("and " + more + " more");
    }
    lines.add(
        "%d jobs in %d queues; %s"
            .formatted(
                found.jobs(),
                found.queues(),
                found.isClean() ? "no findings" : found.count() + " findings"));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("queues", found.queues());
    json.put("jobs", found.jobs());
    json.put("count", found.count());
    json.put("findings", found.findings());
    given.print(json, lines);
    return found.isClean() ? ExitCode.OK : ExitCode.FAILED;
  }
}
