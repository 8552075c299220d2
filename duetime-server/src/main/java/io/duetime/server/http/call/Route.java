package io.duetime.server.http.call;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One call of the API.
 *
 * @param query the names of its query parameters
 * @param body which body it accepts
 */
public record Route(
    HttpMethod method, PathTemplate path, List<String> query, BodyRule body, Handler handler) {
  /** Answers a call. */
  @FunctionalInterface
  public interface Handler {
    CompletionStage<HttpAnswer> answer(Call call);
  }

  /** A call that reads, without a body. */
  public static Route get(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.GET, PathTemplate.of(path), query, BodyRule.NONE, handler);
  }

  /** A call that replaces the resource at its path. */
  public static Route put(String path, List<String> query, BodyRule body, Handler handler) {
    return new Route(HttpMethod.PUT, PathTemplate.of(path), query, body, handler);
  }

  /** A call that acts on its body. */
  public static Route post(String path, List<String> query, BodyRule body, Handler handler) {
    return new Route(HttpMethod.POST, PathTemplate.of(path), query, body, handler);
  }

  /** A call that changes fields, with a small JSON body. */
  public static Route patch(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.PATCH, PathTemplate.of(path), query, BodyRule.SMALL_JSON, handler);
  }

  /** A call that deletes, without a body. */
  public static Route delete(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.DELETE, PathTemplate.of(path), query, BodyRule.NONE, handler);
  }
}
