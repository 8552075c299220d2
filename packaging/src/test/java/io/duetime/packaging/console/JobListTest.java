package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import io.duetime.redis.fixture.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which jobs a list or a search shows, and what is done with all of them. */
@ParameterizedClass
@EnumSource
class JobListTest extends BrowserTest {
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

  @Test
  void jobsAreListedByStateAndReasonAlsoAfterReloading() {
    queue.change("{\"retention\":\"7d\"}");
    queue.add("done", 15, "\"delay\":\"0s\"").settle(15, "ack", "");
    queue.add("buried", 20, "\"delay\":\"0s\"").settle(20, "bury", "card declined");
    queue.add("failed", 10, "\"maxAttempts\":1").settle(10, "retry", "disk full");
    queue.add("running", 5, "\"delay\":\"0s\"").claim(5);
    queue.add("waiting", 7, "\"delay\":\"2h\"");
    queue.add("ready", 3, "\"delay\":\"0s\"");
    visit.open("queues/" + queue.name() + "/jobs");

    lists("DEAD", 30);
    visit.field("Reason").selectOption("EXHAUSTED");
    loaded(10);
    visit.page().reload();
    loaded(10);
    assertThat(visit.rows().first()).containsText("failed-");
    lists("DONE", 15);
    lists("RUNNING", 5);
    lists("DELAYED", 7);
    lists("READY", 3);
    lists("DELAYED,READY", 10);
    visit.button("Clear filter").click();
    loaded(60);
  }

  @Test
  void aButtonStaysWhereItIsWhenTheTroublesOfTheQueueComeLater() {
    queue.add("buried", 30, "\"delay\":\"0s\"").settle(30, "bury", "card declined");
    List<Route> held = new ArrayList<>();
    visit.page().route(Pattern.compile("/v1/events"), held::add);
    visit.open("queues/" + queue.name() + "/jobs?state=DEAD").sees("30 jobs loaded");
    assertThat(visit.page().locator(".trouble")).hasCount(0);
    BoundingBox redrive = visit.button("Redrive").boundingBox();

    visit.page().mouse().move(redrive.x + redrive.width / 2, redrive.y + redrive.height / 2);
    visit.page().mouse().down();
    held.forEach(Route::resume);
    assertThat(visit.page().locator(".trouble")).hasText("Failing");
    visit.page().mouse().up();

    assertThat(visit.dialog().getByText("Count first")).isVisible();
  }

  @Test
  void theListFollowsItsJobsInPlace() {
    queue.add("j", 3, "\"delay\":\"3h\"");
    visit.open("queues/" + queue.name() + "/jobs");
    loaded(3);

    String jobs = "/v1/queues/" + queue.name() + "/jobs/";
    queue.server().call("DELETE", jobs + "j-0", "");
    loaded(2);
    queue.server().call("PATCH", jobs + "j-1", "{\"delay\":\"0s\"}");
    assertThat(visit.rows().first()).containsText("Ready");
  }

  @Test
  void jobsThatArePickedByKeysAreMovedAndThatIsUndone() {
    queue.add("j", 8, "\"delay\":\"3h\"");
    visit.open("queues/" + queue.name() + "/jobs");
    loaded(8);
    visit.page().getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Jobs")).focus();
    for (String key : List.of("ArrowDown", "Space", "ArrowDown", "ArrowDown", "Shift+Space")) {
      visit.page().keyboard().press(key);
    }
    visit.sees("3 jobs selected");
    queue.server().call("PATCH", "/v1/queues/" + queue.name() + "/jobs/j-7", "{\"delay\":\"0s\"}");
    assertThat(visit.page().locator("tbody .pick input:checked")).hasCount(3);
    assertThat(visit.page().locator("table")).containsText("Ready");
    visit.sees("3 jobs selected");

    makes("Run now", 3);
    visit.sees("Run now: 3 jobs");
    queue.awaitCount("ready", 4);
    visit.button("Undo").click();
    visit.sees("Undone: 3 jobs");
    queue.awaitCount("ready", 1);

    makes("Shift", 3);
    assertThat(visit.dialog()).containsText("Done 3 / 3");
    visit.page().keyboard().press("Escape");
    visit.button("Undo").click();
    visit.sees("Undone: 3 jobs");
    visit.open("tasks").sees("3 jobs selected").sees("3 / 3");
  }

