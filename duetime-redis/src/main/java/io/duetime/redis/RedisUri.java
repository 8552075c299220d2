package io.duetime.redis;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.internal.text.StoreUri;
import io.duetime.redis.internal.link.Address;
import io.duetime.redis.internal.link.Address.Credentials;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.Address.Place;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a store's URI: {@code SCHEME://[USER[:PASSWORD]@]HOST[:PORT],…[/DATABASE][?NAME=…]}.
 *
 * @param address the store and its credentials
 * @param options of the store
 */
record RedisUri(Address address, RedisOptions options) {
  /** All schemes. */
  static final Set<String> SCHEMES =
      Set.of(
          "redis",
          "rediss",
          "redis-sentinel",
          "rediss-sentinel",
          "redis-cluster",
          "rediss-cluster");

  private static final String ALLOWED =
      "redis://[user:password@]host[:port][/database][?name=value&…], or rediss, redis-sentinel,"
          + " redis-cluster with several hosts; / ? @ and % of a password percent-encoded";
  private static final Pattern URI =
      Pattern.compile(
          "(rediss?)(-sentinel|-cluster)?://(?:([^@/?]*)@)?([^@/?]+)(?:/([^?]*))?(?:\\?(.*))?");
  private static final Pattern PLACE =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::(\\d+))?");
  private static final int HOSTS = 4;
  private static final int REDIS_PORT = 6379;
  private static final int SENTINEL_PORT = 26379;
  private static final int LAST_PORT = 65_535;
  private static final int LAST_DATABASE = 65_535;

  /**
   * Reads a URI and the options given apart from it; an option in the URI wins.
   *
   * @throws InvalidRequestException that names what is wrong, and never shows a password
   */
  static RedisUri parse(String uri, Map<String, String> others) {
    Matcher parts = URI.matcher(uri);
    if (!parts.matches()) {
      throw malformed(uri);
    }
    try {
      return read(parts, others);
    } catch (InvalidRequestException wrong) {
      // Behind an unencoded / or ? of a password, the rest of it reads as another part.
      throw uri.indexOf('@', parts.start(HOSTS)) < 0 ? wrong : malformed(uri);
    }
  }

  private static InvalidRequestException malformed(String uri) {
    return new InvalidRequestException(
        ErrorCode.UNKNOWN_STORE, "uri", StoreUri.withoutSecrets(uri), ALLOWED);
  }

  private static RedisUri read(Matcher parts, Map<String, String> others) {
    Kind kind = kind(parts.group(2));
    RedisParameters parameters = RedisParameters.parse(parts.group(6), others, kind);
    boolean encrypted = parts.group(1).equals("rediss");
    Address address =
        new Address(
            kind,
            places(parts.group(HOSTS), kind),
            database(parts.group(5), kind),
            kind == Kind.SENTINEL ? parameters.master() : "",
            credentials(parts.group(3)),
            parameters.sentinelCredentials(),
            encrypted ? Optional.of(parameters.tls()) : parameters.noTls());
    return new RedisUri(address, parameters.options());
  }

  private static Kind kind(@Nullable String suffix) {
    if (suffix == null) {
      return Kind.SERVER;
    }
    return suffix.equals("-cluster") ? Kind.CLUSTER : Kind.SENTINEL;
  }

  private static List<Place> places(String text, Kind kind) {
    List<Place> places =
        Arrays.stream(text.split(",", -1)).map(place -> place(place, kind)).toList();
    if (kind == Kind.SERVER && places.size() > 1) {
      throw new InvalidRequestException(
          "host", text, "one host; several ones with redis-cluster or redis-sentinel");
    }
    return places;
  }

  private static Place place(String text, Kind kind) {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw new InvalidRequestException("host", text, "host, host:port or [address]:port");
    }
    int usual = kind == Kind.SENTINEL ? SENTINEL_PORT : REDIS_PORT;
    String host = place.group(1).replaceAll("[\\[\\]]", "");
    return new Place(host, number("port", place.group(2), usual, 1, LAST_PORT));
  }

  private static int database(@Nullable String text, Kind kind) {
    int database = number("database", text, 0, 0, LAST_DATABASE);
    if (kind == Kind.CLUSTER && database != 0) {
      throw new InvalidRequestException("database", database, "0: a cluster has no other");
    }
    return database;
  }

  private static int number(String field, @Nullable String text, int usual, int least, int most) {
    if (text == null || text.isEmpty()) {
      return usual;
    }
    String allowed = least + " to " + most;
    if (!text.matches("\\d{1,9}")) {
      throw new InvalidRequestException(field, text, allowed);
    }
    int number = Integer.parseInt(text);
    if (number < least || number > most) {
      throw new InvalidRequestException(field, text, allowed);
    }
    return number;
  }

  private static Credentials credentials(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Credentials.NONE;
    }
    int colon = text.indexOf(':');
    // A single word is a password in the URIs of some clients and a user in those of others.
    if (colon < 0) {
      throw new InvalidRequestException("user", "***", "user:password, or :password alone");
    }
    return new Credentials(decoded(text.substring(0, colon)), decoded(text.substring(colon + 1)));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException("user", "***", "percent-encoded text");
    }
  }
}
