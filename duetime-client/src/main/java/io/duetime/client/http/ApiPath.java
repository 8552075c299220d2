package io.duetime.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the paths of the API. */
public final class ApiPath {
  private ApiPath() {}

  /** The path of a queue. */
  public static String queue(String queue) {
    return "/v1/queues/" + segment(queue);
  }

  /** The path of a job. */
  public static String job(String queue, String id) {
    return queue(queue) + "/jobs/" + segment(id);
  }

  /** The path of a recurring definition. */
  public static String recurring(String queue, String name) {
    return queue(queue) + "/recurring/" + segment(name);
  }

  /** Encodes a value of a query. */
  public static String value(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Encodes a segment of a path, also its dots, as segments of dots have a meaning to proxies. */
  public static String segment(String text) {
    return value(text).replace("+", "%20").replace(".", "%2E");
  }

  /** A path with a query; a parameter with a list of values is repeated. */
  public static String withQuery(String path, Map<String, ?> query) {
    String joined =
        query.entrySet().stream()
            .flatMap(parameter ->
                values(parameter.getValue())
                    .map(value -> value(parameter.getKey()) + "=" + value(value)))
            .collect(Collectors.joining("&"));
    return joined.isEmpty() ? path : path + "?" + joined;
  }

  private static Stream<String> values(Object value) {
    return value instanceof Collection<?> several
        ? several.stream().map(String::valueOf)
        : Stream.of(String.valueOf(value));
  }
}
