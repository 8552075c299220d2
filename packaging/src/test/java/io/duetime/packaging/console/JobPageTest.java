package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the page of one job tells in each of its states. */
@ParameterizedClass
@EnumSource
class JobPageTest extends BrowserTest {
  @Parameter private Servers.Filled store;

  private OwnQueue queue;
  private Visit visit;

  @BeforeEach
  void begin() {
    queue = OwnQueue.at(store.server());
    visit = new Visit(browser(), store.server().uri());
  }

  @AfterEach
  void end() {
    visit.close();
  }

  private Locator step() {
    return visit.page().locator(".life [aria-current=step]");
  }

  @Test
  void textsBytesAndHeadersAreShown() {
    queue.put("text?delay=3h", "Grüße, 世界".getBytes(UTF_8), "text/plain; charset=utf-8");
    byte[] bytes = {0, 1, 2, (byte) 0xff, 'D', 'u', 'e'};
    queue.put(
        "bytes?delay=4h", bytes, "application/octet-stream", "Duetime-Header-Origin", "shop 7");

    visit.open("queues/" + queue.name() + "/jobs/text");
    assertThat(visit.page().locator(".payload")).hasText("Grüße, 世界");
    visit.open("queues/" + queue.name() + "/jobs/bytes");
    assertThat(visit.page().locator(".payload"))
        .hasText(Pattern.compile("00000000 +00 01 02 ff 44 75 65 +....Due"));
    assertThat(visit.text("origin")).isVisible();
    assertThat(visit.text("shop 7")).isVisible();
  }

  @Test
  void jobsInEachStateSayWhyTheyDoNotRun() {
    queue.change("{\"retention\":\"7d\"}");
    queue.add("done", 1, "\"delay\":\"0s\"").settle(1, "ack", "");
    queue.add("failed", 1, "\"maxAttempts\":1").settle(1, "retry", "disk full\\nat Disk.write");
    queue.add("expired", 1, "\"expiresAfter\":\"1ms\",\"delay\":\"0s\"");
    queue.claim(1);
    queue.add("running", 1, "\"delay\":\"0s\"").claim(1);
    queue.add("retried", 1, "\"delay\":\"0s\"").settle(1, "retry", "no answer");
    queue.add("cancelled", 1, "\"delay\":\"2h\"");
    queue.server().call("DELETE", "/v1/queues/" + queue.name() + "/jobs/cancelled-0", "");

    tells("done-0", "Done", "It is done.");
    tells("failed-0", "Dead", "It is dead: its attempts are used up.");
    assertThat(visit.text("at Disk.write")).isVisible();
    assertThat(visit.heading("Attempts")).isVisible();
    tells("expired-0", "Dead", "It is dead: it expired before it ran.");
    tells("running-0", "Running", "A consumer runs it now.");
    assertThat(visit.text("worker-1")).isVisible();
    tells("cancelled-0", "Cancelled", "It was cancelled.");
    queue.server().call("PATCH", "/v1/queues/" + queue.name(), "{\"paused\":true}");
    queue.server().call("PATCH", jobPath("retried-0"), "{\"delay\":\"0s\"}");
    tells("retried-0", "Ready", "It is due, and its queue is paused.");
    assertThat(visit.text("no answer")).isVisible();
  }

  private String jobPath(String id) {
    return "/v1/queues/" + queue.name() + "/jobs/" + id;
  }

  private void tells(String id, String state, String sentence) {
    visit.open("queues/" + queue.name() + "/jobs/" + id);
    assertThat(step()).hasText(state);
    assertThat(visit.text(sentence)).isVisible();
  }

