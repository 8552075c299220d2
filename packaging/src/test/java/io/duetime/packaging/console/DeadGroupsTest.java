package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes to a group of dead jobs, which the page makes job by job. */
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

  private void askToPurge() {
    visit.page().locator(".groups > li").getByText("Purge").click();
    visit.dialog().getByLabel("Type 5 to confirm").fill("5");
  }

  @Test
  void jobsThatDiedAfterTheyWereCountedAreNotPurged() {
    askToPurge();
    queue.add("later", 3, "\"delay\":\"0s\"").settle(3, "bury", "disk full");

    visit.dialog().getByText("Purge 5 jobs").click();

    assertThat(visit.dialog()).containsText("Done 5 / 5");
    queue.awaitCount("dead", 3);
  }

  @Test
  void aPurgeThatIsBeingConfirmedOutlivesAFailedReading() {
    askToPurge();
    visit.page().route("**/dead?groupBy=*", route -> fail(route, "no room left"));
    assertThat(visit.page().locator("main > .failure")).containsText("no room left");

    assertThat(visit.dialog().getByLabel("Type 5 to confirm")).hasValue("5");
    visit.dialog().getByText("Purge 5 jobs").click();

    assertThat(visit.dialog()).containsText("Done 5 / 5");
    queue.awaitCount("dead", 0);
  }

  @Test
  void whyAPurgeHasFailedIsToldInItsDialog() {
    askToPurge();
    visit.page().route("**/purge", route -> fail(route, "the disk is full"));

    visit.dialog().getByText("Purge 5 jobs").click();

    assertThat(visit.dialog()).containsText("Failed 0 / 5");
    assertThat(visit.dialog().getByText("the disk is full")).isVisible();
    queue.awaitCount("dead", 5);
  }

  @Test
  void aGroupListsItsOwnJobsOnly() {
    queue.add("more", 2, "\"delay\":\"0s\"").settle(2, "bury", "timed out");
    visit.page().reload();

    visit.page().locator(".groups > li").last().getByText("List them").click();

    visit.sees("Only jobs with this error: timed out").sees("2 jobs loaded");
    assertThat(visit.rows()).hasCount(2);
    assertThat(visit.button("Purge")).hasCount(0);
    visit.button("Clear filter").first().click();
    visit.sees("7 jobs loaded");
  }

  @Test
  void aRateThatIsNoneIsRefused() {
    visit.page().locator(".groups > li").getByText("Redrive").click();
    Locator redrive = visit.dialog().getByText("Redrive 5 jobs");
    for (String rate : List.of("abc", "1x", "0", "-1", "0.5")) {
      visit.dialog().getByLabel("Jobs a second").fill(rate);
      assertThat(redrive).isDisabled();
    }
    assertThat(visit.dialog()).containsText("Allowed: a whole number from 1");
    visit.dialog().getByLabel("Jobs a second").fill("1000");

    redrive.click();

    assertThat(visit.dialog()).containsText("Done 5 / 5");
    queue.awaitCount("dead", 0);
  }

  @Test
  void aSlowRedriveIsStoppedAtOnce() {
    queue.add("more", 600, "\"delay\":\"0s\"").settle(600, "bury", "timed out");
    visit.page().reload();
    visit.page().locator(".groups > li").first().getByText("Redrive").click();
    visit.dialog().getByLabel("Jobs a second").fill("1");
    visit.dialog().getByText("Redrive 600 jobs").click();
    assertThat(visit.dialog()).containsText("In progress 500 / 600");

    visit.dialog().getByText("Stop").click();

    assertThat(visit.dialog()).containsText("Stopped 500 / 600");
    queue.awaitCount("dead", 105);
  }

  @Test
  void aRedriveThatIsStoppedWhileItsStepIsMadeDoesNotWait() {
    queue.add("more", 600, "\"delay\":\"0s\"").settle(600, "bury", "timed out");
    visit.page().reload();
    visit.page().locator(".groups > li").first().getByText("Redrive").click();
    visit.dialog().getByLabel("Jobs a second").fill("1");
    List<Route> held = new ArrayList<>();
    visit.page().route("**/redrive", held::add);
    visit.dialog().getByText("Redrive 600 jobs").click();
    visit.page().waitForCondition(() -> !held.isEmpty());

    visit.dialog().getByText("Stop").click();
    held.get(0).resume();

    assertThat(visit.dialog()).containsText("Stopped 500 / 600");
  }

  private static void fail(Route route, String why) {
    route.fulfill(
        new FulfillOptions()
            .setStatus(503)
            .setContentType("application/problem+json")
            .setBody("{\"code\":\"UNAVAILABLE\",\"detail\":\"" + why + "\"}"));
  }
}
