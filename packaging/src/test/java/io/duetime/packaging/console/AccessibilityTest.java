package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks all pages with axe by WCAG 2.2 AA, in both themes, and their width on a small screen. */
class AccessibilityTest extends BrowserTest {
  private static final Visit.Kind SMALL =
      new Visit.Kind(320, 640, Visit.Kind.WIDE.colors(), "en-GB");

  /** Pages, and the buttons on them that open a form. */
  private static final Map<String, String> FORMS =
      Map.of(
          "job", "Reschedule",
          "late-queue", "Known until …",
          "recurring", "Define recurring job",
          "targets", "Add target",
          "store", "Display and keys");

  private static final FulfillOptions REFUSED = new FulfillOptions().setStatus(401);

  private static final String RUN =
      "async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
          + " 'wcag22aa', 'best-practice']})).violations.map(v => v.id + ': ' + v.help + ' '"
          + " + v.nodes.slice(0, 3).map(n => n.html + ' ' + n.failureSummary).join(' | '))";

  private final ConsoleServer server = Servers.showcase();

  @Test
  void noPageHasAViolationInTheLightTheme() {
    check(Visit.Kind.WIDE);
  }

  @Test
  void noPageHasAViolationInTheDarkTheme() {
    check(Visit.Kind.WIDE.dark());
  }

  @Test
  void noPageHasAViolationOrIsTooWideOnASmallScreen() {
    check(SMALL);
  }

