package io.duetime.redis;

import io.duetime.InvalidRequestException;
import io.duetime.internal.settings.DurationReader;
import io.duetime.redis.internal.link.Address.Credentials;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.TlsSettings;
import io.duetime.redis.internal.link.TlsSettings.Verification;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a URI, as text. */
final class RedisParameters {
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
  private static final Set<String> SENTINEL = Set.of("master", "sentinelUser", "sentinelPassword");
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
      texts.put(name, decoded(name, pair.substring(equals + 1)));
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

  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidRequestException("uri", name + "=…", "percent-encoded text");
    }
  }

  String master() {
    return texts.getOrDefault("master", DEFAULT_MASTER);
  }

  Credentials sentinelCredentials() {
    return new Credentials(
        texts.getOrDefault("sentinelUser", ""), texts.getOrDefault("sentinelPassword", ""));
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

  TlsSettings tls() {
    return new TlsSettings(
        verification(), file("caCertificate"), file("clientCertificate"), file("clientKey"));
  }

  /** Answers empty; refuses parameters of encryption where the URI asks for none. */
  Optional<TlsSettings> noTls() {
    TLS.stream()
        .filter(texts::containsKey)
        .findFirst()
        .ifPresent(name -> {
          throw new InvalidRequestException(
              name,
              texts.getOrDefault(name, ""),
              "only with rediss, rediss-sentinel, rediss-cluster");
        });
    return Optional.empty();
  }

  private Verification verification() {
    String text = texts.getOrDefault("verify", "full");
    return switch (text) {
      case "full" -> Verification.FULL;
      case "ca" -> Verification.AUTHORITY;
      case "none" -> Verification.NONE;
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
