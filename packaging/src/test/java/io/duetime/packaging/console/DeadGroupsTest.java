package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead jobs by cause, and changes to those of one cause. */
class DeadGroupsTest extends BrowserTest {
  private static ConsoleServer server;

  private OwnQueue queue;
  private Visit visit;

  @BeforeAll
  static void start() {
    server = ConsoleServer.embedded();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void begin() {
    queue = OwnQueue.at(server);
    queue.add("early", 5, "\"delay\":\"0s\"").settle(5, "bury", "disk full");
    visit = new Visit(browser(), server.uri()).expectingFailures();
    visit.open("queues/" + queue.name() + "/dead");
  }

  @AfterEach
  void end() {
    visit.close();
  }

  private void askTo(String action) {
    visit.page().locator(".groups > li").first().getByText(action).click();
    visit.dialog().getByText("Count first").click();
  }

  @Test
  void jobsThatDiedAfterTheirGroupWasShownAreNotPurged() {
    visit.page().locator(".groups > li").getByText("Purge").click();
    queue.add("later", 3, "\"delay\":\"0s\"").settle(3, "bury", "disk full");
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 5 to confirm").fill("5");

    visit.dialog().getByText("Purge 5 jobs").click();

    assertThat(visit.dialog()).containsText("Done 5 / 5");
    queue.awaitCount("dead", 3);
  }

  @Test
  void aPurgeThatIsBeingConfirmedOutlivesAFailedReading() {
    askTo("Purge");
    visit.dialog().getByLabel("Type 5 to confirm").fill("5");
    visit.page().route("**/dead?groupBy=*", route -> fail(route, "no room left"));
    assertThat(visit.page().locator("main > .failure")).containsText("no room left");

    assertThat(visit.dialog().getByLabel("Type 5 to confirm")).hasValue("5");
    visit.dialog().getByText("Purge 5 jobs").click();

    assertThat(visit.dialog()).containsText("Done 5 / 5");
    queue.awaitCount("dead", 0);
  }

  @Test
  void errorsThatDifferInNumbersAreOneGroupWithATrend() {
    queue.add("label", 1, "\"delay\":\"0s\"").settle(1, "bury", "label 4711 rejected");
    queue.add("other", 1, "\"delay\":\"0s\"").settle(1, "bury", "label 4712 rejected");
    visit.page().reload();

    Locator group = visit.page().locator(".groups > li").last();

    assertThat(visit.page().locator(".groups > li")).hasCount(2);
    assertThat(group).containsText("label 4712 rejected");
    assertThat(group.locator(".count")).hasText("2");
    assertThat(group.locator("svg"))
        .hasAttribute("aria-label", "2 in the last hour, 2 in the last 24 hours");
  }

  @Test
  void aGroupListsItsOwnJobsOnly() {
    queue.add("more", 2, "\"delay\":\"0s\"").settle(2, "bury", "timed out");
    visit.page().reload();

    visit.page().locator(".groups > li").last().getByText("List them").click();

    visit.sees("fp1:").sees("2 jobs loaded");
    assertThat(visit.rows()).hasCount(2);
    visit.button("Clear filter").first().click();
    visit.sees("7 jobs loaded");
  }

  @Test
  void jobsAreFoundByAPieceOfTheirError() {
    queue.add("more", 2, "\"delay\":\"0s\"").settle(2, "bury", "timed out after 5 s");
    visit.open("queues/" + queue.name() + "/jobs");

    visit.page().getByLabel("Error contains").fill("after 5");
    visit.page().getByLabel("Error contains").press("Enter");

    visit.sees("2 jobs loaded");
    assertThat(visit.rows()).hasCount(2);
  }

  @Test
  void aRateThatIsNoneIsRefused() {
    visit.page().locator(".groups > li").getByText("Redrive").click();
    Locator count = visit.dialog().getByText("Count first");
    for (String rate : List.of("abc", "1x", "0", "-1", "0.5")) {
      visit.dialog().getByLabel("Jobs a second").fill(rate);
      assertThat(count).isDisabled();
    }
    assertThat(visit.dialog()).containsText("Allowed: a whole number from 1");
    visit.dialog().getByLabel("Jobs a second").fill("1000");

    count.click();
    visit.dialog().getByLabel("Only the first").fill("");
    visit.dialog().getByText("Redrive 5 jobs").click();

    assertThat(task()).containsText("5 / 5 · 0 succeeded, 0 failed, 5 under way");
    queue.awaitCount("dead", 0);
  }

  @Test
  void aFirstPartIsTriedAtARateAndThenTheRest() {
    askTo("Redrive");
    visit.dialog().getByText("Redrive 1 job").click();

    assertThat(task()).containsText("1 / 1 (5)");
    assertThat(task()).containsText("0 succeeded, 0 failed, 1 under way");
    queue.settle(1, "bury", "disk still full");
    assertThat(task()).containsText("0 succeeded, 1 failed, 0 under way");
    assertThat(task()).containsText("Stopped by itself");
    assertThat(task().getByRole(AriaRole.ALERT)).containsText("1 of 1 jobs failed again");

    task().getByText("Redrive the rest").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Jobs a second").fill("1");
    visit.dialog().getByText("Redrive 4 jobs").click();
    assertThat(task()).containsText("/ 4");
    task().getByText("Stop", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(task().locator(".badge").getByText("Stopped")).isVisible();
  }

  @Test
  void aPartThatIsNoneIsRefused() {
    askTo("Redrive");
    for (String first : List.of("abc", "0", "0%", "101%", "-1", "1.5")) {
      visit.dialog().getByLabel("Only the first").fill(first);
      assertThat(visit.dialog().locator("button[type=submit]")).isDisabled();
    }
    assertThat(visit.dialog()).containsText("1% to 100%, or nothing for all");
  }

  private Locator task() {
    return visit.page().locator(".groups > li");
  }

  private static void fail(Route route, String why) {
    route.fulfill(
        new FulfillOptions()
            .setStatus(503)
            .setContentType("application/problem+json")
            .setBody("{\"code\":\"UNAVAILABLE\",\"detail\":\"" + why + "\"}"));
  }
}
