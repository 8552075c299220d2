package io.duetime.redis;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Options of a store in Redis. Immutable. The names in brackets are those in the URI and in {@link
 * io.duetime.DuetimeSettings.Builder#option}.
 */
public final class RedisOptions {
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern CLIENT_NAME = Pattern.compile("[\\x21-\\x7e]{1,64}");
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int MOST_PAYLOAD_BYTES = 64 << 20;

  /** The defaults. */
  public static final RedisOptions DEFAULT = new Builder().build();

  private final Builder from;

  private RedisOptions(Builder from) {
    this.from = from;
  }

  /** Begins options with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins a changed copy. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /** What every key begins with, before a colon. */
  public String prefix() {
    return from.prefix;
  }

  /** The largest payload accepted. */
  public int maxPayloadBytes() {
    return from.maxPayloadBytes;
  }

  /** How long one sending waits for its answer. */
  public Duration timeout() {
    return from.timeout;
  }

  /** How long connecting may take. */
  public Duration connectTimeout() {
    return from.connectTimeout;
  }

  /** For how long a call is sent again while the store says that it did nothing. */
  public Duration patience() {
    return from.patience;
  }

  /** How often a cluster is asked for its nodes. */
  public Duration refresh() {
    return from.refresh;
  }

  /** Whether the server is declared to fsync every write before it answers. */
  public boolean alwaysFsynced() {
    return from.alwaysFsynced;
  }

  /** The client name that the server shows for the connections. */
  public String clientName() {
    return from.clientName;
  }

  LinkSettings linkSettings() {
    return new LinkSettings(
        from.timeout,
        from.connectTimeout,
        from.patience,
        from.refresh,
        from.alwaysFsynced,
        from.clientName);
  }

  /** Collects {@link RedisOptions}. */
  public static final class Builder {
    private String prefix = "dt";
    private int maxPayloadBytes = Limits.DEFAULT_MAX_PAYLOAD_BYTES;
    private Duration timeout = LinkSettings.DEFAULT.timeout();
    private Duration connectTimeout = LinkSettings.DEFAULT.connectTimeout();
    private Duration patience = LinkSettings.DEFAULT.patience();
    private Duration refresh = LinkSettings.DEFAULT.topologyRefresh();
    private boolean alwaysFsynced;
    private String clientName = LinkSettings.DEFAULT.clientName();

    Builder() {}

    private Builder(Builder other) {
      this.prefix = other.prefix;
      this.maxPayloadBytes = other.maxPayloadBytes;
      this.timeout = other.timeout;
      this.connectTimeout = other.connectTimeout;
      this.patience = other.patience;
      this.refresh = other.refresh;
      this.alwaysFsynced = other.alwaysFsynced;
      this.clientName = other.clientName;
    }

    /**
     * What every key begins with, before a colon [{@code prefix}]: 1 to 64 of A-Z a-z 0-9 . _ -;
     * {@code dt} by default. Stores with different prefixes can share a Redis.
     */
    public Builder prefix(String newPrefix) {
      this.prefix = newPrefix;
      return this;
    }

    /** The largest payload accepted [{@code maxPayload}], up to 64 MiB; 1 MiB by default. */
    public Builder maxPayloadBytes(int newMaxPayloadBytes) {
      this.maxPayloadBytes = newMaxPayloadBytes;
      return this;
    }

    /**
     * How long one sending waits for its answer [{@code timeout}], 1 ms to 10 minutes; 5 s by
     * default. After that the outcome of a call that changes something is unknown.
     */
    public Builder timeout(Duration newTimeout) {
      this.timeout = newTimeout;
      return this;
    }

    /**
     * How long connecting may take [{@code connectTimeout}], 1 ms to 10 minutes; 3 s by default.
     */
    public Builder connectTimeout(Duration newConnectTimeout) {
      this.connectTimeout = newConnectTimeout;
      return this;
    }

    /**
     * For how long a call is sent again while the store says that it did nothing, or cannot be
     * reached [{@code patience}], 0 to 10 minutes; 5 s by default.
     */
    public Builder patience(Duration newPatience) {
      this.patience = newPatience;
      return this;
    }

    /**
     * How often a cluster is asked for its nodes, also after every sign of a change [{@code
     * refresh}], 1 ms to 10 minutes; 15 s by default.
     */
    public Builder refresh(Duration newRefresh) {
      this.refresh = newRefresh;
      return this;
    }

    /**
     * Declares that the server runs with {@code appendfsync always} [{@code appendfsync=always}],
     * for servers that neither know WAITAOF nor show their configuration.
     */
    public Builder alwaysFsynced() {
      this.alwaysFsynced = true;
      return this;
    }

    /**
     * The client name that the server shows for the connections [{@code clientName}], 1 to 64
     * printable ASCII characters without blanks; {@code duetime} by default.
     */
    public Builder clientName(String newClientName) {
      this.clientName = newClientName;
      return this;
    }

    /**
     * Checks all values and creates the options.
     *
     * @throws InvalidRequestException that names what is wrong
     */
    public RedisOptions build() {
      check("prefix", prefix, PREFIX, "1 to 64 of A-Z a-z 0-9 . _ -");
      check("clientName", clientName, CLIENT_NAME, "1 to 64 printable ASCII characters, no blanks");
      Limits.count("maxPayload", maxPayloadBytes, MOST_PAYLOAD_BYTES);
      check("timeout", timeout, Duration.ofMillis(1));
      check("connectTimeout", connectTimeout, Duration.ofMillis(1));
      check("patience", patience, Duration.ZERO);
      check("refresh", refresh, Duration.ofMillis(1));
      return new RedisOptions(new Builder(this));
    }

    private static void check(String field, String value, Pattern pattern, String allowed) {
      if (!pattern.matcher(value).matches()) {
        throw new InvalidRequestException(field, value, allowed);
      }
    }

    private static void check(String field, Duration value, Duration least) {
      if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
        throw new InvalidRequestException(
            field, value, (least.isZero() ? "0" : "1 ms") + " to 10 minutes");
      }
    }
  }
}
