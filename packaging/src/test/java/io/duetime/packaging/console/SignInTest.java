package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.fixture.TestIssuer;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants tokens, whose callers may do different things. */
class SignInTest extends BrowserTest {
  private static ConsoleServer server;
  private static String root;
  private static String reader;
  private static String payloads;

  @BeforeAll
  static void start() {
    server = ConsoleServer.embedded();
    server.call("PUT", "/v1/queues/orders/jobs/one?delay=1h", "{\"amount\":42}");
    server.call("PUT", "/v1/queues/other/jobs/two?delay=1h", "{\"amount\":43}");
    FilledStore.schedule(server, "orders", 3, i -> "{\"id\":\"dead-%d\"}".formatted(i));
    String leases = FilledStore.claim(server, "orders", 3, "30s");
    server.call(
        "POST",
        "/v1/queues/orders/bury",
        "{\"leases\":" + leases + ",\"reason\":\"no such user\"}");
    root = token("root", "admin", "*", "");
    reader = token("reader", "read", "orders", root);
    payloads = token("payloads", "payload", "*", root);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String token(String name, String role, String queues, String as) {
    String body =
        "{\"name\":\"%s\",\"grants\":[{\"roles\":[\"%s\"],\"queues\":[\"%s\"]}]}"
            .formatted(name, role, queues);
    String answer =
        as.isEmpty()
            ? server.call("POST", "/v1/tokens", body)
            : server.call(
                "POST",
                "/v1/tokens",
                BodyPublishers.ofString(body),
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + as);
    return JsonTrees.MAPPER.readTree(answer).path("token").asString();
  }

  private static Visit signedIn(String token, String place) {
    Visit visit = new Visit(browser(), server.uri()).expectingFailures();
    visit.open(place);
    visit.field("Token").fill(token);
    visit.button("Use token").click();
    visit.sees("Live");
    return visit;
  }

  @Test
  void aWrongTokenIsNamedSoAndTheRightOneOpensThePageThatWasAskedFor() {
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      visit.open("queues/orders/jobs/one");
      visit.field("Token").fill("duetime_wrong");
      visit.button("Use token").click();
      visit.sees("The server does not know this token.");
      visit.field("Token").fill(root);
      visit.button("Use token").click();
      visit.sees("42");

      visit.page().reload();
      visit.sees("42");
      assertThat(visit.page().context().cookies()).isEmpty();

      visit.page().getByText("As commands").click();
      visit.sees("Bearer $DUETIME_TOKEN");
      assertThat(visit.page().locator("body")).not().containsText(root);

      visit.button("Forget token").click();
      assertThat(visit.field("Token")).isVisible();
    }
    assertThat(server.log()).doesNotContain(root, reader, payloads, "duetime_wrong");
  }