  @Test
  void jobsThatArePickedByTheMouseGetAPriorityOrAreCancelled() {
    queue.add("running", 1, "\"delay\":\"0s\"").claim(1);
    queue.add("dead", 1, "\"delay\":\"0s\"").settle(1, "bury", "card declined");
    queue.add("j", 6, "\"delay\":\"3h\"");
    visit.open("queues/" + queue.name() + "/jobs");
    loaded(8);
    visit.field("Select j-2").check();
    visit.button("Priority").click();
    visit.dialog().getByLabel("Priority").last().fill("5");
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByText("Priority 1 job", exact()).click();
    visit.sees("Priority: 1 job");
    assertThat(visit.dialog()).hasCount(0);
    org.assertj.core.api.Assertions.assertThat(queue.job("j-2").at("/priority").asInt())
        .isEqualTo(5);
    visit.button("Undo").click();
    visit.sees("Undone: 1 job");
    org.assertj.core.api.Assertions.assertThat(queue.job("j-2").at("/priority").asInt())
        .isEqualTo(1024);

    visit.field("Select all that are loaded").check();
    visit.field("Select j-2").uncheck();
    visit.sees("7 jobs selected");
    visit.button("Cancel").click();
    visit.dialog().getByText("Count first").click();
    assertThat(visit.dialog()).containsText("Cancel: 6 jobs match now.");
    assertThat(visit.dialog()).containsText("Those that run go on, and are not tried again.");
    visit.dialog().getByLabel("Type 6 to confirm").fill("6");
    visit.dialog().getByText("Cancel 6 jobs").click();
    visit.sees("Cancel: 6 jobs");
    visit.button("Clear selection").click();
    visit.field("Select dead-0").check();
    makes("Redrive", 1);
    visit.sees("1 job selected").sees("Redrive");
    queue.awaitCount("dead", 0);
    queue.awaitCount("delayed", 1);
  }

  /** Counts what an action would do to the jobs that are picked, and lets it do so. */
  private void makes(String action, int jobs) {
    visit.button(action).click();
    assertThat(visit.dialog()).containsText(jobs + (jobs == 1 ? " job" : " jobs") + " selected");
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByText(action + " " + jobs + (jobs == 1 ? " job" : " jobs"), exact()).click();
  }

  @Test
  void backLeadsToTheFilterBeforeAndToTheRowThatWasInSight() {
    queue.add("j", 300, "\"delay\":\"3h\"");
    visit.open("queues/" + queue.name() + "/jobs");
    loaded(300);
    visit.field("State").selectOption("DEAD");
    visit.sees("No jobs pass this filter.");
    visit.page().goBack();
    loaded(300);

    String top = "document.querySelector('.table').scrollTop";
    visit.page().evaluate(top + " = 5000");
    Waiting.until("the place in the history", () -> isTrue("history.state?.top > 4000"));
    visit.rows().nth(20).locator("a").click();
    assertThat(visit.heading("j-")).isVisible();
    visit.page().goBack();
    loaded(300);

    Waiting.until("the row that was in sight", () -> isTrue(top + " > 4000"));
  }

  private boolean isTrue(String expression) {
    return Boolean.TRUE.equals(visit.page().evaluate(expression));
  }

  private void lists(String state, int jobs) {
    visit.field("State").selectOption(state);
    loaded(jobs);
    assertThat(visit.page()).hasURL(Pattern.compile("state=" + state.replace(",", "%2C")));
  }

  private void loaded(int jobs) {
    assertThat(visit.text(jobs + (jobs == 1 ? " job loaded" : " jobs loaded"))).isVisible();
  }

  @Test
  void jobsAreFoundByTheTimeTheyAreDueAlsoAfterReloading() {
    queue.add("early", 1, "\"dueAt\":\"2040-01-01T10:00:00Z\"");
    queue.add("within", 1, "\"dueAt\":\"2040-01-02T10:00:00Z\"");
    queue.add("late", 1, "\"dueAt\":\"2040-01-03T10:00:00Z\"");
    visit.open("queues/" + queue.name() + "/jobs");

    visit.field("From").fill("2040-01-02T00:00:01");
    visit.field("To").fill("2040-01-03T00:00:01");

    loaded(1);
    assertThat(visit.link("within-0")).isVisible();
    visit.page().reload();
    loaded(1);
    assertThat(visit.field("From")).hasValue("2040-01-02T00:00:01");
  }

  @Test
  void aClickOnABarListsItsJobs() {
    queue.add("job", 40, "\"delay\":\"15d\"");
    visit.open("queues/" + queue.name() + "?ahead=2592000000");
    Locator chart =
        visit
            .page()
            .getByRole(
                AriaRole.GROUP, new Page.GetByRoleOptions().setName(Pattern.compile("40 due")));
    Locator bar = visit.page().locator(".reading strong");
    BoundingBox box = chart.boundingBox();

    // A third of the picture is before now; the jobs are due in the middle of the rest.
    for (double at = 0.60; at < 0.75 && !bar.isVisible(); at += 0.002) {
      visit.page().mouse().move(box.x + at * box.width, box.y + 220);
    }
    visit.page().mouse().down();
    visit.page().mouse().up();

    loaded(40);
    assertThat(visit.page()).hasURL(Pattern.compile("/jobs\\?.*from=.*&to=.*"));
  }

