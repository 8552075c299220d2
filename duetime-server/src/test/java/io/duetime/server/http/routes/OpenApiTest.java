package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.json.JsonTrees;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document has the routes and their words, and neither without the other. */
class OpenApiTest {
  private static final Route.Handler NONE = call -> new CompletableFuture<>();

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aRouteWithoutWordsIsRefused() {
    assertThatThrownBy(() -> OpenApi.document(with(Route.get("/v1/new", Rule.ANY, NONE))))
        .hasMessage("openapi.yaml has no words for [GET /v1/new]");
  }

  @Test
  void wordsWithoutARouteAreRefused() {
    assertThatThrownBy(() -> OpenApi.document(routes().subList(1, routes().size())))
        .hasMessage("openapi.yaml has words for GET /health/live, which is no route");
  }

  @Test
  void aParameterWithoutWordsIsRefused() {
    assertThatThrownBy(() -> OpenApi.document(changed("GET /v1/queues", r -> r.query("colour"))))
        .hasMessage("openapi.yaml has no words for query: colour");
  }

  @Test
  void wordsOfAParameterThatNoRouteHasAreRefused() {
    assertThatThrownBy(
            () -> OpenApi.document(changed("GET /v1/events", OpenApiTest::withoutParameters)))
        .hasMessage("openapi.yaml has words for nothing: [query: lastEventId, query: queue]");
  }

  @Test
  void aBodyWithoutWordsIsRefused() {
    assertThatThrownBy(() -> OpenApi.document(changed("GET /v1/queues", OpenApiTest::withBody)))
        .hasMessage("openapi.yaml has no body of GET /v1/queues");
  }

  @Test
  void everyReferenceLeadsSomewhereEachSchemaIsUsedAndEveryOperationHasItsOwnName() {
    JsonNode document = document();

    assertThat(document.findValuesAsString("$ref"))
        .isNotEmpty()
        .allSatisfy(reference ->
            assertThat(document.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
    for (String kind : List.of("schemas", "responses")) {
      assertThat(document.at("/components/" + kind).propertyNames())
          .allSatisfy(name ->
              assertThat(document.findValuesAsString("$ref"))
                  .as("references to " + name)
                  .contains("#/components/" + kind + "/" + name));
    }
    assertThat(document.findValuesAsString("operationId")).doesNotHaveDuplicates();
  }

  @Test
  void everyAnswerIsDescribed() {
    List<JsonNode> answers = document().path("paths").findValues("responses");

    assertThat(answers).isNotEmpty();
    for (JsonNode answer : answers) {
      answer.forEachEntry((status, one) ->
          assertThat(one.has("description") || one.has("$ref")).as(answer.toString()).isTrue());
    }
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

  private List<Route> with(Route more) {
    return Stream.concat(routes().stream(), Stream.of(more)).toList();
  }

  private List<Route> changed(String name, UnaryOperator<Route> change) {
    return routes().stream()
        .map(route -> route.name().equals(name) ? change.apply(route) : route)
        .toList();
  }

  private static Route withoutParameters(Route route) {
    return Route.get(route.path(), route.rule(), NONE);
  }

  private static Route withBody(Route route) {
    return new Route(
        route.method(),
        route.path(),
        route.segments(),
        route.rule(),
        route.query(),
        BodyRule.JSON,
        NONE);
  }

  private JsonNode document() {
    return JsonTrees.MAPPER.readTree(server.get("/openapi.json").body());
  }
}
