package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.text.DurationText;
import io.duetime.internal.text.StoreUri;
import io.duetime.server.beanstalkd.BeanstalkdLimits;
import io.duetime.server.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of a server. Immutable. */
public final class ServerSettings {
  /** The default store: a folder in the working directory of the server. */
  public static final String DEFAULT_STORE = "embedded:./duetime-data";

  /** The default address of HTTP. */
  public static final HostPort DEFAULT_HTTP = new HostPort("127.0.0.1", 8420);

  /** How long a server finishes running calls when it stops, by default. */
  public static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration LONGEST_SHUTDOWN = Duration.ofHours(1);

  /** The address of the beanstalkd protocol that the command uses by default. */
  public static final BeanstalkdAddress DEFAULT_BEANSTALKD =
      new BeanstalkdAddress(new HostPort("127.0.0.1", 11300), null);

  private final String store;
  private final HostPort http;
  private final List<BeanstalkdAddress> beanstalkd;
  private final boolean beanstalkdTls;
  private final @Nullable TlsFiles tls;
  private final @Nullable Path tokensFile;
  private final @Nullable Path quotasFile;
  private final @Nullable Path targetsFile;
  private final boolean networkWithoutTokens;
  private final LogLevels logLevels;
  private final LogFormat logFormat;
  private final Duration shutdownTimeout;
  private final String metricsQueues;
  private final BeanstalkdLimits beanstalkdLimits;

  private ServerSettings(Builder from) {
    this.store = from.store;
    this.http = from.http;
    this.beanstalkd = from.beanstalkd;
    this.beanstalkdTls = from.beanstalkdTls;
    this.tls = from.tls();
    this.tokensFile = from.tokensFile;
    this.quotasFile = from.quotasFile;
    this.targetsFile = from.targetsFile;
    this.networkWithoutTokens = from.networkWithoutTokens;
    this.logLevels = from.logLevels;
    this.logFormat = from.logFormat;
    this.shutdownTimeout = from.shutdownTimeout;
    this.metricsQueues = from.metricsQueues;
    this.beanstalkdLimits = from.beanstalkdLimits;
  }

  /** Starts a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder with these settings. */
  public Builder toBuilder() {
    Builder copy = new Builder().store(store).http(http).beanstalkdLimits(beanstalkdLimits);
    copy.beanstalkd = beanstalkd;
    copy.beanstalkdTls = beanstalkdTls;
    copy.tokensFile = tokensFile;
    copy.quotasFile = quotasFile;
    copy.targetsFile = targetsFile;
    copy.networkWithoutTokens = networkWithoutTokens;
    if (tls != null) {
      copy.tlsCert(tls.certificate()).tlsKey(tls.key());
      copy.tlsClientCa = tls.clientAuthorities();
    }
    copy.metricsQueues = metricsQueues;
    return copy.logLevels(logLevels).logFormat(logFormat).shutdownTimeout(shutdownTimeout);
  }

  /** The store's URI. */
  public String store() {
    return store;
  }

  /** The store's URI without user, password and parameters, to be printed. */
  public String storeName() {
    // A folder may have any name.
    return store.startsWith("embedded:") ? store : StoreUri.withoutSecrets(store);
  }