  @Test
  void aRunningJobTellsHowFarItHasComeAndItsPageOutlivesIt() {
    queue.add("run", 1, "\"delay\":\"0s\"");
    String leases = queue.claim(1);
    visit.open("queues/" + queue.name() + "/jobs/run-0").sees("worker-1");
    visit.expectingFailures();

    String path = "/v1/queues/" + queue.name();
    queue
        .server()
        .call(
            "POST",
            path + "/extend",
            "{\"leases\":" + leases + ",\"extendBy\":\"31d\",\"note\":\"412 of 1,000\"}");
    visit.sees("412 of 1,000");
    queue.server().call("POST", path + "/ack", "{\"leases\":" + leases + "}");
    visit.sees("while this page showed it");
    assertThat(visit.page().locator(".over")).containsText("412 of 1,000");

    visit.button("Remember them for a day").click();
    visit.sees("This queue remembers done and cancelled jobs for 1d.");
    assertThat(queue.read("").at("/settings/retention").asString()).isEqualTo("1d");

    visit.open("queues/" + queue.name() + "/jobs/never").sees("remembers done and cancelled jobs");
    visit.button("Undo").click();
    visit.sees("This queue remembers no job that is done or cancelled.");
    assertThat(visit.button("Remember them for a day")).isVisible();
  }

  @Test
  void aJobIsEditedInItsPlace() {
    queue.put("one?delay=2h&tag=eu", "{\"a\":1}".getBytes(UTF_8), "application/json");
    visit.open("queues/" + queue.name() + "/jobs/one");

    visit.button("Edit").click();
    visit.dialog().getByLabel("Payload").fill("{\"corrected\":2}");
    visit.dialog().getByLabel("Priority").fill("7");
    visit.dialog().getByLabel("Tags").fill("eu\nchecked");
    visit.dialog().getByText("Edit").last().click();

    visit.sees("one: Updated");
    assertThat(visit.page().locator(".payload")).containsText("corrected");
    assertThat(queue.server().call("GET", jobPath("one"), ""))
        .contains("\"priority\":7", "\"tags\":[\"checked\",\"eu\"]", "application/json");
  }

  @Test
  void aJobWhoseIdEndsWithASpaceIsCancelled() {
    queue.put("last%20?delay=2h", "x".getBytes(UTF_8), "text/plain");
    visit.expectingFailures().open("queues/" + queue.name() + "/jobs");

    visit.page().getByRole(AriaRole.LINK).getByText("last").click();
    visit.button("Cancel job").click();
    visit.dialog().getByRole(AriaRole.TEXTBOX).fill("last");
    visit.dialog().getByText("Cancel job").last().click();

    queue.awaitCount("delayed", 0);
  }

  @Test
  void aJobThatIsNotThereIsSaidToBeMissing() {
    visit.expectingFailures().open("queues/" + queue.name() + "/jobs/none");

    assertThat(visit.text("The queue has no such job, or has forgotten it.")).isVisible();
  }

  @Test
  void changesByAnotherCallerAreShownWithoutReloading() {
    queue.add("live", 1, "\"delay\":\"2h\"");
    visit.open("queues/" + queue.name() + "/jobs/live-0");
    assertThat(step()).hasText("Delayed");

    queue.server().call("PATCH", jobPath("live-0"), "{\"delay\":\"0s\"}");
    assertThat(step()).hasText("Ready");
    queue.claim(1);
    assertThat(step()).hasText("Running");
    assertThat(visit.text("worker-1")).isVisible();
  }

  @Test
  void anIdThatLooksLikeAnOptionIsNoneInACopiedCommand() {
    queue.add("--all", 1, "\"delay\":\"2h\"");
    visit.open("queues/" + queue.name() + "/jobs/--all-0");

    visit.page().getByText("As commands").click();

    visit.sees("duetime cancel --server " + queue.server().uri() + " -- ");
    visit.sees(queue.name() + " --all-0");
  }

  @Test
  void anIdThatNoAddressCanNameIsToldSo() {
    queue.put("live", new byte[0], "text/plain");
    visit.open("queues/" + queue.name() + "/jobs/..");

    visit.sees("No address can name ..");
  }

  @Test
  void aMoveIsUndoneToTheVeryMoment() {
    queue.add("moves", 1, "\"dueAt\":\"2040-01-01T10:00:00.123Z\"");
    visit.open("queues/" + queue.name() + "/jobs/moves-0");

    visit.reschedule("5h");
    assertThat(visit.text("in 4 h 59 min")).isVisible();
    visit.button("Undo").click();

    assertThat(visit.text("Undone")).isVisible();
    assertThat(visit.text("2040-01-01 10:00:00.123 UTC")).isVisible();
    assertThat(queue.job("moves-0").at("/dueAt").asString()).isEqualTo("2040-01-01T10:00:00.123Z");
  }

