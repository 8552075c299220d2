package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.json.JsonTrees;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of one queue: its times, its pause and its recurring jobs. */
class QueuePageTest extends BrowserTest {
  private static final String HOUR_BEHIND =
      "(() => { const real = Date.now; Date.now = () => real() - 3600000; })()";

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
    queue.add("job", 1, "\"delay\":\"2h\"");
    visit = new Visit(browser(), server.uri());
  }

  @AfterEach
  void end() {
    visit.close();
  }

  @Test
  void aPauseWhoseEndIsUndoneEndsWhenItWouldHave() {
    queue.change("{\"pausedUntil\":\"2040-01-01T10:00:00Z\"}");
    visit.open("queues/" + queue.name());
    visit.button("Resume").first().click();
    assertThat(visit.button("Pause")).isVisible();

    visit.button("Undo").click();

    assertThat(visit.text("Undone")).isVisible();
    assertThat(queue.read("").at("/settings/pausedUntil").asString())
        .isEqualTo("2040-01-01T10:00:00.000Z");
  }

  @Test
  void aProblemIsNotedAsKnownUntilTomorrowThenNoMore() {
    queue.add("dead", 1, "\"delay\":\"0s\"").settle(1, "bury", "no such user");
    visit.open("queues/" + queue.name()).sees("1 dead job waits for a decision.");
    visit.button("Known until …").click();
    visit.dialog().getByText("A time").click();
    assertThat(visit.dialog().getByText("Save")).isDisabled();
    visit.dialog().getByText("Tomorrow 09:00").press("Enter");
    visit.dialog().getByLabel("Note").fill("ticket 4711");
    visit.dialog().getByLabel("Note").press("Enter");
    visit.sees("09:00:00, noted by (no token): ticket 4711.");
    assertThat(visit.dialog()).hasCount(0);
    assertThat(server.call("GET", "/v1/problems", "")).contains("ticket 4711");

    visit.button("Known until …").click();
    assertThat(visit.dialog()).containsText("ticket 4711");
    assertThat(visit.dialog().getByLabel("Note")).hasValue("ticket 4711");
    visit.dialog().getByText("No longer known").click();
    assertThat(visit.page().locator("main")).not().containsText("ticket 4711");
    visit.button("Undo").click();
    visit.sees("09:00:00, noted by (no token): ticket 4711.");
  }

  @Test
  void whatWasToldGoesByItselfButNotFromUnderThePointer() {
    visit.page().clock().install();
    visit.open("queues/" + queue.name()).sees("Pause");
    visit.button("Pause").click();
    assertThat(visit.button("Undo")).isVisible();
    visit.button("Undo").hover();
    visit.page().clock().fastForward(70_000);
    assertThat(visit.button("Undo")).isVisible();
    visit.page().mouse().move(1, 1);
    visit.page().clock().fastForward(70_000);
    assertThat(visit.button("Undo")).hasCount(0);
  }

  @Test
  void timesAreThoseOfTheStoreAlsoWhereTheClockOfTheBrowserIsBehind() {
    visit.page().addInitScript(HOUR_BEHIND);
    visit.open("queues?q=" + queue.name());

    assertThat(visit.rows().first()).containsText("in 1 h 59 min");
  }

  @Test
  void oneJobIsToldAsOneAndTheColoursOfTheTimelineAreNamed() {
    queue.add("dead", 1, "\"delay\":\"0s\"").settle(1, "bury", "no such user");
    visit.open("queues/" + queue.name());

    visit.sees("1 dead job waits for a decision.");
    assertThat(visit.page().locator(".legend")).containsText("overdue");
  }

  @Test
  void theBarOfThePresentMomentTellsWhatIsOverdueFromWhatIsDue() {
    queue.add("late", 3, "\"delay\":\"0s\"");
    visit.open("queues/" + queue.name() + "?ahead=" + Duration.ofDays(30).toMillis());

    visit.sees("0 ran; 3 overdue; 1 due");
  }

  @Test
  void aTimelineThatWasMovedStaysAtItsTime() {
    visit.open("future?queue=" + queue.name());
    visit.button("Later").click();
    assertThat(visit.page()).hasURL(Pattern.compile(".*at=20.*Z.*"));
    Request first = nextReading();

    visit.page().reload();

    assertThat(visit.button("Now")).isEnabled();
    assertThat(nextReading().url()).isEqualTo(first.url());
    assertThat(nextReading().url()).isEqualTo(first.url());
  }

  private Request nextReading() {
    return visit
        .page()
        .waitForRequest(Pattern.compile(".*/timeline\\?.*buckets=\\d\\d.*"), () -> {});
  }

  @Test
  void queuesThatCouldNotBeReadAreToldToBeMissing() {
    visit.expectingFailures().open("future");
    visit.page().locator(".charts[tabindex]").focus();
    visit.page().keyboard().press("ArrowRight");
    visit.page().route("**/queues/*/timeline?*", route -> route.abort());

    visit.page().keyboard().press("Enter");

    visit.sees("queues could not be read; their jobs are not in this list.");
  }

  @Test
  void aBarOfThePastSaysWhyItListsNoJobs() {
    queue.add("done", 4, "\"delay\":\"0s\"").settle(4, "ack", "");
    visit.open("queues/" + queue.name() + "?at=" + now());
    visit.sees("4 ran");
    visit.page().locator(".charts[tabindex]").focus();
    visit.page().keyboard().press("ArrowRight");
    while (!visit.page().locator(".reading").innerText().contains("4 ran, mean")) {
      visit.page().keyboard().press("ArrowLeft");
    }

    visit.page().keyboard().press("Enter");

    visit.sees("4 jobs began to run then.");
    assertThat(visit.link("List done jobs that were due then")).isVisible();
  }

  @Test
  void mostAttemptsFailingIsAProblem() {
    queue.add("failing", 4, "\"delay\":\"0s\"");
    visit.open("queues/" + queue.name()).sees("Live");
    assertThat(visit.page().locator(".totals")).containsText("Ready4");

    queue.settle(4, "retry", "HTTP 503");

    visit.sees("4 of the 4 attempts that ended in the last minute have failed.");
    visit.link("See waiting jobs and their errors").click();
    visit.sees("HTTP 503");
  }

  @Test
  void aTargetThatIsDownIsNamedWithItsFailure() {
    server.call(
        "PUT",
        "/v1/targets/nowhere",
        "{\"type\":\"webhook\",\"url\":\"https://nowhere.invalid/\"}");
    queue.add("due", 3, "\"delay\":\"0s\"");
    queue.change("{\"handOver\":{\"target\":\"nowhere\"}}");
    visit.open("queues/" + queue.name());

    visit.sees("Hand-over fails").sees("handed over to the target nowhere, which fails since");
    visit.sees("the host nowhere.invalid has no address");
    visit.link("See targets").click();
    visit.sees("https://nowhere.invalid/");
  }

  @Test
  void settingsThatAnotherChangedMeanwhileKeepWhatWasTyped() {
    visit.expectingFailures().open("queues/" + queue.name() + "/settings");
    visit.field("maxRunning").fill("7");
    queue.change("{\"retention\":\"2d\",\"maxRunning\":5}");
    visit.button("Save").click();
    visit.sees("What you typed is kept");
    visit.sees("Now 5, saved by (no token)");
    assertThat(visit.field("retention")).hasValue("2d");
    assertThat(visit.field("maxRunning")).hasValue("7");

    visit.button("Save").click();

    assertThat(visit.button("Save")).isDisabled();
    assertThat(queue.read("").at("/settings/maxRunning").asInt()).isEqualTo(7);
    assertThat(queue.read("").at("/settings/retention").asString()).isEqualTo("2d");
  }

  @Test
  void aQueueThatDoesNotExistIsSaidToBeMissing() {
    visit.open("queues/no-such-queue");

    visit.sees("There is no such queue.");
    assertThat(visit.button("Pause")).hasCount(0);
    visit.open("future?queue=no-such-queue").sees("There is no such queue.");
    assertThat(visit.page().locator(".charts")).hasCount(0);
  }

  @Test
  void theAuditLogIsFilteredByTheAddress() {
    queue.change("{\"maxRunning\":7}").change("{\"paused\":true}").change("{\"paused\":false}");
    visit.open("audit?queue=" + queue.name());
    Locator entries = visit.page().locator(".audit > li");
    assertThat(entries).hasCount(3);

    visit.field("What").selectOption("paused");

    assertThat(entries).hasCount(1);
    assertThat(entries).containsText("(no token) paused " + queue.name());
    visit.page().reload();
    assertThat(entries).hasCount(1);
    visit.field("From").fill("2040-01-01T00:00:01");
    visit.sees("No entry passes this filter.");
    visit.page().goBack();
    assertThat(entries).hasCount(1);
    visit.button("Clear filter").click();
    visit.field("Who").selectOption("(no token)");
    assertThat(entries.first()).containsText("(no token)");
  }

  @Test
  void typingInTheSearchOfTheAuditLogIsNoStepBack() {
    queue.change("{\"maxRunning\":7}");
    visit.open("audit?queue=" + queue.name());
    Object steps = visit.page().evaluate("history.length");

    visit.page().locator("main input[type=search]").pressSequentially("maxRunning");

    assertThat(visit.page()).hasURL(Pattern.compile("q=maxRunning"));
    assertThat(visit.page().evaluate("history.length")).isEqualTo(steps);
  }

  @Test
  void theAuditLogHasEachEntryOnceWhenItIsReadAgainMeanwhile() {
    queue.change("{\"maxRunning\":7}").change("{\"paused\":true}").change("{\"paused\":false}");
    AtomicReference<Route> late = new AtomicReference<>();
    visit
        .page()
        .route(
            "**/v1/audit?*",
            route -> {
              boolean isFirst = !route.request().url().matches(".*cursor=[^&]+.*");
              if (isFirst || !late.compareAndSet(null, route)) {
                resumeInSteps(route);
              }
            });
    visit.open("audit?queue=" + queue.name());
    Waiting.until(
        "the second page",
        () -> {
          visit.page().evaluate("0");
          return late.get() != null;
        });
    queue.change("{\"maxRunning\":8}");
    visit.button("Refresh").click();
    Locator entries = visit.page().locator(".audit > li");
    assertThat(entries).hasCount(4);

    visit.page().waitForResponse("**/v1/audit?*", () -> resumeInSteps(late.get()));
    visit.page().evaluate("() => fetch('health/live').then(answer => answer.text())");

    assertThat(entries).hasCount(4);
  }

  /** Asks for few entries at once. */
  private static void resumeInSteps(Route route) {
    String url = route.request().url().replace("limit=1000", "limit=2");
    route.resume(new Route.ResumeOptions().setUrl(url));
  }

  @Test
  void aTimelineWithoutAJobSaysSoAndWhenTheNextOneIsDue() {
    visit.open("queues/" + queue.name()).sees("No job ran in this time, and none is due.");
    visit.sees("which is after this picture");

    visit.button("Show it").click();

    visit.sees("0 ran; 1 due");
    visit.open("queues/" + queue.name() + "?at=2020-01-01T00:00:00Z").sees("No job ran in this");
    assertThat(visit.button("Show it")).hasCount(0);
  }

  private static String now() {
    return JsonTrees.MAPPER
        .readTree(server.call("GET", "/v1/store/clock", ""))
        .path("now")
        .asString();
  }

  private void define(String fields) {
    server.call("PUT", "/v1/queues/" + queue.name() + "/recurring/nightly", "{" + fields + "}");
  }

  private void changeDefinition(Runnable change) {
    visit.open("queues/" + queue.name() + "/recurring");
    visit.button("Change").click();
    change.run();
    visit.dialog().getByText("Save").click();
    // The form has a preview of the next ticks, too.
    assertThat(visit.dialog()).containsText("Saved");
    visit.dialog().getByText("Close").click();
  }

  @Test
  void aPayloadOfARecurringJobIsStoredAsItIsWritten() {
    define(
        "\"cron\":\"0 7 * * *\",\"contentType\":\"application/order+json\",\"payload\":{\"a\":1}");
    changeDefinition(() -> visit.field("Payload").fill("{\"n\": 12345678901234567890}"));
    assertThat(server.call("GET", "/v1/queues/" + queue.name() + "/recurring/nightly", ""))
        .contains("{\"n\": 12345678901234567890}", "\"application/order+json\"");

    changeDefinition(() -> {
      visit.dialog().getByText("Text").click();
      visit.field("Payload").fill("42");
    });

    assertThat(queue.read("/recurring/nightly").at("/payload").isString()).isTrue();
    assertThat(queue.read("/recurring/nightly").at("/payload").asString()).isEqualTo("42");
  }

  @Test
  void theEndsOfLinesAndTheMarkOfAPayloadAreKept() {
    define("\"every\":\"1d\",\"contentType\":\"text/csv\",\"payload\":\"\\ufeffa\\r\\nb\"");

    changeDefinition(() -> {
      visit.field("Payload").press("Control+End");
      visit.field("Payload").pressSequentially("c");
    });

    assertThat(queue.read("/recurring/nightly").at("/payload").asString())
        .isEqualTo("\ufeffa\r\nbc");
  }

  @Test
  void aPayloadThatIsNotWhatItsTypeSaysIsNotInTheWayOfOtherChanges() {
    define("\"every\":\"1d\",\"contentType\":\"application/json\",\"payloadBase64\":\"e3s=\"");

    changeDefinition(() -> visit.field("Missed ticks").selectOption("ALL"));

    assertThat(queue.read("/recurring/nightly?payloadAs=base64").at("/payloadBase64").asString())
        .isEqualTo("e3s=");
  }

  @Test
  void bytesThatAreNoTextAreKeptWhenARecurringJobIsChanged() {
    define("\"every\":\"1d\",\"payloadBase64\":\"/wAB\",\"contentType\":\"image/x-raw\"");

    changeDefinition(() -> {
      assertThat(visit.dialog()).containsText("The payload is no text, and is kept.");
      visit.field("Missed ticks").selectOption("ALL");
    });

    assertThat(queue.read("/recurring/nightly?payloadAs=base64").at("/payloadBase64").asString())
        .isEqualTo("/wAB");
    assertThat(queue.read("/recurring/nightly").at("/missed").asString()).isEqualTo("ALL");
  }

  @Test
  void aRecurringJobKeepsItsBeginningWhenItsLengthIsChanged() {
    define("\"every\":\"24h\",\"from\":\"2026-01-01T07:00:00Z\"");

    changeDefinition(() -> visit.field("Every").fill("48h"));

    assertThat(queue.read("/recurring/nightly").at("/schedule").asString())
        .isEqualTo("every PT48H from 2026-01-01T07:00:00Z");
  }

  @Test
  void queuesBeyondThoseOfTheStreamDoNotStandStill() {
    try (ConsoleServer many = ConsoleServer.embedded();
        Visit there = new Visit(browser(), many.uri())) {
      for (int i = 0; i < 1_000; i++) {
        many.call("PUT", "/v1/queues/queue-%04d/jobs/1?delay=1h".formatted(i), "{}");
      }
      there.open("queues?q=queue-0999");
      assertThat(there.rows().first()).containsText("queue-0999");

      // It comes before the others, of which the stream tells the first 1,000.
      many.call("PUT", "/v1/queues/first/jobs/1?delay=1h", "{}");
      many.call("PUT", "/v1/queues/queue-0999/jobs/2?delay=1h", "{}");
      assertThat(there.rows().first().locator("td").nth(2)).hasText("2");
      many.call("DELETE", "/v1/queues/queue-0999?all=true", "");
      there.sees("No queue matches.");
    }
  }
}
