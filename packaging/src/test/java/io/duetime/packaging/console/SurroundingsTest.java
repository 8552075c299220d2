package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What lies around the console: a proxy, a server that dies, a page of another site. */
class SurroundingsTest extends BrowserTest {
  private static final String BASE = "/duetime";
  private static final String EVENTS = "/v1/events";

  /** Lets a test hide the page, as another tab does. */
  private static final String HIDEABLE =
      """
      (() => {
        let hidden = false;
        Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
        window.hide = (next) => {
          hidden = next;
          document.dispatchEvent(new Event('visibilitychange'));
        };
      })()
      """;

  private static ConsoleServer server;

  @BeforeAll
  static void start() {
    server = ConsoleServer.embedded();
    server.call("PUT", "/v1/queues/orders/jobs/one?delay=1h", "{}");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void theConsoleWorksBehindABasePath() throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool(Threads.daemons("proxy"));
    HttpServer proxy = serve(threads, SurroundingsTest::forward);
    try (Visit visit = new Visit(browser(), address(proxy) + BASE)) {
      visit.page().navigate(address(proxy) + BASE + "/");
      visit.sees("orders").sees("Live");
      visit.link("orders").click();
      visit.button("Pause").click();
      visit.sees("Paused until it is resumed.");
      visit.button("Undo").click();
      visit.sees("Undone");
    } finally {
      proxy.stop(0);
      threads.shutdownNow();
    }
  }

  @Test
  void aServerThatDiesMakesThePageStaleUntilItIsBack() {
    ConsoleServer mortal = ConsoleServer.embedded();
    try (Visit visit = new Visit(browser(), mortal.uri()).expectingFailures()) {
      mortal.call("PUT", "/v1/queues/orders/jobs/one?delay=1h", "{}");
      visit.open("queues").sees("Live").sees("orders");

      mortal.kill();

      visit.sees("Stale since");
      assertThat(visit.rows()).hasCount(1);
      mortal.startAgain();
      mortal.call("PUT", "/v1/queues/orders/jobs/two?delay=1h", "{}");
      visit.sees("Live");
      assertThat(visit.rows().first()).containsText("2", Visit.patience());
    } finally {
      mortal.close();
    }
  }

  @Test
  void aStoreThatIsAwayIsToldAndNoQueueIsBlamed() {
    try (RedisProcess redis = RedisProcess.start();
        ConsoleServer front = ConsoleServer.redis(redis);
        Visit visit = new Visit(browser(), front.uri()).expectingFailures()) {
      front.call("PUT", "/v1/queues/orders/jobs/one", "{}");
      visit.open("queues").sees("Live");
      assertThat(visit.page().locator(".problems .trouble")).hasText("No consumer");

      redis.pause();
      visit.sees("The store has not answered since");
      // What was judged before stays, grey, and nothing is added.
      assertThat(visit.page().locator("body.frozen .problems .trouble")).hasCount(1);

      redis.resume();
      visit.sees("Live");
      assertThat(visit.page().locator("body.frozen")).hasCount(0);
    }
  }

  @Test
  void aPageThatIsNotInSightGivesItsConnectionBack() {
    try (Visit visit = new Visit(browser(), server.uri())) {
      visit.page().clock().install();
      visit.page().addInitScript(HIDEABLE);
      visit.open("queues").sees("Live");

      AtomicInteger ended = new AtomicInteger();
      visit
          .page()
          .onRequestFailed(request -> {
            if (request.url().endsWith(EVENTS)) {
              ended.incrementAndGet();
            }
          });

      visit.page().evaluate("hide(true)");
      visit.page().clock().fastForward(20_000);
      visit.page().waitForCondition(() -> ended.get() == 1);
      assertThat(visit.page().locator(".stale")).hasCount(0);

      Request again =
          visit
              .page()
              .waitForRequest(
                  request -> request.url().endsWith(EVENTS),
                  () -> visit.page().evaluate("hide(false)"));
      assertThat(again.method()).isEqualTo("GET");
      visit.sees("Live");
    }
  }

  @Test
  void aPageOfAnotherSiteChangesNothing() throws IOException {
    forge(server);
  }

  @Test
  void aPageOfAnotherSiteChangesNothingWhereTokensAreWanted() throws IOException {
    try (ConsoleServer guarded = ConsoleServer.embedded()) {
      guarded.call("PUT", "/v1/queues/orders/jobs/one?delay=1h", "{}");
      String issued =
          guarded.call(
              "POST", "/v1/tokens", "{\"name\":\"root\",\"grants\":[{\"roles\":[\"admin\"]}]}");
      String token = JsonTrees.MAPPER.readTree(issued).path("token").asString();
      forge(guarded, "Authorization", "Bearer " + token);
    }
  }

