package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which jobs a list shows, and what is done with all of them. */
@ParameterizedClass
@EnumSource
class JobListTest extends BrowserTest {
  @Parameter private FilledStores store;

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
}
