package io.duetime.server.http.call;

import io.duetime.server.json.Problem;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the route of a call. */
public final class RouteTable {
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
    List<String> segments = UriText.segments(path);
    List<Match> matches =
        routes.stream()
            .flatMap(route ->
                Stream.ofNullable(route.path().match(segments))
                    .map(values -> new Match(route, values)))
            .toList();
    if (matches.isEmpty()) {
      throw Refusal.notFound("There is no path " + path + "; /openapi.json lists all paths");
    }
    HttpMethod wanted = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
    return matches.stream()
        .filter(match -> match.route().method().equals(wanted))
        .findFirst()
        .orElseThrow(() -> notAllowed(method, matches));
  }

  private static Refusal notAllowed(HttpMethod method, List<Match> matches) {
    String allowed =
        matches.stream()
            .map(match -> match.route().method().name())
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
