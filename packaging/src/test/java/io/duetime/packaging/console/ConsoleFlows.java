package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people do with the console, against a store with a million jobs. */
abstract class ConsoleFlows extends BrowserTest {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private Visit visit;

  abstract ConsoleServer server();

  /** The name of the store's engine. */
  abstract String engine();

  @BeforeEach
  void begin() {
    visit = new Visit(browser(), server().uri());
  }

  @AfterEach
  void end() {
    visit.close();
  }

  private Page page() {
    return visit.page();
  }

  /** A queue of this test alone. */
  private static String queue(String name) {
    return name + "-" + NUMBERS.incrementAndGet();
  }

  private Locator inDialog(String label) {
    return visit.dialog().getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
  }

  @Test
  void theOverviewShowsAllQueuesTheMostUrgentFirst() {
    visit.open("").sees("1,000,000");
    assertThat(visit.rows().first()).containsText(FilledStore.LATE, Visit.patience());
    assertThat(visit.rows().first()).containsText("No consumer");
    visit.sees("At limit").sees("Dead jobs").sees("Paused");
    visit.sees(engine());
  }

  @Test
  void theOverviewIsFilteredAndSortedAndALinkToItShowsTheSame() {
    visit.open("queues");
    visit.field("Filter queues").fill("team-0");
    assertThat(visit.rows()).hasCount(10);
    visit.button("Queue").click();
    assertThat(visit.rows().first()).containsText("team-00/tasks");
    visit.button("Queue").click();
    assertThat(visit.rows().first()).containsText("team-09/tasks");

    page().reload();

    assertThat(visit.field("Filter queues")).hasValue("team-0");
    assertThat(visit.rows().first()).containsText("team-09/tasks");
    visit.field("Filter queues").fill("");
    visit.field("Problem").selectOption("PAUSED");
    assertThat(visit.rows()).hasCount(1);
    assertThat(visit.rows().first()).containsText(FilledStore.PAUSED);
  }

  @Test
  void theOverviewIsLive() {
    String queue = queue("live");
    visit.open("queues?q=" + queue);
    visit.sees("Live");
    put(queue, "one", "1h");
    assertThat(visit.rows().first()).containsText(queue, Visit.patience());
    server().call("DELETE", "/v1/queues/" + queue + "?all=true", "");
    visit.sees("No queue matches.");
  }

  @Test
  void theTimelineOfAllQueuesLeadsFromABarToItsJobs() {
    visit.open("future");
    visit.button("Month").click();
    visit.sees("due");
    page().getByText("As a table").click();
    assertThat(page().locator(".plain-table tbody tr").first()).isVisible();

    Locator chart =
        page()
            .getByRole(AriaRole.GROUP)
            .filter(new Locator.FilterOptions().setHas(page().locator(".chart")));
    chart.focus();
    page().keyboard().press("ArrowRight");
    for (int i = 0; i < 20; i++) {
      page().keyboard().press("ArrowRight");
    }
    assertThat(page().locator(".reading")).containsText("due");
    page().keyboard().press("Enter");
    visit.link(FilledStore.LARGE).click();

    assertThat(visit.rows().first()).containsText("job-", Visit.patience());
    assertThat(page()).hasURL(Pattern.compile(".*from=.*to=.*"));
  }

  @Test
  void theTimelineIsMovedAndZoomed() {
    visit.open("future?queue=" + FilledStore.LARGE);
    visit.button("Day").click();
    assertThat(visit.button("Day")).hasAttribute("aria-pressed", "true");
    visit.button("Later").click();
    assertThat(page()).hasURL(Pattern.compile(".*at=20.*Z.*"));
    visit.button("Zoom in").click();
    assertThat(page()).hasURL(Pattern.compile(".*ahead=43200000.*"));
    visit.button("Now").click();
    assertThat(visit.button("Now")).isDisabled();
    Locator plot = page().locator(".u-over").first();
    var box = plot.boundingBox();
    page().mouse().move(box.x + box.width * 0.5, box.y + 40);
    page().mouse().down();
    page().mouse().move(box.x + box.width * 0.7, box.y + 40);
    page().mouse().up();
    assertThat(page()).not().hasURL(Pattern.compile(".*ahead=43200000.*"));
  }

  @Test
  void whatRanAndHowLateIsLeftOfNow() {
    visit.open("queues/" + FilledStore.DONE);
    visit.sees("180 ran").sees("greatest lateness");
    assertThat(page().locator(".chart")).hasCount(2);
  }