  @Test
  void aLateRefusalOfATokenThatWasReplacedIsNotThatOfTheNewOne() {
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      AtomicReference<Route> late = new AtomicReference<>();
      visit
          .page()
          .route(
              "**/v1/caller",
              route -> {
                if (!late.compareAndSet(null, route)) {
                  route.resume();
                }
              });
      visit.open("queues/orders/jobs/one");
      visit.field("Token").fill(root);
      visit.button("Use token").click();
      visit.sees("42");

      visit
          .page()
          .waitForResponse(
              "**/v1/caller", () -> late.get().fulfill(new FulfillOptions().setStatus(401)));
      visit.page().evaluate("() => fetch('health/live').then(answer => answer.text())");

      visit.sees("42");
      assertThat(visit.field("Token")).isHidden();
    }
  }

  @Test
  void thePageOfTokensTellsWhenOneWasLastUsed() {
    try (Visit visit = signedIn(root, "tokens")) {
      Locator item = visit.page().locator(".groups > li").last();
      assertThat(item).containsText("root");
      Waiting.until(
          "the last use",
          () -> {
            visit.page().reload();
            return item.innerText().contains("last used");
          });
      assertThat(visit.page().locator(".groups")).containsText("last used");
    }
  }

  @Test
  void theSameTokenIsTriedAgain() {
    try (Visit visit = signedIn(root, "queues/orders/jobs")) {
      visit.sees("4 jobs loaded");
      visit.page().route("**/v1/**", route -> route.fulfill(new FulfillOptions().setStatus(401)));
      visit.page().reload();
      visit.sees("The server does not know this token.");
      visit.page().unrouteAll();

      visit.field("Token").fill(root);
      visit.button("Use token").click();

      visit.sees("Live");
      visit.sees("4 jobs loaded");
    }
  }

  @Test
  void aPageOfAdminsIsShownAgainAfterTheSameTokenWasUsedAgain() {
    try (Visit visit = signedIn(root, "tokens")) {
      assertThat(visit.page().locator(".groups")).containsText("root");
      visit.link("Queues").click();
      assertThat(visit.rows()).hasCount(2);
      visit
          .page()
          .route(
              "**/v1/tokens",
              route -> route.fulfill(new FulfillOptions().setStatus(401)),
              new Page.RouteOptions().setTimes(1));
      visit.link("Tokens").click();
      visit.field("Token").fill(root);
      visit.button("Use token").click();

      assertThat(visit.page().locator(".groups")).containsText("root");
    }
  }

  @Test
  void aTokenIsValidInAllTabsAndIsNotStored() {
    try (Visit visit = signedIn(root, "queues")) {
      Page other = visit.page().context().newPage();
      other.navigate(server.uri() + "/#/queues/orders/jobs/one");
      assertThat(other.locator("body")).containsText("42");
      for (Page tab : List.of(visit.page(), other)) {
        String stored =
            (String) tab.evaluate("() => JSON.stringify([localStorage, sessionStorage])");
        assertThat(stored).doesNotContain("duetime_", "token");
        assertThat(tab.locator("header")).containsText("root");
      }

      visit.button("Forget token").click();

      assertThat(other.getByText("What is typed on the page stays.")).isVisible();
      assertThat(visit.field("Token")).isVisible();
    }
  }

  @Test
  void whatIsTypedStaysWhenTheTokenEnds() {
    String editor = token("editor", "admin", "orders", root);
    try (Visit visit = signedIn(editor, "queues/orders/settings")) {
      visit.field("maxRunning").fill("7");
      String answer = send("POST", "/v1/tokens/editor/rotate", "{}");
      visit.sees("What is typed on the page stays.");
      // Who wants to look at the page first is not left with one that only seems to live.
      visit.button("Close").click();
      assertThat(visit.page().getByText("Live", new Page.GetByTextOptions().setExact(true)))
          .isHidden();
      visit.button("Sign in").click();

      visit.field("Token").fill(JsonTrees.MAPPER.readTree(answer).path("token").asString());
      visit.button("Use token").click();

      assertThat(visit.dialog()).hasCount(0);
      assertThat(visit.field("maxRunning")).hasValue("7");
      visit.button("Save").click();
      visit.sees("Saved");
    } finally {
      send("DELETE", "/v1/tokens/editor", "");
    }
  }

  @Test
  void anAdminOfAQueueHandsOverToTheDefaultExchange() {
    send(
        "PUT",
        "/v1/targets/broker",
        "{\"type\":\"rabbitmq\",\"uri\":\"amqp://127.0.0.1:1\",\"queues\":[\"mail*\"]}");
    send("PUT", "/v1/queues/mail/jobs/one?delay=1h", "1");
    String postman = token("postman", "admin", "mail", root);
    try (Visit visit = signedIn(postman, "queues/mail/settings")) {
      visit.field("handOver.target").fill("broker");
      visit.field("Kind").selectOption("rabbitmq");
      visit.field("The default exchange").check();
      visit.field("handOver.routingKey").fill("first");
      savesRoutingKey(visit, "first");
      assertThat(visit.field("The default exchange")).isChecked();

      visit.field("handOver.routingKey").fill("second");
      savesRoutingKey(visit, "second");
    } finally {
      send("DELETE", "/v1/tokens/postman", "");
    }
  }

  private static void savesRoutingKey(Visit visit, String routingKey) {
    visit.button("Save").click();
    String route = "\"exchange\":\"\",\"routingKey\":\"" + routingKey + "\"";
    Waiting.until(
        "the route to " + routingKey,
        () -> send("GET", "/v1/queues/mail", "").replace(" ", "").contains(route));
  }

  @Test
  void aPersonSignsInWithTheIssuerAndGoesOnWhereTheSessionEnded(@TempDir Path folder)
      throws IOException {
    Path groups = folder.resolve("groups.yml");
    Files.writeString(groups, "groups: [{name: ops, grants: [admin]}]\n");
    try (TestIssuer issuer = new TestIssuer(InstantSource.system());
        ConsoleServer people =
            ConsoleServer.embedded(
                "--oidc-issuer",
                issuer.url(),
                "--oidc-client-id",
                TestIssuer.CLIENT,
                "--oidc-grants",
                groups.toString());
        BrowserContext context = browser().newContext()) {
      Page page = context.newPage();
      page.navigate(people.uri() + "/#/schedule");
      page.getByText("Sign in with 127.0.0.1").click();
      assertThat(page.locator("header.top")).containsText("alice until ");
      assertThat(page).hasURL(people.uri() + "/#/schedule");
      assertThat(page.evaluate("() => document.cookie")).isEqualTo("");
      page.getByLabel("Queue", new Page.GetByLabelOptions().setExact(true)).fill("orders");
      page.getByLabel("Id", new Page.GetByLabelOptions().setExact(true)).fill("mine");

      context.clearCookies();
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Schedule job")).click();
      Page window = page.waitForPopup(() -> page.getByText("Sign in with 127.0.0.1").click());
      if (!window.isClosed()) {
        window.waitForClose(() -> {});
      }

      page.getByText("mine").first().waitFor();
      assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
      page.getByText("Sign out").click();
      assertThat(page.getByText("Sign in with 127.0.0.1")).isVisible();
    }
  }

  @Test
  void aReaderSeesNoDangerousButtonNoPayloadAndNoOtherQueue() {
    try (Visit visit = signedIn(reader, "queues")) {
      assertThat(visit.rows()).hasCount(1);
      assertThat(visit.link("Tokens")).hasCount(0);
      assertThat(visit.link("Schedule")).hasCount(0);
      visit.open("queues/orders");
      visit.sees("3 dead jobs wait");
      seesNoDanger(visit);
      visit.open("queues/orders/jobs/one").sees("Your role does not see payloads.");
      seesNoDanger(visit);
      visit.open("queues/orders/jobs").sees("4 jobs loaded");
      seesNoDanger(visit);
      visit.open("queues/orders/jobs?state=DEAD").sees("3 jobs loaded");
      seesNoDanger(visit);
      visit.open("queues/orders/dead").sees("BURIED");
      seesNoDanger(visit);
      visit.open("queues/orders/settings").sees("maxRunning");
      seesNoDanger(visit);
      assertThat(visit.field("maxRunning")).hasAttribute("readonly", "");
      visit.open("queues/orders/recurring").sees("No recurring jobs.");
      seesNoDanger(visit);
      visit.open("store").sees("embedded");
      seesNoDanger(visit);
      visit.open("targets").sees("Every target takes jobs.");
      seesNoDanger(visit);
      for (String page : new String[] {"schedule", "tokens", "audit"}) {
        visit.open(page).sees("Your roles do not open this page.");
        seesNoDanger(visit);
      }
    }
  }

  @Test
  void whoMaySeePayloadsSeesThemAndStillChangesNothing() {
    try (Visit visit = signedIn(payloads, "queues/orders/jobs/one")) {
      visit.sees("42");
      seesNoDanger(visit);
      visit.open("queues/orders/dead").sees("no such user");
      seesNoDanger(visit);
    }
  }

  @Test
  void anAdminMakesAndRevokesTokensWhoseSecretIsShownOnce() {
    try (Visit visit = signedIn(root, "tokens")) {
      visit.button("Make token").click();
      visit.dialog().getByLabel("Name").fill("shop");
      visit.dialog().getByLabel("produce").check();
      visit.dialog().getByLabel("Queues, such as orders* mail").fill("orders*");
      visit.button("Save").click();
      visit.sees("It is shown only now");
      visit.page().keyboard().press("Escape");
      visit.page().keyboard().press("Escape");
      assertThat(visit.dialog()).containsText("duetime_");
      visit.button("Close").first().click();
      visit.sees("orders*");
      assertThat(visit.page().locator("body")).not().containsText("duetime_");
      visit.button("Revoke").last().click();
      visit.dialog().getByRole(AriaRole.TEXTBOX).fill("shop");
      visit.dialog().getByRole(AriaRole.BUTTON).last().click();
      assertThat(visit.page().locator(".groups > li")).hasCount(3);
    }
  }

  @Test
  void theFirstTokenIsShownAlthoughTheServerAsksForOneFromThenOn() {
    try (ConsoleServer open = ConsoleServer.embedded();
        Visit visit = new Visit(browser(), open.uri()).expectingFailures()) {
      visit.open("tokens").sees("No tokens");
      visit.button("Make token").click();
      visit.dialog().getByLabel("Name").fill("root");
      visit.dialog().getByLabel("admin").check();
      visit.button("Save").click();

      assertThat(visit.dialog()).containsText("It is shown only now");
      assertThat(visit.dialog()).containsText("duetime_");
      visit.dialog().getByText("Use token").click();

      assertThat(visit.page().locator(".groups > li")).containsText("root");
      visit.sees("Live");
      visit.button("Revoke").click();
      visit.sees("This is the last token that may do everything.");
    }
  }

  @Test
  void whoDoesNotSeeThePayloadOfARecurringJobCannotStoreItWithoutOne() {
    send("PUT", "/v1/queues/orders/recurring/nightly", "{\"every\":\"1d\",\"payload\":\"kept\"}");
    String producer = token("producer", "read\",\"produce", "orders", root);
    try (Visit visit = signedIn(producer, "queues/orders/recurring")) {
      visit.sees("To change it your role must see payloads.");
      assertThat(visit.button("Run once now")).isVisible();
      assertThat(visit.button("Change")).hasCount(0);
    }
    assertThat(send("DELETE", "/v1/queues/orders/recurring/nightly", "")).contains("removed");
    send("DELETE", "/v1/tokens/producer", "");
  }

  private static String send(String method, String path, String body) {
    return server.call(
        method,
        path,
        BodyPublishers.ofString(body),
        "Content-Type",
        "application/json",
        "Authorization",
        "Bearer " + root);
  }

  private static void seesNoDanger(Visit visit) {
    Page page = visit.page();
    for (String name :
        new String[] {
          "Cancel",
          "Cancel job",
          "Reschedule",
          "Run now",
          "Redrive",
          "Purge",
          "Purge job",
          "Pause",
          "Resume",
          "Save",
          "Remove",
          "Define recurring job",
          "Run once now",
          "Back up",
          "Schedule job"
        }) {
      assertThat(
              page.getByRole(
                  AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true)))
          .hasCount(0);
    }
    assertThat(page.locator("main .danger").count()).isZero();
  }
}
