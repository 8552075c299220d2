package io.duetime.client.internal.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

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

  // Segments of dots have a meaning to proxies.
  private static String segment(String text) {
    return value(text).replace("+", "%20").replace(".", "%2E");
  }
}
