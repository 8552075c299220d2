package io.duetime.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One call of the API.
 *
 * @param query the query parameters it knows
 * @param body what it does with a body
 */
record Route(
    HttpMethod method, PathTemplate path, List<String> query, BodyRule body, Handler handler) {
  /** What a call does. */
  @FunctionalInterface
  interface Handler {
    CompletionStage<Answer> answer(Call call);
  }

  static Route get(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.GET, PathTemplate.of(path), query, BodyRule.NONE, handler);
  }

  static Route put(String path, List<String> query, BodyRule body, Handler handler) {
    return new Route(HttpMethod.PUT, PathTemplate.of(path), query, body, handler);
  }

  static Route post(String path, List<String> query, BodyRule body, Handler handler) {
    return new Route(HttpMethod.POST, PathTemplate.of(path), query, body, handler);
  }

  static Route patch(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.PATCH, PathTemplate.of(path), query, BodyRule.JSON, handler);
  }

  static Route delete(String path, List<String> query, Handler handler) {
    return new Route(HttpMethod.DELETE, PathTemplate.of(path), query, BodyRule.NONE, handler);
  }
}