  /** Tries to change a server from a page of another site; the headers are of an honest reader. */
  private static void forge(ConsoleServer server, String... headers) throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool(Threads.daemons("stranger"));
    HttpServer stranger = serve(threads, exchange -> answer(exchange, 200, "<html>hello</html>"));
    String before = read(server, "/v1/queues/orders", headers);
    String tokens = tokensOf(server, headers);
    try (Page page = browser().newPage()) {
      page.navigate(address(stranger));
      for (String type :
          List.of("text/plain", "application/x-www-form-urlencoded", "application/json", "")) {
        for (String call :
            List.of(
                "POST /v1/queues/orders/jobs",
                "POST /v1/queues/orders/claim",
                "POST /v1/queues/orders/jobs/reschedule",
                "POST /v1/tokens",
                "POST /v1/server/reload",
                "PUT /v1/queues/orders/jobs/forged",
                "PATCH /v1/queues/orders",
                "DELETE /v1/queues/orders?all=true")) {
          String[] parts = call.split(" ", 2);
          Object answer =
              page.evaluate(
                  "async ([method, url, type]) => { try { const a = await fetch(url, {method, mode:"
                      + " type === 'application/json' ? 'cors' : 'no-cors', headers: type ?"
                      + " {'Content-Type': type} : {}, body: '{\"paused\":true,\"id\":\"forged\","
                      + "\"all\":true,\"delay\":\"0s\"}'}); return a.type + a.status; } catch (e) {"
                      + " return 'blocked'; } }",
                  List.of(parts[0], server.uri() + parts[1], type));
          assertThat(String.valueOf(answer)).as(call + " " + type).isIn("blocked", "opaque0");
        }
      }
      page.setContent(
          "<form method=post enctype=text/plain action='"
              + server.uri()
              + "/v1/queues/orders/jobs'><input name='{\"id\":\"forged\",\"x\":\"' value='\"}'></form>");
      page.evaluate("document.forms[0].submit()");
      page.waitForURL("**/v1/queues/orders/jobs");
    } finally {
      stranger.stop(0);
      threads.shutdownNow();
    }
    String after = read(server, "/v1/queues/orders", headers);
    assertThat(countsOf(after)).isEqualTo(countsOf(before));
    assertThat(after).contains("\"paused\":false");
    assertThat(tokensOf(server, headers)).isEqualTo(tokens);
  }

  private static String read(ConsoleServer server, String path, String... headers) {
    String[] all = headers.length == 0 ? new String[] {"Accept", "application/json"} : headers;
    return server.call("GET", path, BodyPublishers.noBody(), all);
  }

  /** The tokens without when each was used last: reading them is such a use. */
  private static String tokensOf(ConsoleServer server, String... headers) {
    return read(server, "/v1/tokens", headers).replaceAll("\"lastUsedAt\":(null|\"[^\"]*\")", "");
  }

  private static String countsOf(String queue) {
    return queue.substring(queue.indexOf("\"counts\""), queue.indexOf("\"consumers\""));
  }

  private static HttpServer serve(
      ExecutorService threads, com.sun.net.httpserver.HttpHandler handler) throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    made.createContext("/", handler);
    made.setExecutor(threads);
    made.start();
    return made;
  }

  private static String address(HttpServer of) {
    return "http://127.0.0.1:" + of.getAddress().getPort();
  }

  /** Forwards what is below the base path, as a proxy of a company does. */
  private static void forward(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    if (!path.startsWith(BASE + "/")) {
      answer(exchange, 404, "");
      return;
    }
    HttpURLConnection call =
        (HttpURLConnection)
            URI.create(server.uri() + path.substring(BASE.length())).toURL().openConnection();
    // PATCH is unknown to this client, and the proxy is only for reading and pausing.
    boolean isPatch = exchange.getRequestMethod().equals("PATCH");
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (isPatch) {
      String got =
          server.call(
              "PATCH", path.substring(BASE.length()), new String(body, StandardCharsets.UTF_8));
      answer(exchange, 200, got);
      return;
    }
    call.setRequestMethod(exchange.getRequestMethod());
    int status = call.getResponseCode();
    exchange.getResponseHeaders().set("Content-Type", call.getContentType());
    String policy = call.getHeaderField("Content-Security-Policy");
    if (policy != null) {
      exchange.getResponseHeaders().set("Content-Security-Policy", policy);
    }
    exchange.sendResponseHeaders(status, 0);
    try (InputStream in = call.getInputStream();
        var out = exchange.getResponseBody()) {
      byte[] part = new byte[8_192];
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        out.write(part, 0, n);
        out.flush();
      }
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