  @Test
  void aPageThatIsOpenedOutOfSightIsReadOnce() {
    queue.change("{\"maxRunning\":77}");
    visit
        .page()
        .addInitScript(
            "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");

    visit.open("queues/" + queue.name() + "/settings");

    assertThat(visit.field("maxRunning")).hasValue("77");
  }

  @Test
  void rowsThatWereAskedForBeforeARefreshAreNotAddedTwice() {
    queue.add("job", 1_200, "\"delay\":\"2h\"");
    Pattern furtherRows = Pattern.compile("/jobs\\?.*cursor=");
    List<Route> held = new ArrayList<>();
    visit
        .page()
        .route(
            furtherRows,
            route -> {
              if (held.isEmpty()) {
                held.add(route);
              } else {
                route.resume();
              }
            });
    visit.open("queues/" + queue.name() + "/jobs");
    assertThat(visit.text("500+ jobs loaded")).isVisible();
    scrollTo("box.scrollHeight");
    visit.page().waitForCondition(() -> !held.isEmpty());
    scrollTo("0");
    visit.page().waitForResponse(Pattern.compile("/jobs\\?"), visit.button("Refresh")::click);

    visit
        .page()
        .waitForCondition(() -> {
          scrollTo("0");
          scrollTo("box.scrollHeight");
          return visit.text("1,000+ jobs loaded").isVisible();
        });
    visit.page().waitForResponse(furtherRows, held.get(0)::resume);
    scrollTo("0");
    scrollTo("box.scrollHeight");

    assertThat(visit.text("1,200 jobs loaded")).isVisible();
  }

  private void scrollTo(String top) {
    visit.page().locator(".table").evaluate("box => { box.scrollTop = " + top + "; }");
  }

  @Test
  void keysMoveInTheListAndEnterOpens() {
    queue.add("job", 3, "\"dueAt\":\"2040-01-01T10:00:00Z\"");
    visit.open("queues/" + queue.name() + "/jobs");
    loaded(3);

    Locator list =
        visit.page().getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Jobs"));
    list.press("ArrowDown");
    list.press("j");
    list.press("k");
    list.press("j");
    list.press("Enter");

    assertThat(visit.page()).hasURL(Pattern.compile("/jobs/job-1$"));
  }

  @Test
  void allJobsOfAFilterRunNow() {
    queue.add("chosen", 10, "\"delay\":\"2h\",\"tags\":[\"chosen\"]");
    queue.add("other", 4, "\"delay\":\"2h\"");
    visit.open("queues/" + queue.name() + "/jobs?tag=chosen");

    visit.button("Run now").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 10 to confirm").fill("10");
    visit.dialog().getByText("Run now 10 jobs").click();

    queue.awaitCount("ready", 10);
    queue.awaitCount("delayed", 4);
  }

  @Test
  void deadJobsArePurgedOnlyByTheRightNumber() {
    queue.add("dead", 5, "\"delay\":\"0s\"").settle(5, "bury", "why not");
    visit.open("queues/" + queue.name() + "/jobs?state=DEAD");

    visit.button("Purge").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 5 to confirm").fill("6");
    assertThat(visit.dialog().getByText("Purge 5 jobs")).isDisabled();
    visit.dialog().getByLabel("Type 5 to confirm").fill("5");
    visit.dialog().getByText("Purge 5 jobs").click();

    queue.awaitCount("dead", 0);
    visit.dialog().getByText("Close").click();
    assertThat(visit.text("No jobs pass this filter.")).isVisible();
  }

  @Test
  void aJobIsFoundByItsIdAndOpenedByKeysAlone() {
    OwnQueue other = OwnQueue.at(store.server());
    String id = queue.name() + "-found";
    other.put(id + "?delay=3h", new byte[] {'x'}, "text/plain");
    visit.open("store").sees("Live");
    Keyboard keys = visit.page().keyboard();

    keys.press("Control+k");
    keys.type(id);
    assertThat(visit.link(other.name() + " / " + id)).isVisible();
    keys.press("ArrowDown");
    assertThat(visit.link(other.name() + " / " + id)).isFocused();
    keys.press("Enter");

    assertThat(visit.heading(id)).isVisible();
    assertThat(visit.dialog()).hasCount(0);
    keys.press("/");
    keys.type(other.name());
    assertThat(visit.link("Queue " + other.name())).isVisible();
    keys.press("Enter");
    assertThat(visit.heading(other.name())).isVisible();
  }