  @Test
  void aLateQueueSaysSinceWhenAndWhy() {
    visit.open("queues/" + FilledStore.LATE);
    visit.sees("Late since").sees("1,203 jobs are due").sees("No consumer has asked");
    visit.sees("duetime work --server " + server().uri() + " --exec ./handle-job orders");
    visit.open("queues/" + FilledStore.LIMITED);
    visit.sees("As many jobs run as the setting maxRunning allows: 5.");
    visit.link("Change limits").click();
    assertThat(visit.field("maxRunning")).hasValue("5");
    visit.open("queues/" + FilledStore.LIMITED);
    visit.sees("worker-1").sees("runs 5");
  }

  @Test
  void aQueueIsPausedAndThatIsUndone() {
    String queue = queue("pause");
    put(queue, "one", "1h");
    visit.open("queues/" + queue);
    visit.button("Pause").click();
    visit.sees("Paused until it is resumed.");
    visit.button("Undo").click();
    assertThat(page().locator(".banner")).hasCount(0);
    assertThat(server().call("GET", "/v1/queues/" + queue, "")).contains("\"paused\":false");
  }

  @Test
  void settingsAreChangedWithTheirWrongOnesNamedAndWhoChangedWhat() {
    String queue = queue("settings");
    put(queue, "one", "1h");
    visit.expectingFailures().open("queues/" + queue + "/settings");
    visit.field("retention").fill("soon");
    visit.button("Save").click();
    visit.sees("retention");
    assertThat(page().getByRole(AriaRole.ALERT)).containsText("soon");
    visit.field("retention").fill("7d");
    visit.field("maxRunning").fill("9");
    visit.field("rate.permits").fill("5");
    visit.field("rate.per").fill("1s");
    visit.field("defaults.jitter").fill("0.5");
    visit.button("Save").click();
    visit.sees("Saved");
    String stored = server().call("GET", "/v1/queues/" + queue, "");
    assertThat(stored)
        .contains("\"maxRunning\":9", "\"retention\":\"7d\"", "\"permits\":5", "\"jitter\":0.5");
    visit.sees("PATCH /v1/queues/{queue}");
    visit.button("Undo").click();
    assertThat(visit.field("maxRunning")).hasValue("0");
    assertThat(visit.field("defaults.jitter")).hasValue("");
  }

  @Test
  void aMillionJobsAreListedPageByPage() {
    visit.open("queues/" + FilledStore.LARGE + "/jobs");
    visit.sees("500+ jobs loaded");
    Locator table = page().getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Jobs"));
    table.focus();
    page().evaluate("document.querySelector('.table').scrollTop = 1e9");
    visit.sees("1,000+ jobs loaded");
    assertThat(visit.rows().count()).isLessThan(100);
  }

  @Test
  void jobsAreFoundByStateTagTimeAndId() {
    visit.open("queues/" + FilledStore.DONE + "/jobs");
    visit.field("State").selectOption("DONE");
    assertThat(visit.rows().first()).containsText("order-");
    visit.field("Tag").fill("customer-3");
    visit.field("Tag").press("Enter");
    visit.sees("9 jobs loaded");
    visit.button("Clear filter").click();
    visit.field("From").fill("2099-01-01T00:00");
    visit.sees("No jobs pass this filter.");
    visit.field("Open id").fill("order-0007");
    visit.field("Open id").press("Enter");
    assertThat(visit.heading("order-0007")).isVisible();
    visit.sees("It is done.");
  }

  @Test
  void aJobShowsItsLifePayloadHeadersAndCommands() {
    visit.open("queues/" + FilledStore.LATE + "/jobs/order-0042");
    visit.sees("It is due, and no consumer has asked for jobs in the last minute.");
    assertThat(page().locator(".life [aria-current=step]")).containsText("Ready");
    visit.sees("\"sku\"").sees("traceparent").sees("customer-2").sees("UTC");
    visit.button("Text").click();
    assertThat(page().locator(".payload")).containsText("{\"order\":42,\"amount\":42.5");
    visit.button("Hex").click();
    assertThat(page().locator(".payload")).containsText("00000000  7b 22 6f 72");
    page().getByText("As commands").click();
    visit
        .sees("duetime explain --server " + server().uri() + " orders order-0042")
        .sees("curl http://");
    var download = page().waitForDownload(() -> visit.button("Download").click());
    assertThat(download.suggestedFilename()).isEqualTo("order-0042.bin");
  }

