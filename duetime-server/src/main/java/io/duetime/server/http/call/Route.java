package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.Problem;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.http.HttpMethod;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One call of the API: all that is known of it before a request.
 *
 * @param path such as {@code /v1/queues/{queue}}; a name in braces matches any one segment
 * @param segments those of the path
 * @param rule who may call it, and which calls are recorded
 * @param query the names of its query parameters
 * @param body which body it accepts
 */
public record Route(
    HttpMethod method,
    String path,
    List<String> segments,
    Rule rule,
    List<String> query,
    BodyRule body,
    Handler handler) {
  /** Answers a call. */
  @FunctionalInterface
  public interface Handler {
    CompletionStage<HttpAnswer> answer(Call call);
  }

  private static Route of(
      HttpMethod method, String path, Rule rule, BodyRule body, Handler handler) {
    List<String> segments = List.of(path.substring(1).split("/", -1));
    return new Route(method, path, segments, rule, List.of(), body, handler);
  }

  /** A call that reads, without a body. */
  public static Route get(String path, Rule rule, Handler handler) {
    return of(HttpMethod.GET, path, rule, BodyRule.NONE, handler);
  }

  /** A call that replaces the resource at its path. */
  public static Route put(String path, Rule rule, BodyRule body, Handler handler) {
    return of(HttpMethod.PUT, path, rule, body, handler);
  }

  /** A call that acts on its body. */
  public static Route post(String path, Rule rule, BodyRule body, Handler handler) {
    return of(HttpMethod.POST, path, rule, body, handler);
  }

  /** A call that changes fields, with a small JSON body. */
  public static Route patch(String path, Rule rule, Handler handler) {
    return of(HttpMethod.PATCH, path, rule, BodyRule.SMALL_JSON, handler);
  }

  /** A call that deletes, without a body. */
  public static Route delete(String path, Rule rule, Handler handler) {
    return of(HttpMethod.DELETE, path, rule, BodyRule.NONE, handler);
  }

  /** The same call with more query parameters. */
  public Route query(String... names) {
    return query(List.of(names));
  }

  /** The same call with more query parameters. */
  public Route query(List<String> names) {
    List<String> all = Stream.concat(query.stream(), names.stream()).toList();
    return new Route(method, path, segments, rule, all, body, handler);
  }

  /** The name in the audit log. */
  public String name() {
    return method + " " + path;
  }

  /** Whether a path matches, given by its decoded segments. */
  boolean matches(List<String> path) {
    if (path.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      boolean isSame = isName(segment) ? !path.get(i).isEmpty() : segment.equals(path.get(i));
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  /** The values of the names in a path that matches. */
  Map<String, String> values(List<String> path) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      if (isName(segment)) {
        values.put(segment.substring(1, segment.length() - 1), path.get(i));
      }
    }
    return values;
  }

  private static boolean isName(String segment) {
    return segment.startsWith("{");
  }

  /** Finds the route of a call. */
  public static final class RouteTable {
    private final List<Route> routes;

    /** Creates a table of these routes. */
    public RouteTable(List<Route> routes) {
      this.routes = List.copyOf(routes);
    }

    /** A route and the values of the names in its path. */
    public record Match(Route route, Map<String, String> path) {}

    /** Every route. */
    public List<Route> routes() {
      return routes;
    }

    /** Finds the route of a method and a path; HEAD has the route of GET. */
    public Match find(HttpMethod method, String path) {
      HttpMethod wanted = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
      List<String> segments = UriText.segments(path);
      List<Route> others = new ArrayList<>(0);
      // Not a stream, which took a quarter of the time of a small call.
      for (Route route : routes) {
        if (route.matches(segments)) {
          if (route.method().equals(wanted)) {
            return new Match(route, route.values(segments));
          }
          others.add(route);
        }
      }
      throw others.isEmpty()
          ? Refusal.notFound("There is no path " + path + "; /openapi.json lists all paths")
          : notAllowed(method, others);
    }

    private static Refusal notAllowed(HttpMethod method, List<Route> others) {
      String allowed =
          others.stream()
              .map(route -> route.method().name())
              .distinct()
              .sorted()
              .collect(Collectors.joining(", "));
      return new Refusal(
          Problem.of(
                  405,
                  "METHOD_NOT_ALLOWED",
                  method + " is not allowed for this path; allowed: " + allowed)
              .with("allowed", allowed));
    }
  }

  /** Which body a call accepts. */
  public enum BodyRule {
    /** No body; a short one is not read. */
    NONE,
    /** Any bytes, kept as they are. */
    PAYLOAD,
    /** JSON of a few fields; an empty body reads as none. */
    SMALL_JSON,
    /** JSON with any number of items; an empty body reads as no fields. */
    JSON,
    /** JSON, or a stream of lines of JSON. */
    JSON_OR_LINES;

    private static final List<String> LINES =
        List.of("application/x-ndjson", "application/ndjson", "application/jsonl");

    /** Whether the body is a stream of lines. */
    public boolean isLines(@Nullable String contentType) {
      return this == JSON_OR_LINES && LINES.contains(mediaType(contentType));
    }

    /**
     * Refuses a body of a type that the call cannot read. Only {@code application/json} counts as
     * JSON, as a web page cannot send that type to another site without a preflight request.
     */
    public void check(@Nullable String contentType, boolean isEmpty) {
      if (this == NONE || this == PAYLOAD || (isEmpty && contentType == null)) {
        return;
      }
      if (!mediaType(contentType).equals(PayloadForm.JSON)) {
        String allowed =
            this == JSON_OR_LINES ? PayloadForm.JSON + ", " + LINES.get(0) : PayloadForm.JSON;
        throw Refusal.mediaType(contentType == null ? "" : contentType, allowed);
      }
    }

    private static String mediaType(@Nullable String contentType) {
      return contentType == null
          ? ""
          : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Parses paths and queries. A path is split before it is decoded, so that an encoded slash
   * belongs to its segment; dots have no special meaning.
   */
  public static final class UriText {
    private UriText() {}

    /** The decoded segments of a path that begins with a slash. */
    public static List<String> segments(String path) {
      String[] raw = path.startsWith("/") ? path.substring(1).split("/", -1) : new String[] {path};
      return Stream.of(raw).map(segment -> decoded("path", segment, "%2B")).toList();
    }

    /**
     * The decoded values of a query by name, in order; a name without {@code =} has an empty value.
     */
    public static Map<String, List<String>> query(@Nullable String query) {
      Map<String, List<String>> values = new LinkedHashMap<>();
      if (query == null || query.isEmpty()) {
        return values;
      }
      for (String pair : query.split("&", -1)) {
        if (!pair.isEmpty()) {
          String[] parts = pair.split("=", 2);
          values
              .computeIfAbsent(decoded("query", parts[0], "%20"), first -> new ArrayList<>(1))
              .add(parts.length == 1 ? "" : decoded("query", parts[1], "%20"));
        }
      }
      return values;
    }

    private static String decoded(String field, String raw, String plus) {
      if (raw.chars().allMatch(c -> c < 0x80 && c != '%' && c != '+')) {
        return raw;
      }
      // One letter a byte, as decoders replace malformed UTF-8 where it must be refused.
      String bytes = new String(raw.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      try {
        String decoded =
            QueryStringDecoder.decodeComponent(
                bytes.replace("+", plus), StandardCharsets.ISO_8859_1);
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(decoded.getBytes(StandardCharsets.ISO_8859_1)))
            .toString();
      } catch (IllegalArgumentException | CharacterCodingException malformed) {
        throw new InvalidRequestException(field, raw, "percent-encoded UTF-8");
      }
    }
  }
}
