package io.duetime.cli.server;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import io.duetime.server.SettingSources.Found;
import io.duetime.server.access.OpenId;
import io.duetime.server.access.TokenBook.TokenFile;
import io.duetime.server.handover.TargetStore.TargetFile;
import io.duetime.server.quota.QuotaFile;
import io.duetime.server.tls.TlsFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands that show, check and change the settings of a server. */
public final class ConfigCommands {
  private ConfigCommands() {}

  /** All of them. */
  public static CommandLine config(Terminal terminal) {
    return CallCommand.group(
        "config",
        "Print or validate the settings of a server, or change a running one.",
        List.of(
            "duetime config print --config duetime.yml",
            "duetime config validate --config duetime.yml",
            "duetime config reload",
            "duetime config log-level WARN,io.duetime=DEBUG"),
        new CallCommand(
                terminal,
                "log-level",
                "Show or change the levels of a server's log, until it reads its settings again.")
            .optional(
                "LEVEL", "ERROR, WARN, INFO, DEBUG, TRACE or OFF, or several with LOGGER=LEVEL.")
            .footer("duetime config log-level WARN,io.duetime=DEBUG")
            .calls(ConfigCommands::logLevel)
            .prints((given, server) -> level(server)),
        CallCommand.local(
                terminal,
                "print",
                "Print each setting with its value and where it comes from; hide passwords.")
            .options(ServerFlags.params())
            .options(Param.flag("--json", "Print JSON."))
            .footer("duetime config print --config /etc/duetime/duetime.yml")
            .runs(ConfigCommands::print),
        new CallCommand(
                terminal,
                "reload",
                "Have a server read its tokens, certificates and settings again.")
            .footer("duetime config reload --server https://duetime-1.example")
            .sends("POST", "/v1/server/reload")
            .printsLines((given, server) ->
                Stream.concat(
                    Stream.of(level(server)),
                    server
                        .path("afterRestart")
                        .valueStream()
                        .map(name -> "applies after a restart: " + name.asString()))),
        CallCommand.local(
                terminal,
                "validate",
                "Check the settings; exit with 2 and name the first that is wrong.")
            .options(ServerFlags.params())
            .options(Param.flag("--json", "Print JSON."))
            .footer("duetime config validate --config /etc/duetime/duetime.yml")
            .runs(ConfigCommands::validate));
  }

  private static ServerReply logLevel(Invocation given) {
    return given
        .find("LEVEL")
        .map(level -> given.remote().send("PATCH", "/v1/server", Map.of("logLevel", level)))
        .orElseGet(() -> given.remote().get("/v1/server"));
  }

  private static String level(JsonNode server) {
    return "log level: " + server.path("logLevel").asString();
  }

  private static int print(Invocation given) {
    Map<Setting<?>, Found> found = ServerFlags.sources(given).found();
    ServerSettings settings = SettingSources.settings(found);
    Map<String, Object> values = new LinkedHashMap<>();
    Table table = new Table("SETTING", "VALUE", "FROM");
    for (Setting<?> setting : Setting.all()) {
      Found value = found.get(setting);
      String from = value == null ? "default" : value.origin();
      Map<String, String> shown = new LinkedHashMap<>();
      shown.put("value", settings.textOf(setting));
      shown.put("from", from);
      values.put(setting.key(), shown);
      table.row(setting.key(), settings.textOf(setting), from);
    }
    given.print(values, table.lines());
    return ExitCode.OK;
  }

  private static int validate(Invocation given) {
    ServerSettings settings = ServerFlags.sources(given).settings();
    settings.tls().ifPresent(TlsFiles::options);
    settings.find(Setting.TOKENS_FILE).ifPresent(TokenFile::of);
    settings.find(Setting.OIDC_GRANTS).ifPresent(OpenId::groupsOf);
    settings.find(Setting.QUOTAS_FILE).ifPresent(QuotaFile::of);
    settings.find(Setting.TARGETS_FILE).ifPresent(TargetFile::of);
    given.print(Map.of("valid", true), List.of("valid"));
    return ExitCode.OK;
  }
}