  @Test
  void theJobsWithATagAreCancelledInAllQueuesAfterACount() {
    OwnQueue other = OwnQueue.at(store.server());
    String tag = queue.name() + "-customer";
    queue.add("a", 3, "\"delay\":\"3h\",\"tags\":[\"" + tag + "\"]");
    other.add("b", 2, "\"delay\":\"3h\",\"tags\":[\"" + tag + "\"]");
    other.add("kept", 1, "\"delay\":\"3h\"");
    visit.open("queues").sees("Live");

    visit.button("Search").click();
    visit.field("Queue, id or tag").fill(tag);
    visit.sees("3 waiting").sees("2 waiting");
    visit.dialog().getByText("Cancel", exact()).click();
    visit.sees("A task of its own runs for each of 2 queues.");
    visit.dialog().getByLabel(Pattern.compile("5")).fill("5");
    visit.page().keyboard().press("Enter");

    assertThat(visit.dialog().getByRole(AriaRole.STATUS).first()).containsText(other.name());
    queue.awaitCount("delayed", 0);
    other.awaitCount("delayed", 1);
  }

  private static Locator.GetByTextOptions exact() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void jobsThatArePickedAmongThoseFoundAreCancelled() {
    String tag = "picked-" + queue.name();
    OwnQueue other = OwnQueue.at(store.server());
    queue.add("a", 3, "\"delay\":\"3h\",\"tags\":[\"" + tag + "\"]");
    other.add("b", 2, "\"delay\":\"3h\",\"tags\":[\"" + tag + "\"]");
    visit.open("queues").sees("Live");
    visit.page().keyboard().press("/");
    visit.field("Queue, id or tag").fill(tag);
    visit.dialog().getByLabel("Select a-1", new Locator.GetByLabelOptions().setExact(true)).check();
    visit.dialog().getByLabel("Select b-0", new Locator.GetByLabelOptions().setExact(true)).check();
    visit.sees("2 jobs selected");
    visit.dialog().getByText("Cancel", exact()).first().click();
    visit.dialog().getByLabel(Pattern.compile("Type 2")).fill("2");
    visit.page().keyboard().press("Enter");

    visit.sees("Cancel: 1 job");
    queue.awaitCount("delayed", 2);
    other.awaitCount("delayed", 1);
  }

  @Test
  void aPieceOfAPayloadIsFound() {
    String text = "needle of " + queue.name();
    queue.put("carrier?delay=3h", text.getBytes(UTF_8), "text/plain");
    visit.open("queues").sees("Live");

    visit.page().keyboard().press("/");
    visit.field("Queue, id or tag").fill(text);
    visit.button("Search in ids and payloads").click();

    assertThat(visit.link(queue.name() + " / carrier")).isVisible();
  }

  @Test
  void theRecurringJobThatFailedIsSeenAmongThoseOfAllQueues() {
    OwnQueue other = OwnQueue.at(store.server());
    String tick = "/v1/queues/" + queue.name() + "/recurring/nightly";
    String json = "{\"cron\":\"0 3 * * *\",\"maxAttempts\":1}";
    queue.server().call("PUT", tick, json);
    other.server().call("PUT", "/v1/queues/" + other.name() + "/recurring/well", json);
    String ticks = "{\"every\":\"1s\",\"maxAttempts\":1,\"times\":1}";
    queue.server().call("PUT", "/v1/queues/" + queue.name() + "/recurring/often", ticks);
    queue.awaitCount("ready", 1);
    queue.settle(1, "bury", "no disk");

    visit.open("recurring?q=" + queue.name());
    assertThat(visit.rows()).hasCount(2);
    visit.open("recurring?failed=1&q=" + queue.name());
    assertThat(visit.rows()).hasCount(1);
    assertThat(visit.rows().first()).containsText("often");
    assertThat(visit.rows().first()).containsText("Dead");
  }

  @Test
  void theNextTicksAreSeenWhileTheDefinitionIsTyped() {
    queue.add("a", 1, "\"delay\":\"3h\"");
    visit.open("queues/" + queue.name() + "/recurring");
    visit.button("Define recurring job").click();

    visit.field("cron").fill("0 0 1 1 *");
    assertThat(visit.dialog().locator(".preview time").first()).containsText("Jan");
    visit.expectingFailures();
    visit.field("cron").fill("61 * * * *");
    assertThat(visit.dialog().locator(".preview .failure")).isVisible();
  }
}
