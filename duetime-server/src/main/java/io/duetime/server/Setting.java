package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.IpRange;
import io.duetime.server.LogSetup.LogFormat;
import io.duetime.server.LogSetup.LogLevels;
import io.duetime.server.beanstalkd.BeanstalkdLimits;
import io.duetime.server.http.call.HttpLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the server. Each is declared here and nowhere else: its flag, its variable of the
 * environment, its key in a file, its help and its row in {@code docs/running.md} follow.
 */
public final class Setting<T> {
  private static final List<Setting<?>> ALL = new ArrayList<>();

  public static final Setting<String> STORE =
      new Setting<>(
              "store",
              SettingType.STORE,
              "embedded:./duetime-data",
              "the store: embedded:FOLDER, redis://HOST, redis-sentinel://HOST,…, "
                  + "redis-cluster://HOST,… or memory:")
          .secret();

  public static final Setting<HostPort> HTTP =
      new Setting<>(
          "http",
          SettingType.ADDRESS,
          new HostPort("127.0.0.1", 8420),
          "the address of HTTP; beyond loopback only with a token; port 0 for any free port");

  public static final Setting<List<BeanstalkdAddress>> BEANSTALKD =
      new Setting<>(
              "beanstalkd",
              SettingType.BEANSTALKD_ADDRESSES,
              List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 11300), null)),
              "the addresses of the beanstalkd protocol; all connections of an address with a "
                  + "token's name have that token, others log in with auth TOKEN")
          .defaultNote(", if free");

  public static final Setting<Boolean> BEANSTALKD_TLS =
      new Setting<>(
          "beanstalkd-tls",
          SettingType.TRUTH,
          true,
          "whether the beanstalkd protocol is encrypted if there is a certificate");

  public static final Setting<Integer> MAX_PAYLOAD =
      new Setting<>(
          "max-payload",
          SettingType.count("BYTES", 1, HttpLimits.MOST_PAYLOAD),
          Limits.DEFAULT_MAX_PAYLOAD_BYTES,
          "the largest payload over HTTP and the beanstalkd protocol, in bytes");

  public static final Setting<Integer> BEANSTALKD_MAX_JOB_SIZE =
      new Setting<>(
          "beanstalkd-max-job-size",
          SettingType.count("BYTES", 1, HttpLimits.MOST_PAYLOAD),
          BeanstalkdLimits.DEFAULT.maxJobSize(),
          "the largest body of the beanstalkd protocol, in bytes; at most max-payload");

  public static final Setting<Integer> BEANSTALKD_MAX_CONNECTIONS =
      new Setting<>(
          "beanstalkd-max-connections",
          SettingType.count("COUNT", 1, BeanstalkdLimits.MOST_CONNECTIONS),
          BeanstalkdLimits.DEFAULT.maxConnections(),
          "the most open connections of the beanstalkd protocol; fewer if heap or descriptors allow"
              + " no more");

  public static final Setting<Duration> BEANSTALKD_TUBE_RETENTION =
      new Setting<>(
          "beanstalkd-tube-retention",
          SettingType.time(BeanstalkdLimits.LONGEST_RETENTION),
          BeanstalkdLimits.DEFAULT.tubeRetention(),
          "after how long an empty tube of the beanstalkd protocol that was never configured is "
              + "deleted when no connection uses or watches it; 0s for never");

  public static final Setting<Path> TLS_CERT =
      new Setting<>(
          "tls-cert",
          SettingType.file("PEM"),
          "the server's certificate and those of intermediate authorities; without it "
              + "connections are not encrypted");

  public static final Setting<Path> TLS_KEY =
      new Setting<>("tls-key", SettingType.file("PEM"), "the certificate's private key");

  public static final Setting<Path> TLS_CLIENT_CA =
      new Setting<>(
          "tls-client-ca",
          SettingType.file("PEM"),
          "clients need a certificate of one of these authorities");

  public static final Setting<Path> TOKENS_FILE =
      new Setting<>(
          "tokens-file",
          SettingType.file("YAML"),
          "declares tokens in addition to those of the store");

  public static final Setting<URI> OIDC_ISSUER =
      new Setting<>(
          "oidc-issuer",
          SettingType.ISSUER,
          "the issuer of OpenID Connect with which people sign in to the console; with oidc-client-id"
              + " and oidc-grants");

  public static final Setting<String> OIDC_CLIENT_ID =
      new Setting<>(
          "oidc-client-id", SettingType.LINE, "the id that the issuer has given this server");

  public static final Setting<Path> OIDC_CLIENT_SECRET_FILE =
      new Setting<>(
          "oidc-client-secret-file",
          SettingType.file("text"),
          "has the secret that belongs to oidc-client-id; without it the server is a public client");

  public static final Setting<String> OIDC_SCOPES =
      new Setting<>(
          "oidc-scopes",
          SettingType.LINE,
          "openid profile email",
          "the scopes that the server asks the issuer for; some need groups");

  public static final Setting<String> OIDC_GROUPS_CLAIM =
      new Setting<>(
          "oidc-groups-claim",
          SettingType.LINE,
          "groups",
          "the claim of the ID token with the groups of a person");

  public static final Setting<Path> OIDC_GRANTS =
      new Setting<>(
          "oidc-grants", SettingType.file("YAML"), "declares the grants of the issuer's groups");

  public static final Setting<Path> QUOTAS_FILE =
      new Setting<>(
          "quotas-file",
          SettingType.file("YAML"),
          "declares quotas of queues by patterns of their names");

  public static final Setting<Path> TARGETS_FILE =
      new Setting<>(
          "targets-file",
          SettingType.file("YAML or JSON"),
          "declares targets of hand-overs by their names, in addition to those of the store");

  public static final Setting<Path> SECRETS_FOLDER =
      new Setting<>(
          "secrets-folder",
          SettingType.FOLDER,
          "the files that targets put over HTTP may name, such as passwordFile, are in this folder;"
              + " without it they may name none");

  public static final Setting<String> SECRETS_PREFIX =
      new Setting<>(
          "secrets-prefix",
          SettingType.VARIABLE_PREFIX,
          "DUETIME_TARGET_",
          "the variables that targets put over HTTP may name, such as passwordEnv, begin so");

  public static final Setting<List<IpRange>> PRIVATE_RANGES =
      new Setting<>(
          "private-ranges",
          SettingType.ADDRESS_RANGES,
          "the addresses that are not public and that webhooks put over HTTP may call by "
              + "allowPrivate; without it none");

  public static final Setting<List<IpRange>> TRUSTED_PROXIES =
      new Setting<>(
          "trusted-proxies",
          SettingType.ADDRESS_RANGES,
          "the addresses of proxies before HTTP: the caller's address is taken from their "
              + "X-Forwarded-For, and limits for an address do not apply to them; without it none");

  public static final Setting<Boolean> ALLOW_NETWORK_WITHOUT_TOKENS =
      new Setting<>(
          "allow-network-without-tokens",
          SettingType.TRUTH,
          false,
          "listens beyond loopback although there is no token: every caller that reaches the port "
              + "may do everything");

  public static final Setting<String> METRICS_QUEUES =
      new Setting<>(
          "metrics-queues",
          SettingType.QUEUE_PATTERN,
          "*",
          "the queues that have series of their own first in /metrics, then the busiest, up to"
              + " 500");

  public static final Setting<LogLevels> LOG_LEVEL =
      new Setting<>(
          "log-level",
          SettingType.LEVELS,
          LogLevels.DEFAULT,
          "the level of the log, or several by the names of loggers");

  public static final Setting<LogFormat> LOG_FORMAT =
      new Setting<>(
          "log-format",
          SettingType.choice("FORMAT", LogFormat.class),
          LogFormat.AUTO,
          "the form of the log; AUTO is TEXT on a terminal, otherwise JSON");

  public static final Setting<Duration> SHUTDOWN_TIMEOUT =
      new Setting<>(
          "shutdown-timeout",
          SettingType.time(Duration.ofHours(1)),
          Duration.ofSeconds(10),
          "how long the server finishes running calls when it stops");

  private static final String PREFIX = "DUETIME_";
  private static final String FILE_SUFFIX = "-file";

  private final String key;
  private final SettingType<T> type;
  private final @Nullable T byDefault;
  private final String help;
  private String defaultNote = "";
  private boolean isSecret;

  private Setting(String key, SettingType<T> type, @Nullable T byDefault, String help) {
    this.key = key;
    this.type = type;
    this.byDefault = byDefault;
    this.help = help;
    ALL.add(this);
  }

  private Setting(String key, SettingType<T> type, String help) {
    this(key, type, null, help);
  }

  /** Lets a file of its own have the value. */
  private Setting<T> secret() {
    this.isSecret = true;
    return this;
  }

  /** Adds words to the default as it is printed. */
  private Setting<T> defaultNote(String words) {
    this.defaultNote = words;
    return this;
  }

  /** All settings, in the order in which they are listed. */
  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /** The name in a file; with two dashes before it, the flag. */
  public String key() {
    return key;
  }

  public SettingType<T> type() {
    return type;
  }

  /** The value of a server that does not set it; empty if there is none. */
  public Optional<T> byDefault() {
    return Optional.ofNullable(byDefault);
  }

  /** What the setting does, in words that follow its name. */
  public String help() {
    return help;
  }

  /** The default as it is printed; empty for none. */
  public String defaultText() {
    return byDefault().map(type::text).orElse("") + defaultNote;
  }

  /** Whether it is off by default, so that its flag alone turns it on. */
  public boolean isSwitch() {
    return Boolean.FALSE.equals(byDefault);
  }

  public String flag() {
    return "--" + key;
  }

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

  /** Refuses a text without showing it, as it may be a password. */
  void requireSecret(String field, String file, String text) {
    try {
      type.parse(field, text);
    } catch (InvalidRequestException hidden) {
      throw new InvalidRequestException(field, file, "a file that contains " + type.allowed());
    }
  }

  static Optional<Setting<?>> ofKey(String key) {
    return ALL.stream().filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** Every key that a file may have, in the order in which messages list them. */
  static List<String> keys() {
    return ALL.stream().flatMap(setting -> names(setting.key, setting.fileKey())).toList();
  }

  /** Every variable of the environment that sets one. */
  static List<String> variables() {
    return ALL.stream()
        .flatMap(setting -> names(setting.variable(), setting.fileVariable()))
        .toList();
  }

  private static Stream<String> names(String name, Optional<String> ofFile) {
    return Stream.concat(Stream.of(name), ofFile.stream());
  }

  @Override
  public String toString() {
    return key;
  }
}
