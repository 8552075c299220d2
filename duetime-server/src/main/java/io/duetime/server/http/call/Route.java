package io.duetime.server.http.call;

import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

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
}