  @Test
  void anUndoThatComesTooLateSaysSo() {
    queue.add("begun", 1, "\"delay\":\"2h\"");
    visit.open("queues/" + queue.name() + "/jobs/begun-0");
    visit.button("Run now").click();
    assertThat(visit.button("Undo")).isVisible();
    queue.claim(1);

    visit.button("Undo").click();

    assertThat(visit.text("Not undone: It is running")).isVisible();
  }

  /** As somebody else would, while the request of the page is on its way. */
  private void runNow(String id) {
    queue.server().call("PATCH", jobPath(id), "{\"delay\":\"0s\"}");
    queue.claim(1);
  }

  @Test
  void whatCameTooLateIsNotOfferedToBeUndone() {
    queue.add("late", 1, "\"delay\":\"2h\"");
    visit.open("queues/" + queue.name() + "/jobs/late-0");
    visit
        .page()
        .route(
            "**/jobs/late-0*",
            route -> {
              if (route.request().method().equals("PATCH")) {
                runNow("late-0");
              }
              route.resume();
            });

    visit.button("Run now").click();

    assertThat(visit.text("It is running")).isVisible();
    assertThat(visit.button("Undo")).hasCount(0);
  }

  @Test
  void aJobThatCouldNotBeReadIsReadAgain() {
    queue.add("again", 1, "\"delay\":\"2h\"");
    visit
        .expectingFailures()
        .page()
        .route("**/jobs/again-0?*", route -> route.abort(), new Page.RouteOptions().setTimes(1));
    visit.open("queues/" + queue.name() + "/jobs/again-0");

    assertThat(step()).hasText("Delayed");
    assertThat(visit.page().locator(".failure")).hasCount(0);
  }

  @Test
  void aLeaseThatIsExtendedIsShownSo() {
    queue.add("long", 1, "\"delay\":\"0s\"");
    String leases = queue.claim(1);
    visit.open("queues/" + queue.name() + "/jobs/long-0");
    assertThat(visit.text("in 29 d 23 h")).isVisible();

    queue
        .server()
        .call(
            "POST",
            "/v1/queues/" + queue.name() + "/extend",
            "{\"leases\":" + leases + ",\"extendBy\":\"90d\"}");

    assertThat(visit.text("in 89 d 23 h")).isVisible();
  }

  @Test
  void aLargePayloadIsDrawnWhereItIsOpened() {
    String entries = "{\"a\":1},".repeat(499) + "{\"a\":1}";
    queue.put(
        "large?delay=2h", ("{\"list\":[" + entries + "]}").getBytes(UTF_8), "application/json");
    visit.open("queues/" + queue.name() + "/jobs/large");
    assertThat(visit.page().locator(".json-entry")).hasCount(1);

    visit.page().locator("summary").getByText("500").click();

    assertThat(visit.page().locator(".json-entry")).hasCount(1_001);
  }

  @Test
  void aDeadJobIsPurgedAfterItsIdWasTyped() {
    queue.add("dead", 1, "\"delay\":\"0s\"").settle(1, "bury", "why not");
    visit.expectingFailures().open("queues/" + queue.name() + "/jobs/dead-0");

    visit.button("Purge job").click();
    assertThat(visit.dialog().getByRole(AriaRole.BUTTON, named("Purge job"))).isDisabled();
    visit.dialog().getByRole(AriaRole.TEXTBOX).fill("dead-0");
    visit.dialog().getByRole(AriaRole.BUTTON, named("Purge job")).click();

    assertThat(visit.text("The queue has no such job, or has forgotten it.")).isVisible();
    queue.awaitCount("dead", 0);
  }

  private static Locator.GetByRoleOptions named(String name) {
    return new Locator.GetByRoleOptions().setName(name);
  }
}