  /** The value of a setting as it would be written; without passwords, empty if there is none. */
  public String textOf(Setting setting) {
    return switch (setting) {
      case STORE -> storeName();
      case HTTP -> http.toString();
      case BEANSTALKD ->
          beanstalkd.isEmpty()
              ? Setting.OFF
              : beanstalkd.stream()
                  .map(BeanstalkdAddress::toString)
                  .collect(Collectors.joining(","));
      case BEANSTALKD_TLS -> Boolean.toString(beanstalkdTls);
      case BEANSTALKD_MAX_JOB_SIZE -> Integer.toString(beanstalkdLimits.maxJobSize());
      case BEANSTALKD_MAX_CONNECTIONS -> Integer.toString(beanstalkdLimits.maxConnections());
      case TLS_CERT -> tls().map(files -> files.certificate().toString()).orElse("");
      case TLS_KEY -> tls().map(files -> files.key().toString()).orElse("");
      case TLS_CLIENT_CA ->
          Objects.toString(tls().map(TlsFiles::clientAuthorities).orElse(null), "");
      case TOKENS_FILE -> Objects.toString(tokensFile, "");
      case QUOTAS_FILE -> Objects.toString(quotasFile, "");
      case TARGETS_FILE -> Objects.toString(targetsFile, "");
      case ALLOW_NETWORK_WITHOUT_TOKENS -> Boolean.toString(networkWithoutTokens);
      case METRICS_QUEUES -> metricsQueues;
      case LOG_LEVEL -> logLevels.toString();
      case LOG_FORMAT -> logFormat.toString();
      case SHUTDOWN_TIMEOUT -> DurationText.exact(shutdownTimeout);
    };
  }

  /** The address at which HTTP listens. */
  public HostPort http() {
    return http;
  }

  /** The addresses at which the beanstalkd protocol listens. */
  public List<BeanstalkdAddress> beanstalkd() {
    return beanstalkd;
  }

  /** Whether the connections of the beanstalkd protocol are encrypted. */
  public boolean encryptsBeanstalkd() {
    return beanstalkdTls && tls != null;
  }

  /** The files of TLS; empty if connections are not encrypted. */
  public Optional<TlsFiles> tls() {
    return Optional.ofNullable(tls);
  }

  /** The file that declares tokens; empty for none. */
  public Optional<Path> tokensFile() {
    return Optional.ofNullable(tokensFile);
  }

  /** The file that declares quotas; empty for none. */
  public Optional<Path> quotasFile() {
    return Optional.ofNullable(quotasFile);
  }

  /** The file that declares targets of hand-overs; empty for none. */
  public Optional<Path> targetsFile() {
    return Optional.ofNullable(targetsFile);
  }

  /** Whether the server may listen beyond loopback while there is no token. */
  public boolean allowsNetworkWithoutTokens() {
    return networkWithoutTokens;
  }

  /** The levels of the log. */
  public LogLevels logLevels() {
    return logLevels;
  }

  /** The form of the log. */
  public LogFormat logFormat() {
    return logFormat;
  }

  /** How long the server finishes running calls when it stops. */
  public Duration shutdownTimeout() {
    return shutdownTimeout;
  }

  /** The names of the queues that have series of their own first. */
  public String metricsQueues() {
    return metricsQueues;
  }

  /** The limits of the beanstalkd protocol. */
  public BeanstalkdLimits beanstalkdLimits() {
    return beanstalkdLimits;
  }

  /** Builds {@link ServerSettings}; every setter is optional. */
  public static final class Builder {
    private String store = DEFAULT_STORE;
    private HostPort http = DEFAULT_HTTP;
    private List<BeanstalkdAddress> beanstalkd = List.of();
    private boolean beanstalkdTls = true;
    private @Nullable Path tlsCert;
    private @Nullable Path tlsKey;
    private @Nullable Path tlsClientCa;
    private @Nullable Path tokensFile;
    private @Nullable Path quotasFile;
    private @Nullable Path targetsFile;
    private boolean networkWithoutTokens;
    private LogLevels logLevels = LogLevels.DEFAULT;
    private LogFormat logFormat = LogFormat.AUTO;
    private Duration shutdownTimeout = DEFAULT_SHUTDOWN_TIMEOUT;
    private String metricsQueues = "*";
    private BeanstalkdLimits beanstalkdLimits = BeanstalkdLimits.DEFAULT;

    private Builder() {}

    /** Sets the store's URI; by default {@value ServerSettings#DEFAULT_STORE}. */
    public Builder store(String uri) {
      this.store = uri;
      return this;
    }

    /** Sets the address of HTTP; by default 127.0.0.1:8420. */
    public Builder http(HostPort address) {
      this.http = address;
      return this;
    }

    /** Sets the addresses of the beanstalkd protocol; by default none. */
    public Builder beanstalkd(BeanstalkdAddress... addresses) {
      this.beanstalkd = List.of(addresses);
      return this;
    }

