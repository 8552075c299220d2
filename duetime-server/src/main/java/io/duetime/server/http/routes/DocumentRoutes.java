package io.duetime.server.http.routes;

import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Serves the OpenAPI document. */
final class DocumentRoutes {
  private DocumentRoutes() {}

  static List<Route> routes() {
    Buffer document = Buffer.buffer(read("openapi.json"));
    return List.of(
        Route.get(
            "/openapi.json",
            List.of(),
            call -> HttpAnswer.of(200, HttpAnswer.JSON, () -> document).now()));
  }

  private static byte[] read(String name) {
    try (InputStream in = DocumentRoutes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
