package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.internal.parse.DurationReader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A setting of the server, which a flag, a variable of the environment or a file can set. */
public enum Setting {
  /** The store's URI, which may contain a password. */
  STORE("store", "a URI such as embedded:./duetime-data", true),
  /** The address of HTTP. */
  HTTP("http", "a text such as 127.0.0.1:8420", false),
  /** The addresses of the beanstalkd protocol. */
  BEANSTALKD("beanstalkd", "a text such as 127.0.0.1:11300, or off", false),
  /** Whether the connections of the beanstalkd protocol are encrypted if there is a certificate. */
  BEANSTALKD_TLS("beanstalkd-tls", "true or false", false),
  /** The largest body of the beanstalkd protocol. */
  BEANSTALKD_MAX_JOB_SIZE("beanstalkd-max-job-size", "a whole number", false),
  /** The most open connections of the beanstalkd protocol. */
  BEANSTALKD_MAX_CONNECTIONS("beanstalkd-max-connections", "a whole number", false),
  /** The file of the server's certificate. */
  TLS_CERT("tls-cert", "the path of a PEM file", false),
  /** The file of the certificate's private key. */
  TLS_KEY("tls-key", "the path of a PEM file", false),
  /** The file of the authorities that clients' certificates come from. */
  TLS_CLIENT_CA("tls-client-ca", "the path of a PEM file", false),
  /** The file that declares tokens. */
  TOKENS_FILE("tokens-file", "the path of a YAML file", false),
  /** The file that declares quotas. */
  QUOTAS_FILE("quotas-file", "the path of a YAML file", false),
  /** The file that declares targets of hand-overs. */
  TARGETS_FILE("targets-file", "the path of a YAML or JSON file", false),
  /** Whether the server may listen beyond loopback while there is no token. */
  ALLOW_NETWORK_WITHOUT_TOKENS("allow-network-without-tokens", "true or false", false),
  /** The pattern of the queues that have series of their own first. */
  METRICS_QUEUES("metrics-queues", "a pattern of queue names such as mail/*", false),
  /** The levels of the log; changes when the server reads its settings again. */
  LOG_LEVEL("log-level", "a text such as INFO or \"WARN, io.duetime=DEBUG\"", false),
  /** The form of the log. */
  LOG_FORMAT("log-format", "AUTO, TEXT or JSON", false),
  /** How long the server finishes running calls when it stops. */
  SHUTDOWN_TIMEOUT("shutdown-timeout", "a text such as 10s", false);

  /** Says that the beanstalkd protocol does not listen. */
  static final String OFF = "off";

  private static final String PREFIX = "DUETIME_";
  private static final String FILE_SUFFIX = "-file";

  private final String key;
  private final String form;
  private final boolean isSecret;

  Setting(String key, String form, boolean isSecret) {
    this.key = key;
    this.form = form;
    this.isSecret = isSecret;
  }

  /** The name in a file; with two dashes before it, the flag. */
  public String key() {
    return key;
  }

  /** The flag of the command {@code duetime server}. */
  public String flag() {
    return "--" + key;
  }

  /** The variable of the environment. */
  public String variable() {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** The name in a file for a file that has the value; empty if the value is not secret. */
  public Optional<String> fileKey() {
    return isSecret ? Optional.of(key + FILE_SUFFIX) : Optional.empty();
  }

  /** The variable of the environment for a file that has the value. */
  Optional<String> fileVariable() {
    return isSecret ? Optional.of(variable() + "_FILE") : Optional.empty();
  }

  /** Texts that are allowed, as a message names them. */
  String form() {
    return form;
  }

  /** Whether a value of YAML that is not text is a value of this setting. */
  boolean isWritten(JsonNode value) {
    return switch (this) {
      case ALLOW_NETWORK_WITHOUT_TOKENS, BEANSTALKD_TLS -> value.isBoolean();
      case BEANSTALKD_MAX_JOB_SIZE, BEANSTALKD_MAX_CONNECTIONS -> value.isIntegralNumber();
      default -> false;
    };
  }

  /** Finds the setting with this key. */
  static Optional<Setting> ofKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** Every key that a file may have, in the order in which messages list them. */
  static List<String> keys() {
    return Arrays.stream(values())
        .flatMap(setting -> setting.names(setting.key, setting.fileKey()))
        .toList();
  }

  /** Every variable of the environment that sets one. */
  static List<String> variables() {
    return Arrays.stream(values())
        .flatMap(setting -> setting.names(setting.variable(), setting.fileVariable()))
        .toList();
  }

  private Stream<String> names(String name, Optional<String> ofFile) {
    return Stream.concat(Stream.of(name), ofFile.stream());
  }

  /** Reads a text into settings; {@code field} is the name that a refusal has. */
  void read(String field, String text, ServerSettings.Builder into) {
    switch (this) {
      case STORE -> into.store(text);
      case HTTP -> into.http(HostPort.parse(field, text));
      case BEANSTALKD -> {
        if (text.equals(OFF)) {
          into.beanstalkd();
        } else {
          into.beanstalkd(BeanstalkdAddress.parse(field, text).toArray(BeanstalkdAddress[]::new));
        }
      }
      case BEANSTALKD_TLS -> into.beanstalkdTls(truth(field, text));
      case BEANSTALKD_MAX_JOB_SIZE ->
          into.beanstalkdLimits(limits -> limits.maxJobSize(field, count(field, text)));
      case BEANSTALKD_MAX_CONNECTIONS ->
          into.beanstalkdLimits(limits -> limits.maxConnections(field, count(field, text)));
      case TLS_CERT -> into.tlsCert(path(field, text));
      case TLS_KEY -> into.tlsKey(path(field, text));
      case TLS_CLIENT_CA -> into.tlsClientCa(path(field, text));
      case TOKENS_FILE -> into.tokensFile(path(field, text));
      case QUOTAS_FILE -> into.quotasFile(path(field, text));
      case TARGETS_FILE -> into.targetsFile(path(field, text));
      case ALLOW_NETWORK_WITHOUT_TOKENS -> into.allowNetworkWithoutTokens(truth(field, text));
      case METRICS_QUEUES -> into.metricsQueues(text);
      case LOG_LEVEL -> into.logLevels(LogLevels.parse(field, text));
      case LOG_FORMAT -> into.logFormat(format(field, text));
      case SHUTDOWN_TIMEOUT -> into.shutdownTimeout(DurationReader.parse(field, text));
    }
  }

  private static int count(String field, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException malformed) {
      throw new InvalidRequestException(field, text, BEANSTALKD_MAX_JOB_SIZE.form);
    }
  }

  private static Path path(String field, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException malformed) {
      throw new InvalidRequestException(field, text, TLS_CERT.form);
    }
  }

  private static boolean truth(String field, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new InvalidRequestException(field, text, ALLOW_NETWORK_WITHOUT_TOKENS.form);
    }
    return text.equals("true");
  }

  private static LogFormat format(String field, String text) {
    return Arrays.stream(LogFormat.values())
        .filter(format -> format.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(field, text, LOG_FORMAT.form));
  }
}
