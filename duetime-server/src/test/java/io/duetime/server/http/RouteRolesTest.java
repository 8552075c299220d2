package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.access.Role;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Calls every operation of the OpenAPI document with every role, and without a token. */
class RouteRolesTest {
  private static final String OURS = "team-a/orders";
  private static final String OTHERS = "team-b/orders";

  @RegisterExtension private final TestServer server = new TestServer();
  private String admin;

  private record Operation(String method, String path, String scope, String role) {
    String on(String queue) {
      return path.replace("{queue}", queue.replace("/", "%2F"))
          .replace("{id}", "some-id")
          .replace("{name}", "some-name")
          .replace("{task}", "some-task")
          .replace("{problem}", "some-problem")
          .replace("{process}", "some-process")
          .replace("{session}", "0123456789abcdef")
          .replace("{number}", "17");
    }

    String rule() {
      return method + " " + path + ": " + scope + " " + (role.isEmpty() ? "-" : role);
    }

    boolean isEndless() {
      return path.equals("/v1/events") || path.endsWith("/watch");
    }

    /** What the document promises for a role on some queues. */
    boolean isAllowed(Role given, boolean everywhere, String queue) {
      return switch (scope) {
        case "public", "any" -> true;
        case "queue" -> hasRole(given) && (everywhere || queue.equals(OURS));
        case "someQueue" -> hasRole(given);
        case "store" -> hasRole(given) && everywhere;
        default -> throw new AssertionError(scope);
      };
    }

    private boolean hasRole(Role given) {
      return given == Role.ADMIN
          || role.equals(given.text())
          || (given == Role.PAYLOAD && role.equals("read"));
    }
  }

  @BeforeEach
  void makeTheFirstToken() {
    admin = server.token("admin", "admin");
  }

  @Test
  void everyOperationNeedsTheRoleThatIsListed() throws IOException {
    Path listed = Path.of("src/test/resources/roles.txt");

    assertThat(operations().stream().map(Operation::rule))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(listed).stream().skip(1).toList());
  }

  @Test
  void theDocumentDeclaresForEachOperationTheRoleThatItNeeds() {
    document()
        .path("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, operation) -> {
              JsonNode security = operation.path("security");
              String role = operation.path("x-duetime-role").asString("");
              if (operation.path("x-duetime-scope").asString().equals("public")) {
                assertThat(security.isEmpty()).as(path).isTrue();
              } else {
                assertThat(security.at("/0/token").isArray()).as(path).isTrue();
                assertThat(security.at("/0/token/0").asString("")).as(path).isEqualTo(role);
              }
            }));
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void aRoleReachesWhatTheDocumentSaysAndNothingElse(Role role) {
    String onOurs = server.token("ours", role.text() + "=team-a/*");
    String everywhere = server.token("everywhere", role.text());

    for (Operation operation : operations()) {
      for (String queue : List.of(OURS, OTHERS)) {
        assertReached(operation, role, false, queue, onOurs);
        assertReached(operation, role, true, queue, everywhere);
      }
    }
  }

  private void assertReached(
      Operation operation, Role role, boolean everywhere, String queue, String token) {
    if (operation.isEndless() && operation.isAllowed(role, everywhere, queue)) {
      // The answer begins and does not end; other tests read these streams.
      return;
    }
    TestServer.TestResponse got = call(operation, queue, "Authorization", "Bearer " + token);
    String what =
        operation.method
            + " "
            + operation.on(queue)
            + " as "
            + role
            + (everywhere ? " of all" : "");
    if (operation.isAllowed(role, everywhere, queue)) {
      assertThat(got.status()).as(what).isNotIn(401, 403);
    } else {
      assertThat(got.status()).as(what).isEqualTo(403);
      assertThat(got.at("/code")).as(what).isEqualTo("FORBIDDEN");
      assertThat(got.at("/role")).as(what).isEqualTo(operation.role);
    }
  }

  @Test
  void withoutATokenOnlyHealthAndTheConsolesFilesAreReached() {
    for (Operation operation : operations()) {
      TestServer.TestResponse got = call(operation, OURS);
      if (operation.path.startsWith("/health/")) {
        assertThat(got.status()).as(operation.path).isEqualTo(200);
      } else if (operation.scope.equals("public")) {
        // Nobody signs in at this server.
        assertThat(got.status()).as(operation.path).isEqualTo(404);
      } else {
        assertThat(got.status()).as(operation.path).isEqualTo(401);
        assertThat(got.at("/code")).as(operation.path).isEqualTo("TOKEN_MISSING");
      }
    }
    // The page of the console, which holds no data.
    assertThat(server.get("/").status()).isEqualTo(200);
    assertThat(server.get("/index.html").status()).isEqualTo(401);
    assertThat(server.get("/v1/nothing").status()).isEqualTo(401);
    assertThat(server.get("/health%2F../v1/queues").status()).isEqualTo(401);
    assertThat(server.get("/health/../v1/queues").status()).isEqualTo(404);
  }

  private TestServer.TestResponse call(Operation operation, String queue, String... headers) {
    return server.send(operation.method, operation.on(queue), BodyPublishers.noBody(), headers);
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    document()
        .path("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, operation) ->
                operations.add(
                    new Operation(
                        method.toUpperCase(Locale.ROOT),
                        path,
                        operation.path("x-duetime-scope").asString("missing"),
                        operation.path("x-duetime-role").asString("")))));
    return operations;
  }

  private JsonNode document() {
    return JsonTrees.MAPPER.readTree(
        server
            .send(
                "GET", "/openapi.json", BodyPublishers.noBody(), "Authorization", "Bearer " + admin)
            .body());
  }
}