  @Test
  void aJobIsRescheduledRunUndoneAndCancelled() {
    String queue = queue("job");
    put(queue, "one", "1h");
    visit.open("queues/" + queue + "/jobs/one");
    visit.reschedule("2h").sees("one: Rescheduled").sees("in 1 h 59 min");
    visit.button("Run now").click();
    assertThat(page().locator(".life [aria-current=step]")).containsText("Ready", Visit.patience());
    visit.button("Undo").click();
    assertThat(page().locator(".life [aria-current=step]"))
        .containsText("Delayed", Visit.patience());
    visit.button("Cancel job").click();
    assertThat(
            visit
                .dialog()
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Cancel job")))
        .isDisabled();
    visit.dialog().getByRole(AriaRole.TEXTBOX).fill("one");
    visit
        .expectingFailures()
        .dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Cancel job"))
        .click();
    visit.sees("one: Cancelled");
  }

  @Test
  void manyJobsAreCountedThenRescheduledThenCancelled() {
    String queue = queue("bulk");
    FilledStore.schedule(
        server(),
        queue,
        120,
        i -> "{\"id\":\"j-%d\",\"delay\":\"1h\",\"tags\":[\"t%d\"]}".formatted(i, i % 2));
    visit.open("queues/" + queue + "/jobs?tag=t1");
    visit.button("Reschedule").click();
    inDialog("Delay").fill("3h");
    visit.dialog().getByText("Count first").click();
    assertThat(visit.dialog()).containsText("Reschedule: 60 jobs match now.");
    assertThat(visit.dialog().getByText("Reschedule 60 jobs")).isDisabled();
    visit.dialog().getByLabel("Type 60 to confirm").fill("60");
    visit.dialog().getByText("Reschedule 60 jobs").click();
    assertThat(visit.dialog()).containsText("Done 60 / 60", Visit.patience());
    visit.dialog().getByText("Close").click();
    visit.sees("in 2 h 59 min");
    visit.button("Cancel").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 60 to confirm").fill("60");
    visit.dialog().getByText("Cancel 60 jobs").click();
    visit.dialog().getByText("Open task").click();
    visit.sees("60 / 60").sees("tag: t1");
    assertThat(server().call("GET", "/v1/queues/" + queue, "")).contains("\"delayed\":60");
  }

  @Test
  void manyJobsAreShiftedAfterAPictureAndTakenBack() {
    String queue = queue("shift");
    FilledStore.schedule(
        server(), queue, 60, i -> "{\"id\":\"j-%d\",\"delay\":\"1h\"}".formatted(i));
    visit.open("queues/" + queue + "/jobs");
    visit.button("Shift").click();
    inDialog("By").fill("soon");
    assertThat(visit.dialog()).containsText("Allowed: a length of time");
    assertThat(visit.dialog().getByText("Count first")).isDisabled();
    inDialog("By").fill("-30m");
    visit.dialog().getByText("Count first").click();
    assertThat(visit.dialog()).containsText("The jobs come earlier.");
    inDialog("By").fill("2h");
    visit.dialog().getByText("Count first").click();
    assertThat(visit.dialog()).containsText("Shift: 60 jobs match now.");
    assertThat(visit.dialog()).containsText("After");
    visit.dialog().getByText("Shift 60 jobs").click();
    assertThat(visit.dialog()).containsText("Done 60 / 60", Visit.patience());
    assertThat(page().locator("table")).containsText("in 2 h 59 min", Visit.patience());
    visit.dialog().getByText("Undo").click();
    assertThat(page().locator("table")).containsText("in 59 min", Visit.patience());
    visit.dialog().getByText("Open task").click();
    visit.sees("Undo").sees("60 / 60");
  }

  @Test
  void aTaskShowsItsProgressAndIsStopped() {
    String queue = queue("task");
    FilledStore.schedule(
        server(), queue, 100_000, i -> "{\"id\":\"j-%d\",\"delay\":\"1h\"}".formatted(i));
    visit.open("queues/" + queue + "/jobs");
    visit.button("Reschedule").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 100000 to confirm").fill("100000");
    visit.dialog().getByText("Reschedule 100,000 jobs").click();
    visit.dialog().getByText("Stop", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(visit.dialog()).containsText("Stopped", Visit.patience());
  }

  @Test
  void deadJobsAreRedrivenAndPurgedByGroup() {
    String queue = queue("dead");
    FilledStore.schedule(server(), queue, 30, i -> "{\"id\":\"d-%d\"}".formatted(i));
    bury(queue, 20, "no such user");
    bury(queue, 10, "timed out");
    visit.open("queues/" + queue + "/dead");
    Locator first =
        page()
            .locator(".groups > li")
            .filter(new Locator.FilterOptions().setHasText("no such user"));
    assertThat(first).containsText("20");
    first.getByText("Redrive").click();
    visit.dialog().getByText("Count first").click();
    redriveAll(20);
    visit.open("queues/" + queue + "/dead");
    assertThat(page().locator(".groups > li")).hasCount(1);
    Locator second = page().locator(".groups > li").first();
    second.getByText("Purge").click();
    visit.dialog().getByText("Count first").click();
    visit.dialog().getByLabel("Type 10 to confirm").fill("10");
    visit.dialog().getByText("Purge 10 jobs").click();
    assertThat(visit.dialog()).containsText("Done 10 / 10", Visit.patience());
    visit.dialog().getByText("Close").click();
    visit.sees("No dead jobs.");
    assertThat(server().call("GET", "/v1/queues/" + queue, ""))
        .contains("\"ready\":20", "\"dead\":0");
  }

  @Test
  void allDeadJobsAreRedrivenAsATask() {
    String queue = queue("dead-all");
    FilledStore.schedule(server(), queue, 30, i -> "{\"id\":\"d-%d\"}".formatted(i));
    bury(queue, 30, "no such user");
    visit.open("queues/" + queue + "/jobs?state=DEAD");
    visit.button("Redrive").click();
    visit.dialog().getByText("Count first").click();
    redriveAll(30);
  }

  /** Redrives without parts; the page of the task shows how that goes. */
  private void redriveAll(int jobs) {
    for (String label : List.of("Only the first", "Jobs a second", "Stop if more fail")) {
      visit.dialog().getByLabel(label).fill("");
    }
    visit.dialog().getByText("Redrive " + jobs + " jobs").click();
    assertThat(page().locator(".groups > li").first())
        .containsText(jobs + " / " + jobs, Visit.patience());
    visit.sees("Done");
  }

  @Test
  void aDeadJobIsRedriven() {
    String queue = queue("dead-one");
    put(queue, "one", "0s");
    bury(queue, 1, "no such user");
    visit.open("queues/" + queue + "/jobs/one");
    visit.sees("It is dead").sees("no such user").sees("BURIED");
    visit.button("Redrive").click();
    assertThat(page().locator(".life [aria-current=step]")).containsText("Ready", Visit.patience());
  }

  @Test
  void aJobIsScheduledByFormWithAPreviewInAZone() {
    String queue = queue("form");
    visit.open("schedule?queue=" + queue);
    visit.field("Id").fill("by hand");
    visit.button("At a time").click();
    visit.field("At").fill("2099-07-01T07:00");
    visit.field("Zone").selectOption("Asia/Tokyo");
    visit.sees("1 Jul 2099, 00:00:00 (Europe/Berlin)").sees("2099-06-30 22:00:00.000 UTC");
    visit.field("Payload").fill("{\"amount\": 12345678901234567890}");
    visit.button("Schedule job").click();
    assertThat(visit.heading("by hand")).isVisible();
    assertThat(page().locator(".payload")).containsText("12345678901234567890");
    assertThat(server().call("GET", "/v1/queues/" + queue + "/jobs/by%20hand", ""))
        .contains("2099-06-30T22:00:00.000Z", "{\"amount\": 12345678901234567890}");
  }

  @Test
  void aRecurringJobIsDefinedPausedRunChangedAndRemoved() {
    String queue = queue("recurring");
    visit.open("queues/" + queue + "/recurring");
    visit.button("Define recurring job").click();
    inDialog("Name").fill("nightly");
    inDialog("cron").fill("30 2 * * *");
    inDialog("Zone").selectOption("Europe/Berlin");
    visit.dialog().getByText("Save").click();
    assertThat(visit.dialog()).containsText("Saved");
    visit.dialog().getByText("Close").click();
    visit.sees("cron 30 2 * * * Europe/Berlin");
    visit.button("Pause").click();
    assertThat(visit.button("Resume")).isVisible();
    visit.button("Undo").click();
    assertThat(visit.button("Pause")).isVisible();
    visit.button("Run once now").click();
    visit.sees("Scheduled: nightly@");
    visit.button("Change").click();
    inDialog("Missed ticks").selectOption("ALL");
    visit.dialog().getByText("Save").click();
    assertThat(visit.dialog()).containsText("Saved");
    visit.dialog().getByText("Close").click();
    visit.sees("Missed ticks: ALL");
    visit.button("Remove").click();
    visit.dialog().getByRole(AriaRole.TEXTBOX).fill("nightly");
    visit
        .dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Remove"))
        .click();
    visit.sees("No recurring jobs.");
  }

  @Test
  void theStoreTargetsAndAuditPagesShowWhatTheApiOffers() {
    visit.open("store").sees(engine()).sees("Log levels").sees("Back up");
    visit.open("targets");
    visit.button("Add target").click();
    inDialog("Name").fill("shop");
    inDialog("Kind").selectOption("webhook");
    inDialog("Settings, NAME=VALUE on each line").fill("url=https://shop.example/orders/{id}");
    visit.dialog().getByText("Save").click();
    visit.sees("url=https://shop.example/orders/{id}").sees("not used");
    visit.button("Remove").click();
    visit.dialog().getByRole(AriaRole.TEXTBOX).fill("shop");
    visit
        .dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Remove"))
        .click();
    visit.sees("No targets.");
    visit.button("Undo").click();
    visit.sees("url=https://shop.example/orders/{id}");
    server().call("DELETE", "/v1/targets/shop", "");
    visit.open("audit").sees("DELETE /v1/targets/{name}");
    visit.field("Search").fill("DELETE /v1/targets");
    assertThat(page().locator(".audit > li").first()).containsText("shop");
  }

  @Test
  void everythingIsReachedByKeys() {
    visit.open("queues").sees("Live");
    page().keyboard().press("?");
    assertThat(visit.dialog()).containsText("this help");
    page().keyboard().press("Escape");
    assertThat(visit.dialog()).hasCount(0);
    page().keyboard().press("/");
    assertThat(visit.field("Queue, id or tag")).isFocused();
    page().keyboard().press("Escape");
    assertThat(visit.dialog()).hasCount(0);
    visit.field("Filter queues").fill(FilledStore.LATE);
    page().locator(".table").focus();
    page().keyboard().press("ArrowDown");
    page().keyboard().press("Enter");
    assertThat(visit.heading(FilledStore.LATE)).isVisible();
    page().keyboard().press("g");
    page().keyboard().press("f");
    assertThat(visit.heading("Timeline")).isVisible();
    page().keyboard().press("g");
    page().keyboard().press("q");
    assertThat(page()).hasURL(Pattern.compile(".*#/queues"));
  }

  @Test
  void keysAreNotForWhatLiesBehindADialogAndCanBeTurnedOff() {
    visit.open("store").sees(engine());
    visit.button("Display and keys").click();
    page().keyboard().press("g");
    page().keyboard().press("q");
    assertThat(visit.dialog()).isVisible();
    assertThat(page()).hasURL(Pattern.compile(".*#/store"));
    visit.dialog().getByText("Single keys act").click();
    visit.dialog().getByText("Close", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(visit.button("Display and keys")).isFocused();

    page().reload();
    visit.sees(engine());
    page().keyboard().press("?");
    page().keyboard().press("g");
    page().keyboard().press("q");

    assertThat(page()).hasURL(Pattern.compile(".*#/store"));
    assertThat(visit.dialog()).hasCount(0);
  }

  @Test
  void theConsoleSpeaksChineseAndRemembersIt() {
    visit.open("queues/" + FilledStore.LATE);
    visit.button("Display and keys").click();
    visit.button("简体中文").click();
    page().keyboard().press("Escape");
    visit.sees("没有消费者").sees("就绪").sees("时间线");
    page().reload();
    visit.sees("没有消费者");
    assertThat(page().locator("html")).hasAttribute("lang", "zh-CN");
  }

  void put(String queue, String id, String delay) {
    server()
        .call(
            "PUT",
            "/v1/queues/" + queue + "/jobs/" + id + "?delay=" + delay,
            BodyPublishers.ofString("{}"),
            "Content-Type",
            "application/json");
  }

  private void bury(String queue, int jobs, String reason) {
    String leases = FilledStore.claim(server(), queue, jobs, "30s");
    server()
        .call(
            "POST",
            "/v1/queues/" + queue + "/bury",
            "{\"leases\":" + leases + ",\"reason\":\"" + reason + "\"}");
  }
}
