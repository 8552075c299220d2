package io.duetime.cli.server;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import io.duetime.server.SettingSources.Found;
import io.duetime.server.access.TokenFile;
import io.duetime.server.handover.TargetStore.TargetFile;
import io.duetime.server.quota.QuotaFile;
import io.duetime.server.tls.TlsFiles;
import io.duetime.wire.JsonShape;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and checks the settings that a server would start with. */
@Command(
    name = "config",
    description = "Print or validate the settings of a server, or change a running one.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime config print --config duetime.yml",
      "  duetime config validate --config duetime.yml",
      "  duetime config reload",
      "  duetime config log-level WARN,io.duetime=DEBUG"
    })
public final class ConfigCommand {
  private static final String DEFAULT = "default";

  private final Terminal terminal;

  /** Reads from the terminal, and prints to it. */
  public ConfigCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "print",
      description = "Print each setting with its value and where it comes from; hide passwords.",
      modelTransformer = ServerFlags.OptionAdder.class,
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime config print --config /etc/duetime/duetime.yml"})
  int print(
      @Mixin ServerFlags flags,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    Map<Setting<?>, Found> found = flags.sources(terminal).found();
    ServerSettings settings = SettingSources.settings(found);
    if (json) {
      terminal.print(shape(found, settings).text());
      return ExitCode.OK;
    }
    Table table = new Table("SETTING", "VALUE", "FROM");
    for (Setting<?> setting : Setting.all()) {
      table.row(setting.key(), settings.textOf(setting), origin(found, setting));
    }
    table.lines().forEach(terminal::print);
    return ExitCode.OK;
  }

  @Command(
      name = "validate",
      description = "Check the settings; exit with 2 and name the first that is wrong.",
      modelTransformer = ServerFlags.OptionAdder.class,
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime config validate --config /etc/duetime/duetime.yml"})
  int validate(
      @Mixin ServerFlags flags,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    ServerSettings settings = flags.sources(terminal).settings();
    settings.tls().ifPresent(TlsFiles::options);
    settings.find(Setting.TOKENS_FILE).ifPresent(TokenFile::of);
    settings.find(Setting.QUOTAS_FILE).ifPresent(QuotaFile::check);
    settings.find(Setting.TARGETS_FILE).ifPresent(TargetFile::of);
    terminal.print(
        json ? JsonShape.object("valid", out -> out.writeBoolean(true)).text() : "valid");
    return ExitCode.OK;
  }

  @Command(
      name = "reload",
      description = "Have a server read its tokens, certificates and settings again.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime config reload --server https://duetime-1.example"})
  int reload(@Mixin ServerOptions server) {
    ServerReply reply = server.connect(terminal).send("POST", "/v1/server/reload", Map.of());
    if (server.isJson()) {
      terminal.print(reply.text());
      return ExitCode.OK;
    }
    printLevel(reply);
    reply
        .json()
        .path("afterRestart")
        .forEach(name -> terminal.print("applies after a restart: " + name.asString()));
    return ExitCode.OK;
  }

  @Command(
      name = "log-level",
      description =
          "Show or change the levels of a server's log, until it reads its settings again.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime config log-level WARN,io.duetime=DEBUG"})
  int logLevel(
      @Mixin ServerOptions server,
      @Parameters(
              arity = "0..1",
              paramLabel = "LEVEL",
              description = "ERROR, WARN, INFO, DEBUG, TRACE or OFF, or several with LOGGER=LEVEL.")
          @Nullable String level) {
    Remote remote = server.connect(terminal);
    ServerReply reply =
        level == null
            ? remote.get("/v1/server")
            : remote.send("PATCH", "/v1/server", Map.of("logLevel", level));
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      printLevel(reply);
    }
    return ExitCode.OK;
  }

  private void printLevel(ServerReply reply) {
    terminal.print("log level: " + reply.json().path("logLevel").asString());
  }

  private static JsonShape shape(Map<Setting<?>, Found> found, ServerSettings settings) {
    return out -> {
      out.writeStartObject();
      for (Setting<?> setting : Setting.all()) {
        out.writeName(setting.key());
        out.writeStartObject();
        out.writeStringProperty("value", settings.textOf(setting));
        out.writeStringProperty("from", origin(found, setting));
        out.writeEndObject();
      }
      out.writeEndObject();
    };
  }

  private static String origin(Map<Setting<?>, Found> found, Setting<?> setting) {
    Found value = found.get(setting);
    return value == null ? DEFAULT : value.origin();
  }
}
