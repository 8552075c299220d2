package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.tls.TlsFiles;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of a server. Immutable. */
public final class ServerSettings {
  /** The default store: a folder in the working directory of the server. */
  public static final String DEFAULT_STORE = "embedded:./duetime-data";

  /** The default address of HTTP. */
  public static final HostPort DEFAULT_HTTP = new HostPort("127.0.0.1", 8420);

  private final String store;
  private final HostPort http;
  private final @Nullable HostPort beanstalkd;
  private final @Nullable TlsFiles tls;
  private final boolean networkWithoutTokens;

  private ServerSettings(Builder from) {
    this.store = from.store;
    this.http = from.http;
    this.beanstalkd = from.beanstalkd;
    this.tls = from.tls();
    this.networkWithoutTokens = from.networkWithoutTokens;
  }

  /** Starts a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder with these settings. */
  public Builder toBuilder() {
    Builder copy = new Builder().store(store).http(http);
    copy.beanstalkd = beanstalkd;
    copy.networkWithoutTokens = networkWithoutTokens;
    if (tls != null) {
      copy.tlsCert(tls.certificate()).tlsKey(tls.key());
      copy.tlsClientCa = tls.clientAuthorities();
    }
    return copy;
  }

  /** The store's URI. */
  public String store() {
    return store;
  }

  /** The store's URI without passwords, to be printed. */
  public String storeName() {
    return store.replaceAll("//[^@/]*@", "//***@").replaceAll("(?i)(password=)[^&]*", "$1***");
  }

  /** The address at which HTTP listens. */
  public HostPort http() {
    return http;
  }

  /** The address asked for with the beanstalkd protocol. */
  public Optional<HostPort> beanstalkd() {
    return Optional.ofNullable(beanstalkd);
  }

  /** The files of TLS; empty if connections are not encrypted. */
  public Optional<TlsFiles> tls() {
    return Optional.ofNullable(tls);
  }

  /** Whether the server may listen beyond loopback while there is no token. */
  public boolean allowsNetworkWithoutTokens() {
    return networkWithoutTokens;
  }

  /** Builds {@link ServerSettings}; every setter is optional. */
  public static final class Builder {
    private String store = DEFAULT_STORE;
    private HostPort http = DEFAULT_HTTP;
    private @Nullable HostPort beanstalkd;
    private @Nullable Path tlsCert;
    private @Nullable Path tlsKey;
    private @Nullable Path tlsClientCa;
    private boolean networkWithoutTokens;

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

    /** Sets the address of the beanstalkd protocol; by default none. */
    public Builder beanstalkd(HostPort address) {
      this.beanstalkd = address;
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

    /** Lets the server listen beyond loopback while there is no token, open to every caller. */
    public Builder allowNetworkWithoutTokens() {
      this.networkWithoutTokens = true;
      return this;
    }

    private @Nullable TlsFiles tls() {
      return tlsCert == null || tlsKey == null ? null : new TlsFiles(tlsCert, tlsKey, tlsClientCa);
    }

    /** Checks that the store has a scheme, and that the files of TLS are complete. */
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
      if (beanstalkd != null) {
        beanstalkd.loopback("beanstalkd");
      }
      return new ServerSettings(this);
    }
  }
}
