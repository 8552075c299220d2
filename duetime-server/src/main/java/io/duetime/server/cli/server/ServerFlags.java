package io.duetime.server.cli.server;

import io.duetime.server.LogFormat;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import io.duetime.server.cli.completion.EnumNames;
import io.duetime.server.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that set up a server. */
final class ServerFlags {
  private final Map<Setting, String> flags = new EnumMap<>(Setting.class);
  private @Nullable Path config;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = {
        "Where jobs are stored: embedded:FOLDER, redis://HOST, redis-sentinel://HOST,…, "
            + "redis-cluster://HOST,… or memory:; default: "
            + ServerSettings.DEFAULT_STORE
            + "."
      })
  void store(String uri) {
    flags.put(Setting.STORE, uri);
  }

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description = "The address of HTTP; default: 127.0.0.1:8420; port 0 for any free port.")
  void http(String address) {
    flags.put(Setting.HTTP, address);
  }

  @Option(
      names = "--beanstalkd",
      paramLabel = "HOST:PORT[=TOKEN-NAME]",
      description = {
        "The address of the beanstalkd protocol, or unix:FILE; several with commas, or off; default: "
            + "127.0.0.1:11300, if that port is free. All connections of an address with a token's "
            + "name have that token; others log in with 'auth TOKEN'."
      })
  void beanstalkd(String addresses) {
    flags.put(Setting.BEANSTALKD, addresses);
  }

  @Option(
      names = "--beanstalkd-tls",
      paramLabel = "true|false",
      description =
          "Whether connections of the beanstalkd protocol are encrypted if there is a certificate; "
              + "default: true.")
  void beanstalkdTls(String encrypted) {
    flags.put(Setting.BEANSTALKD_TLS, encrypted);
  }

  @Option(
      names = "--beanstalkd-max-job-size",
      paramLabel = "BYTES",
      description = "The largest body of the beanstalkd protocol; default: 65535.")
  void beanstalkdMaxJobSize(String bytes) {
    flags.put(Setting.BEANSTALKD_MAX_JOB_SIZE, bytes);
  }

  @Option(
      names = "--beanstalkd-max-connections",
      paramLabel = "COUNT",
      description = "The most open connections of the beanstalkd protocol; default: 20000.")
  void beanstalkdMaxConnections(String count) {
    flags.put(Setting.BEANSTALKD_MAX_CONNECTIONS, count);
  }

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The server's certificate and those of intermediate authorities, in PEM.")
  void tlsCert(Path file) {
    flags.put(Setting.TLS_CERT, file.toString());
  }

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key of the certificate, in PEM.")
  void tlsKey(Path file) {
    flags.put(Setting.TLS_KEY, file.toString());
  }

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description = "Clients need a certificate of one of these authorities, in PEM.")
  void tlsClientCa(Path file) {
    flags.put(Setting.TLS_CLIENT_CA, file.toString());
  }

  @Option(
      names = "--tokens-file",
      paramLabel = "FILE",
      description = "A YAML file that declares tokens in addition to those of the store.")
  void tokensFile(Path file) {
    flags.put(Setting.TOKENS_FILE, file.toString());
  }

  @Option(
      names = "--quotas-file",
      paramLabel = "FILE",
      description = "A YAML file that declares quotas of queues by patterns of their names.")
  void quotasFile(Path file) {
    flags.put(Setting.QUOTAS_FILE, file.toString());
  }

  @Option(
      names = "--targets-file",
      paramLabel = "FILE",
      description = "A YAML or JSON file that declares targets of hand-overs by their names.")
  void targetsFile(Path file) {
    flags.put(Setting.TARGETS_FILE, file.toString());
  }

  @Option(
      names = "--allow-network-without-tokens",
      description = {
        "Listen beyond loopback although there is no token: every caller that reaches the port may "
            + "do everything."
      })
  void allowNetworkWithoutTokens(boolean isAllowed) {
    flags.put(Setting.ALLOW_NETWORK_WITHOUT_TOKENS, Boolean.toString(isAllowed));
  }

  @Option(
      names = "--metrics-queues",
      paramLabel = "PATTERN",
      description = {
        "The names of queues that have series of their own first in /metrics, such as mail/*; "
            + "default: *, so that the busiest 500 have."
      })
  void metricsQueues(String pattern) {
    flags.put(Setting.METRICS_QUEUES, pattern);
  }

  @Option(
      names = "--log-level",
      paramLabel = "LEVELS",
      description = "The level of the log, as INFO or WARN,io.duetime=DEBUG; default: INFO.")
  void logLevel(String levels) {
    flags.put(Setting.LOG_LEVEL, levels);
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = "TEXT or JSON; default: AUTO, which is TEXT on a terminal, otherwise JSON.")
  void logFormat(String format) {
    flags.put(Setting.LOG_FORMAT, format);
  }

  @Option(
      names = "--shutdown-timeout",
      paramLabel = "TIME",
      description = "How long to finish running calls at the end; default: 10s.")
  void shutdownTimeout(String time) {
    flags.put(Setting.SHUTDOWN_TIMEOUT, time);
  }

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file with the names of these flags as keys; default: $DUETIME_CONFIG.")
  void config(Path file) {
    config = file;
  }

  /** The flags, the environment and the file, in this order. */
  SettingSources sources(Terminal terminal) {
    return new SettingSources(flags, terminal.environment(), Optional.ofNullable(config));
  }

  /** Whether the field of a refusal is a flag, or has its value from a flag. */
  boolean isFlag(String field) {
    return field.startsWith("--")
        || flags.keySet().stream().anyMatch(setting -> setting.key().equals(field))
        || (field.equals("uri") && flags.containsKey(Setting.STORE));
  }

  /** Names for completion. */
  static final class Formats extends EnumNames {
    Formats() {
      super(LogFormat.class);
    }
  }
}
