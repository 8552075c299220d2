package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.beanstalkd.BeanstalkdLimits;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings of a server. Immutable. */
public final class ServerSettings {
  /** The default store: a folder in the working directory of the server. */
  public static final String DEFAULT_STORE = "embedded:./duetime-data";

  /** The default address of HTTP. */
  public static final HostPort DEFAULT_HTTP = new HostPort("127.0.0.1", 8420);

  /** The address of the beanstalkd protocol that the command uses by default. */
  public static final HostPort DEFAULT_BEANSTALKD = new HostPort("127.0.0.1", 11300);

  private final String store;
  private final HostPort http;
  private final @Nullable HostPort beanstalkd;
  private final BeanstalkdLimits beanstalkdLimits;

  private ServerSettings(Builder from) {
    this.store = from.store;
    this.http = from.http;
    this.beanstalkd = from.beanstalkd;
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

  /** The address at which the beanstalkd protocol listens; empty for none. */
  public Optional<HostPort> beanstalkd() {
    return Optional.ofNullable(beanstalkd);
  }

  /** The limits of the beanstalkd protocol. */
  public BeanstalkdLimits beanstalkdLimits() {
    return beanstalkdLimits;
  }

  /** Builds {@link ServerSettings}; every setter is optional. */
  public static final class Builder {
    private String store = DEFAULT_STORE;
    private HostPort http = DEFAULT_HTTP;
    private @Nullable HostPort beanstalkd;
    private BeanstalkdLimits beanstalkdLimits = BeanstalkdLimits.DEFAULT;

    private Builder() {}

    /** Sets the store's URI; by default {@value ServerSettings#DEFAULT_STORE}. */
    public Builder store(String uri) {
      this.store = uri;
      return this;
    }

    /** Sets the loopback address of HTTP; by default 127.0.0.1:8420. */
    public Builder http(HostPort address) {
      this.http = address;
      return this;
    }

    /** Sets the address of the beanstalkd protocol; by default none. */
    public Builder beanstalkd(HostPort address) {
      this.beanstalkd = address;
      return this;
    }

    /** Does not listen for the beanstalkd protocol. The default. */
    public Builder noBeanstalkd() {
      this.beanstalkd = null;
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
