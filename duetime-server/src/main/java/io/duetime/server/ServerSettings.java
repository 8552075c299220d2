package io.duetime.server;

import io.duetime.InvalidRequestException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a server is started with. Immutable. */
public final class ServerSettings {
  /** The store unless another is named: a folder beside where the server is started. */
  public static final String DEFAULT_STORE = "embedded:./duetime-data";

  /** Where HTTP listens unless told otherwise. */
  public static final HostPort DEFAULT_HTTP = new HostPort("127.0.0.1", 8420);

  private final String store;
  private final HostPort http;
  private final @Nullable HostPort beanstalkd;

  private ServerSettings(Builder from) {
    this.store = from.store;
    this.http = from.http;
    this.beanstalkd = from.beanstalkd;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins a changed copy. */
  public Builder toBuilder() {
    Builder copy = new Builder().store(store).http(http);
    copy.beanstalkd = beanstalkd;
    return copy;
  }

  /** The store's URI. */
  public String store() {
    return store;
  }

  /** The store's URI for people to read: without passwords. */
  public String storeName() {
    return store.replaceAll("//[^@/]*@", "//***@").replaceAll("(?i)(password=)[^&]*", "$1***");
  }

  /** Where HTTP listens. */
  public HostPort http() {
    return http;
  }

  /** Where the beanstalkd protocol was asked for. */
  public Optional<HostPort> beanstalkd() {
    return Optional.ofNullable(beanstalkd);
  }

  /** Collects {@link ServerSettings}; every setter may be left out. */
  public static final class Builder {
    private String store = DEFAULT_STORE;
    private HostPort http = DEFAULT_HTTP;
    private @Nullable HostPort beanstalkd;

    private Builder() {}

    /** The store's URI; {@value ServerSettings#DEFAULT_STORE} unless set. */
    public Builder store(String uri) {
      this.store = uri;
      return this;
    }

    /** Where HTTP listens, on loopback; 127.0.0.1:8420 unless set. */
    public Builder http(HostPort address) {
      this.http = address;
      return this;
    }

    /** Where the beanstalkd protocol is to listen. */
    public Builder beanstalkd(HostPort address) {
      this.beanstalkd = address;
      return this;
    }

    /** Checks that the store has a scheme and that addresses are loopback ones. */
    public ServerSettings build() {
      if (store.indexOf(':') < 1) {
        throw new InvalidRequestException(
            "store", store, "a URI such as embedded:./duetime-data or redis://localhost");
      }
      http.loopback("http");
      if (beanstalkd != null) {
        beanstalkd.loopback("beanstalkd");
      }
      return new ServerSettings(this);
    }
  }
}
