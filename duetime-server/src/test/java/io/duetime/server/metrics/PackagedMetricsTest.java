package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The dashboard and the alerts use what a running server exposes, and the documents agree. */
class PackagedMetricsTest {
  private static final Path DASHBOARD = Path.of("..", "packaging", "grafana", "duetime.json");
  private static final Path PROMETHEUS = Path.of("..", "packaging", "prometheus");
  private static final Pattern METRIC = Pattern.compile("\\bduetime_[a-z_]*[a-z]\\b");
  private static final Pattern EVENT = Pattern.compile("\\b(?:event|state|operation)=\"[a-z_]+\"");

  /** Metrics of Prometheus itself. */
  private static final Pattern NOT_OURS = Pattern.compile("\\bup\\{");

  private static final Pattern LAST_OF_A_TARGET =
      Pattern.compile("duetime_handover_failures_total\\{outcome=\"unknown\",target=\"shop\"");

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static SystemTime time;
  private static DuetimeServer server;
  private static String scrape;

  @BeforeAll
  static void useAServer() throws Exception {
    time = new SystemTime();
    server =
        DuetimeServer.start(
            ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build(),
            time);
    post("/v1/queues/mail/jobs", "{\"id\":\"a\"}");
    JsonNode claimed = JsonMapper.shared().readTree(post("/v1/queues/mail/claim", "{}"));
    String lease = claimed.at("/jobs/0/lease").stringValue();
    post("/v1/queues/mail/ack", "{\"leases\":[\"" + lease + "\"]}");
    post("/v1/queues/mail/ack", "{\"leases\":[\"" + lease + "\"]}");
    useATarget();
  }

  // The series of a target begin, one after the other, when the server opens it. A scrape meanwhile
  // may show any of them, so the whole set is in the one after it that shows the last.
  private static void useATarget() throws Exception {
    json("PUT", "/v1/targets/shop", "{\"type\":\"webhook\",\"url\":\"https://example.org/jobs\"}");
    json("PATCH", "/v1/queues/orders", "{\"handOver\":{\"target\":\"shop\"}}");
    do {
      scrape = send(request("/metrics").build()).body();
    } while (!LAST_OF_A_TARGET.matcher(scrape).find());
    scrape = send(request("/metrics").build()).body();
  }

  @AfterAll
  static void close() {
    server.close();
    time.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path));
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return answer;
  }

  private static String post(String path, String json) throws Exception {
    return json("POST", path, json);
  }

  private static String json(String method, String path, String json) throws Exception {
    return send(request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build())
        .body();
  }

  private static Set<String> exposed() {
    Set<String> names = new TreeSet<>();
    scrape
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> names.add(line.split("[{ ]", 2)[0]));
    return names;
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }

  private static JsonNode alerts(String file) throws IOException {
    return YAMLMapper.shared()
        .readTree(Files.readString(PROMETHEUS.resolve(file)))
        .at("/groups/0/rules");
  }

  private static List<String> alertExpressions() throws IOException {
    List<String> all = new ArrayList<>();
    alerts("duetime-alerts.yml").forEach(rule -> all.add(rule.at("/expr").stringValue()));
    return all;
  }

  private static List<String> dashboardExpressions() throws IOException {
    JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    List<String> all = new ArrayList<>();
    dashboard
        .at("/panels")
        .forEach(panel ->
            panel.path("targets").forEach(target -> all.add(target.at("/expr").stringValue())));
    dashboard
        .at("/templating/list")
        .forEach(variable -> all.add(variable.path("definition").asString("")));
    return all;
  }

  @Test
  void everyMetricOfTheAlertsIsExposed() throws IOException {
    assertExposed(alertExpressions());
  }

  @Test
  void everyMetricOfTheDashboardIsExposed() throws IOException {
    assertExposed(dashboardExpressions());
  }

  private static void assertExposed(List<String> expressions) {
    assertThat(expressions).hasSizeGreaterThan(10);
    String all = String.join("\n", expressions);
    assertThat(exposed()).containsAll(found(METRIC, all));
    assertThat(scrape).contains(found(EVENT, all));
    assertThat(expressions)
        .filteredOn(one -> !one.isEmpty())
        .filteredOn(one -> !one.contains("duetime_"))
        .allMatch(one -> NOT_OURS.matcher(one).find());
  }

  @ParameterizedTest
  @CsvSource({"duetime-alerts.yml, 16", "duetime-outbox-alerts.yml, 2"})
  void everyAlertIsWholeAndInTheRunbook(String file, int alerts) throws IOException {
    String runbook = Files.readString(Path.of("..", "docs", "runbook.md"));
    Set<String> names = new TreeSet<>();
    for (JsonNode rule : alerts(file)) {
      String name = rule.at("/alert").stringValue();
      assertThat(names.add(name)).as(name).isTrue();
      assertThat(rule.at("/labels/severity").stringValue()).isIn("critical", "warning");
      assertThat(rule.at("/annotations/summary").stringValue()).isNotBlank();
      assertThat(rule.at("/annotations/runbook").stringValue())
          .isEqualTo("docs/runbook.md#" + name.toLowerCase(Locale.ROOT));
      assertThat(runbook).contains("\n## " + name + "\n");
    }
    assertThat(names).hasSize(alerts);
  }

  @Test
  void panelsDoNotOverlapAndHaveTheirOwnIds() throws IOException {
    JsonNode panels = JsonMapper.shared().readTree(Files.readString(DASHBOARD)).at("/panels");
    Set<String> places = new TreeSet<>();
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : panels) {
      assertThat(ids.add(panel.at("/id").intValue())).isTrue();
      assertThat(places.add(panel.at("/gridPos/x") + " " + panel.at("/gridPos/y"))).isTrue();
    }
  }

  @Test
  void everySeriesIsDocumentedAndNothingElse() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "observability.md"));
    String section = page.substring(page.indexOf("## Metrics of the server"));
    Set<String> documented = found(METRIC, section.substring(0, section.indexOf("\n## ", 1)));

    Set<String> ours = new TreeSet<>();
    exposed().stream()
        .filter(name -> name.startsWith("duetime_"))
        .map(name -> name.replaceAll("_(bucket|count|sum|max)$", ""))
        .forEach(ours::add);
    assertThat(documented).isEqualTo(ours);
  }
}
