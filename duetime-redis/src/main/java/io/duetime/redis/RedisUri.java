package io.duetime.redis;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.redis.internal.link.Address;
import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.settings.DurationReader;
import io.duetime.text.StoreUri;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    boolean encrypted = parts.group(1).equals("rediss");
    RedisParameters parameters = RedisParameters.parse(parts.group(6), others, kind);
    List<RedisURI> places = places(parts.group(HOSTS), kind);
    List<RedisURI> stores = kind == Kind.SENTINEL ? List.of(parameters.sentinels(places)) : places;
    int database = database(parts.group(5), kind);
    for (RedisURI store : stores) {
      store.setDatabase(database);
      authenticate(store, parts.group(3));
    }
    for (RedisURI server : kind == Kind.SENTINEL ? places : List.<RedisURI>of()) {
      authenticate(server, parameters.text("sentinelUser"), parameters.text("sentinelPassword"));
    }
    if (encrypted) {
      Stream.concat(stores.stream(), places.stream()).forEach(parameters::encrypt);
    } else {
      parameters.refuseTls();
    }
    return new RedisUri(new Address(kind, stores, parameters.certificates()), parameters.options());
  }

  private static Kind kind(@Nullable String suffix) {
    if (suffix == null) {
      return Kind.SERVER;
    }
    return suffix.equals("-cluster") ? Kind.CLUSTER : Kind.SENTINEL;
  }

  private static List<RedisURI> places(String text, Kind kind) {
    List<RedisURI> places =
        Arrays.stream(text.split(",", -1)).map(place -> place(place, kind)).toList();
    if (kind == Kind.SERVER && places.size() > 1) {
      throw new InvalidRequestException(
          "host", text, "one host; several ones with redis-cluster or redis-sentinel");
    }
    return places;
  }

  private static RedisURI place(String text, Kind kind) {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      throw new InvalidRequestException("host", text, "host, host:port or [address]:port");
    }
    int usual = kind == Kind.SENTINEL ? SENTINEL_PORT : REDIS_PORT;
    String host = place.group(1).replaceAll("[\\[\\]]", "");
    return RedisURI.create(host, number("port", place.group(2), usual, 1, LAST_PORT));
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

  private static void authenticate(RedisURI store, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      return;
    }
    int colon = text.indexOf(':');
    // A single word is a password in the URIs of some clients and a user in those of others.
    if (colon < 0) {
      throw new InvalidRequestException("user", "***", "user:password, or :password alone");
    }
    authenticate(
        store,
        decoded("user", "***", text.substring(0, colon)),
        decoded("user", "***", text.substring(colon + 1)));
  }

  private static void authenticate(RedisURI server, String user, String password) {
    if (!user.isEmpty() || !password.isEmpty()) {
      server.setCredentialsProvider(
          new StaticCredentialsProvider(user.isEmpty() ? null : user, password.toCharArray()));
    }
  }

  private static String decoded(String field, String shown, String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException(field, shown, "percent-encoded text");
    }
  }

  /** The parameters of a URI, as text. */
  static final class RedisParameters {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(KiB|MiB)?");
    private static final String DEFAULT_MASTER = "mymaster";
    private static final Map<String, BiConsumer<RedisOptions.Builder, String>> OPTIONS =
        Map.of(
            "prefix",
            RedisOptions.Builder::prefix,
            "clientName",
            RedisOptions.Builder::clientName,
            "maxPayload",
            (options, size) -> options.maxPayloadBytes(bytes(size)),
            "timeout",
            duration("timeout", RedisOptions.Builder::timeout),
            "connectTimeout",
            duration("connectTimeout", RedisOptions.Builder::connectTimeout),
            "patience",
            duration("patience", RedisOptions.Builder::patience),
            "refresh",
            duration("refresh", RedisOptions.Builder::refresh),
            "appendfsync",
            RedisParameters::declare);
    private static final Set<String> SENTINEL =
        Set.of("master", "sentinelUser", "sentinelPassword");
    private static final Set<String> TLS =
        Set.of("verify", "caCertificate", "clientCertificate", "clientKey");

    private final Map<String, String> texts;

    private RedisParameters(Map<String, String> texts) {
      this.texts = texts;
    }

    /**
     * Reads {@code name=value&name=value} and the other parameters; a parameter of the query wins.
     */
    static RedisParameters parse(@Nullable String query, Map<String, String> others, Kind kind) {
      Map<String, String> texts = new LinkedHashMap<>(others);
      for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
          // It may be what follows an unencoded & of a password.
          throw new InvalidRequestException("uri", "?…", "parameters as name=value");
        }
        String name = pair.substring(0, equals);
        texts.put(name, decoded("uri", name + "=…", pair.substring(equals + 1)));
      }
      Set<String> allowed = new TreeSet<>(OPTIONS.keySet());
      allowed.addAll(TLS);
      if (kind == Kind.SENTINEL) {
        allowed.addAll(SENTINEL);
      }
      for (String name : texts.keySet()) {
        if (!allowed.contains(name)) {
          throw new InvalidRequestException("option", name, String.join(", ", allowed));
        }
      }
      return new RedisParameters(texts);
    }

    String text(String name) {
      return texts.getOrDefault(name, "");
    }

    /** A store that these Sentinels know. */
    RedisURI sentinels(List<RedisURI> places) {
      RedisURI store = new RedisURI();
      store.setSentinelMasterId(texts.getOrDefault("master", DEFAULT_MASTER));
      store.getSentinels().addAll(places);
      return store;
    }

    RedisOptions options() {
      RedisOptions.Builder options = RedisOptions.builder();
      OPTIONS.forEach((name, set) -> {
        String text = texts.get(name);
        if (text != null) {
          set.accept(options, text);
        }
      });
      return options.build();
    }

    private static BiConsumer<RedisOptions.Builder, String> duration(
        String name, BiConsumer<RedisOptions.Builder, Duration> set) {
      return (options, text) -> set.accept(options, DurationReader.parse(name, text));
    }

    private static void declare(RedisOptions.Builder options, String value) {
      if (!value.equals("always")) {
        throw new InvalidRequestException("appendfsync", value, "always, or leave it out");
      }
      options.alwaysFsynced();
    }

    Certificates certificates() {
      return new Certificates(file("caCertificate"), file("clientCertificate"), file("clientKey"));
    }

    void encrypt(RedisURI server) {
      server.setSsl(true);
      server.setVerifyPeer(verification());
    }

    /** Refuses parameters of encryption where the URI asks for none. */
    void refuseTls() {
      TLS.stream()
          .filter(texts::containsKey)
          .findFirst()
          .ifPresent(name -> {
            throw new InvalidRequestException(
                name, text(name), "only with rediss, rediss-sentinel, rediss-cluster");
          });
    }

    private SslVerifyMode verification() {
      String text = texts.getOrDefault("verify", "full");
      return switch (text) {
        case "full" -> SslVerifyMode.FULL;
        case "ca" -> SslVerifyMode.CA;
        case "none" -> SslVerifyMode.NONE;
        default -> throw new InvalidRequestException("verify", text, "full, ca or none");
      };
    }

    private Optional<Path> file(String name) {
      String text = texts.get(name);
      if (text == null) {
        return Optional.empty();
      }
      try {
        return Optional.of(Path.of(text));
      } catch (InvalidPathException malformed) {
        throw new InvalidRequestException(name, text, "the path of a PEM file");
      }
    }

    private static int bytes(String text) {
      Matcher size = SIZE.matcher(text);
      if (!size.matches()) {
        throw new InvalidRequestException("maxPayload", text, "a number, or one with KiB or MiB");
      }
      long unit = size.group(2) == null ? 1 : size.group(2).equals("KiB") ? 1L << 10 : 1L << 20;
      return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(size.group(1)) * unit);
    }
  }
}