    /**
     * Whether the connections of the beanstalkd protocol are encrypted if there is a certificate;
     * by default they are. Few of its clients can do it.
     */
    public Builder beanstalkdTls(boolean encrypted) {
      this.beanstalkdTls = encrypted;
      return this;
    }

    /** Sets the file of the server's certificate; by default connections are not encrypted. */
    public Builder tlsCert(Path file) {
      this.tlsCert = file;
      return this;
    }

    /** Sets the file of the certificate's private key. */
    public Builder tlsKey(Path file) {
      this.tlsKey = file;
      return this;
    }

    /** Sets the file of the authorities of clients' certificates; by default clients need none. */
    public Builder tlsClientCa(Path file) {
      this.tlsClientCa = file;
      return this;
    }

    /** Sets the file that declares tokens in addition to those of the store; by default none. */
    public Builder tokensFile(Path file) {
      this.tokensFile = file;
      return this;
    }

    /** Sets the file that declares quotas of queues; by default none. */
    public Builder quotasFile(Path file) {
      this.quotasFile = file;
      return this;
    }

    /** Sets the file that declares targets of hand-overs; by default none. */
    public Builder targetsFile(Path file) {
      this.targetsFile = file;
      return this;
    }

    /** Whether the server may listen beyond loopback while there is no token; by default not. */
    public Builder allowNetworkWithoutTokens(boolean allowed) {
      this.networkWithoutTokens = allowed;
      return this;
    }

    /** Sets the levels of the log; by default INFO. */
    public Builder logLevels(LogLevels levels) {
      this.logLevels = levels;
      return this;
    }

    /** Sets the form of the log; by default {@link LogFormat#AUTO}. */
    public Builder logFormat(LogFormat format) {
      this.logFormat = format;
      return this;
    }

    /** Sets how long the server finishes running calls when it stops; 0 to 1h, by default 10s. */
    public Builder shutdownTimeout(Duration timeout) {
      this.shutdownTimeout = timeout;
      return this;
    }

    /**
     * Sets the pattern of the queues that have series of their own first, such as {@code mail/*};
     * by default {@code *}.
     */
    public Builder metricsQueues(String pattern) {
      this.metricsQueues = Limits.queuePattern(pattern);
      return this;
    }

    /** Sets the limits of the beanstalkd protocol; by default those of beanstalkd. */
    public Builder beanstalkdLimits(BeanstalkdLimits limits) {
      this.beanstalkdLimits = limits;
      return this;
    }

    /** Changes the limits of the beanstalkd protocol. */
    public Builder beanstalkdLimits(UnaryOperator<BeanstalkdLimits> change) {
      return beanstalkdLimits(change.apply(beanstalkdLimits));
    }

    private @Nullable TlsFiles tls() {
      return tlsCert == null || tlsKey == null ? null : new TlsFiles(tlsCert, tlsKey, tlsClientCa);
    }

    /** Checks that the store has a scheme, that the files of TLS are complete, and the ranges. */
    public ServerSettings build() {
      if (store.indexOf(':') < 1) {
        throw new InvalidRequestException(
            "store", store, "a URI such as embedded:./duetime-data or redis://localhost");
      }
      http.address("http");
      if ((tlsCert == null) != (tlsKey == null)) {
        throw new InvalidRequestException(
            tlsCert == null ? "tls-cert" : "tls-key", null, "tls-cert and tls-key together");
      }
      if (tlsClientCa != null && tlsCert == null) {
        throw new InvalidRequestException(
            "tls-client-ca", tlsClientCa, "only with tls-cert and tls-key");
      }
      beanstalkd.forEach(asked -> asked.check("beanstalkd"));
      if (shutdownTimeout.isNegative() || shutdownTimeout.compareTo(LONGEST_SHUTDOWN) > 0) {
        throw new InvalidRequestException("shutdown-timeout", shutdownTimeout, "0s to 1h");
      }
      return new ServerSettings(this);
    }
  }
}
