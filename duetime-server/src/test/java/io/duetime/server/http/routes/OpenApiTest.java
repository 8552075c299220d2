package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.json.JsonTrees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Compares the OpenAPI document with the routes. */
class OpenApiTest {
  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void everyRouteIsDescribedAndNothingElse() {
    Set<String> described = new TreeSet<>();
    document()
        .path("paths")
        .forEachEntry((path, methods) ->
            methods.propertyNames().forEach(method -> described.add(method + " " + path)));

    assertThat(described)
        .isEqualTo(
            routes().stream()
                .map(OpenApiTest::name)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void everyRouteHasTheQueryParametersThatAreDescribed() {
    for (Route route : routes()) {
      assertThat(parameters(route, "query"))
          .as(name(route))
          .containsExactlyInAnyOrderElementsOf(route.query());
    }
  }

  @Test
  void everyNameInAPathIsDescribed() {
    for (Route route : routes()) {
      List<String> names =
          route.segments().stream()
              .filter(segment -> segment.startsWith("{"))
              .map(segment -> segment.substring(1, segment.length() - 1))
              .toList();
      assertThat(parameters(route, "path")).as(name(route)).isEqualTo(names);
    }
  }

  @Test
  void bodiesAreDescribedWhereTheyAreRead() {
    for (Route route : routes()) {
      assertThat(operation(route).has("requestBody"))
          .as(name(route))
          .isEqualTo(route.body() != BodyRule.NONE);
    }
  }

  @Test
  void everyReferenceLeadsSomewhereAndEveryOperationHasItsOwnName() {
    JsonNode document = document();

    assertThat(document.findValuesAsString("$ref"))
        .isNotEmpty()
        .allSatisfy(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
    assertThat(document.findValuesAsString("operationId")).doesNotHaveDuplicates();
  }

  @Test
  void theDocumentIsServed() {
    assertThat(server.get("/openapi.json").body().getBytes(StandardCharsets.UTF_8).length)
        .isGreaterThan(1_000);
    assertThat(server.get("/openapi.json").at("/openapi")).isEqualTo("3.1.0");
  }

  private List<Route> routes() {
    return server.front().routes();
  }

  private JsonNode document() {
    return JsonTrees.MAPPER.readTree(server.get("/openapi.json").body());
  }

  private JsonNode operation(Route route) {
    return document()
        .path("paths")
        .path(route.path())
        .path(route.method().name().toLowerCase(Locale.ROOT));
  }

  private List<String> parameters(Route route, String in) {
    return operation(route)
        .path("parameters")
        .valueStream()
        .map(parameter ->
            parameter.has("$ref")
                ? document().at(parameter.path("$ref").asString().substring(1))
                : parameter)
        .filter(parameter -> parameter.path("in").asString().equals(in))
        .map(parameter -> parameter.path("name").asString())
        .toList();
  }

  private static String name(Route route) {
    return route.method().name().toLowerCase(Locale.ROOT) + " " + route.path();
  }
}