  @Test
  void noDialogHasAViolation() {
    for (Visit.Kind kind : List.of(Visit.Kind.WIDE, Visit.Kind.WIDE.dark(), SMALL)) {
      try (Visit visit = new Visit(browser(), server.uri(), kind)) {
        open(visit, "jobs");
        visit.button("Reschedule").click();
        visit.dialog().getByText("Count first").click();
        visit.sees("jobs match now");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "dead-jobs");
        visit.button("Purge").last().click();
        visit.dialog().getByText("Count first").click();
        visit.sees("to confirm");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "jobs");
        visit.field("Select all that are loaded").check();
        visit.button("Priority").click();
        visit.dialog().getByText("jobs selected").isVisible();
        assertThat(violations(visit.page())).isEmpty();
        visit.page().keyboard().press("Escape");
        visit.button("Shift").click();
        visit.dialog().getByText("Count first").click();
        visit.sees("After");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "dead-job");
        visit.button("Edit").click();
        visit.sees("Priority");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "overview");
        visit.page().keyboard().press("/");
        visit.dialog().getByLabel("Queue, id or tag").fill("order-0042");
        visit.sees(" / order-0042");
        assertThat(violations(visit.page())).isEmpty();
        visit.page().keyboard().press("Escape");
        open(visit, "tokens");
        visit.button("Make token").click();
        visit.sees("Expires after");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "dead-jobs");
        visit.button("Redrive").last().click();
        visit.sees("Stop if more fail");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "job");
        visit.button("Cancel job").click();
        visit.sees("to confirm");
        assertThat(violations(visit.page())).isEmpty();
        open(visit, "settings");
        visit.field("maxRunning").fill("17");
        visit.page().locator(".save .badge").waitFor();
        assertThat(violations(visit.page())).isEmpty();
        for (Map.Entry<String, String> dialog : FORMS.entrySet()) {
          open(visit, dialog.getKey());
          visit.button(dialog.getValue()).click();
          assertThat(visit.dialog().isVisible()).as(dialog.getKey()).isTrue();
          assertThat(violations(visit.page())).as(dialog.getKey()).isEmpty();
          visit.page().keyboard().press("Escape");
        }
      }
    }
  }

  @Test
  void theDialogThatAsksForATokenHasNoViolation() {
    try (ConsoleServer guarded = ConsoleServer.embedded()) {
      String made =
          guarded.call(
              "POST", "/v1/tokens", "{\"name\":\"root\",\"grants\":[{\"roles\":[\"admin\"]}]}");
      String secret = JsonTrees.MAPPER.readTree(made).path("token").asString();
      for (Visit.Kind kind : List.of(Visit.Kind.WIDE, Visit.Kind.WIDE.dark(), SMALL)) {
        try (Visit visit = new Visit(browser(), guarded.uri(), kind).expectingFailures()) {
          visit.open("audit").field("Token").waitFor();
          visit.page().evaluate(axe());
          assertThat(violations(visit.page())).isEmpty();

          visit.field("Token").fill(secret);
          visit.button("Use token").click();
          visit.sees("root");
          visit.page().route("**/v1/**", route -> route.fulfill(REFUSED));
          visit.button("Refresh").click();
          visit.sees("What is typed on the page stays.");
          assertThat(violations(visit.page())).as("over a page").isEmpty();
        }
      }
    }
  }

  @Test
  void theDialogThatSendsATestHasNoViolation() {
    try (ConsoleServer own = ConsoleServer.embedded()) {
      own.call(
          "PUT", "/v1/targets/broker", "{\"type\":\"rabbitmq\",\"uri\":\"amqp://127.0.0.1:1\"}");
      for (Visit.Kind kind : List.of(Visit.Kind.WIDE, Visit.Kind.WIDE.dark(), SMALL)) {
        try (Visit visit = new Visit(browser(), own.uri(), kind)) {
          visit.open("targets").button("Send a test").click();
          visit.dialog().getByLabel("routingKey").fill("mail");
          visit.page().evaluate(axe());
          assertThat(violations(visit.page())).isEmpty();
          visit.button("Send").click();
          visit.dialog().getByText("127.0.0.1").waitFor();
          assertThat(violations(visit.page())).as("sent").isEmpty();
        }
      }
    }
  }

  @Test
  void onASmallScreenTheListOfPagesIsBehindAButtonForTheKeyboardToo() {
    for (Visit.Kind kind : List.of(SMALL, SMALL.dark())) {
      try (Visit visit = new Visit(browser(), server.uri(), kind)) {
        open(visit, "overview");
        assertThat(visit.link("Workers").isVisible()).isFalse();
        visit.button("Menu").focus();
        visit.page().keyboard().press("Enter");
        visit.link("Workers").waitFor();
        assertThat(violations(visit.page())).isEmpty();

        visit.page().keyboard().press("Tab");
        visit.page().keyboard().press("Escape");
        assertThat(visit.link("Workers").isVisible()).isFalse();
        assertThat(visit.page().evaluate("document.activeElement.className")).isEqualTo("menu");

        visit.button("Menu").click();
        visit.link("Workers").click();
        visit.heading("Workers").waitFor();
        assertThat(visit.link("Targets").isVisible()).isFalse();
        assertThat(visit.page().evaluate("document.activeElement.id")).isEqualTo("main");
      }
    }
  }

  @Test
  void noPageHasAViolationInChinese() {
    Visit.Kind chinese = new Visit.Kind(SMALL.width(), SMALL.height(), SMALL.colors(), "zh-CN");
    try (Visit visit = new Visit(browser(), server.uri(), chinese)) {
      for (String name : List.of("jobs", "job", "dead-jobs", "recurring", "tasks")) {
        open(visit, name);
        assertThat(visit.page().evaluate("document.documentElement.lang")).isEqualTo("zh-CN");
        assertThat(violations(visit.page())).as(name).isEmpty();
      }
    }
  }

  private void check(Visit.Kind kind) {
    List<String> found = new ArrayList<>();
    try (Visit visit = new Visit(browser(), server.uri(), kind)) {
      for (String name : Places.all().keySet()) {
        open(visit, name);
        violations(visit.page()).forEach(violation -> found.add(name + ": " + violation));
        if (visit.beyond() > 0) {
          found.add(name + " is " + visit.beyond() + " px too wide");
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static void open(Visit visit, String name) {
    Places.Place place = Places.of(name);
    visit.open(place.path()).sees(place.text());
    visit.page().evaluate(axe());
  }

  @SuppressWarnings("unchecked") // the script answers texts
  private static List<String> violations(Page page) {
    return (List<String>) page.evaluate(RUN);
  }

  private static String axe() {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8) + ";0";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
