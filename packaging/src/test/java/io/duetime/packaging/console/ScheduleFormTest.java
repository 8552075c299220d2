package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The form that schedules a job. */
@ParameterizedClass
@EnumSource
class ScheduleFormTest extends BrowserTest {
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
  void aJobIsScheduledWithADelayAndThatIsUndone() {
    visit.open("schedule?queue=" + queue.name());

    visit.field("Id").fill("order/1 ü");
    visit.field("Delay").fill("1h 30m");
    assertThat(visit.text("in 1 h 30 min")).isVisible();
    visit.field("Payload").fill("{\"amount\": 42}");
    visit.text("More settings").click();
    visit.field("Tags").fill("eu, vip");
    visit.field("Attempts").fill("3");
    visit.button("Schedule job").click();

    assertThat(visit.heading("order/1 ü")).isVisible();
    assertThat(visit.link("vip")).isVisible();
    assertThat(queue.job("order/1 ü").at("/payload/amount").asInt()).isEqualTo(42);
    assertThat(queue.job("order/1 ü").at("/maxAttempts").asInt()).isEqualTo(3);
    visit.button("Undo").click();
    assertThat(visit.text("Undone")).isVisible();
    queue.awaitCount("delayed", 0);
  }

  @Test
  void aJobThatExistsIsKeptAndTheReaderIsToldSo() {
    queue.put("one?delay=2h", "first".getBytes(UTF_8), "text/plain");
    visit.open("schedule?queue=" + queue.name());

    visit.field("Id").fill("one");
    visit.button("Text").click();
    visit.field("Payload").fill("second");
    visit.button("Schedule job").click();

    assertThat(visit.text("There is already such a job; it was kept as it is.")).isVisible();
    assertThat(visit.button("Undo")).hasCount(0);
    assertThat(visit.page().locator(".payload")).hasText("first");
  }

  @ParameterizedTest
  @CsvSource({
    "2040-07-01T07:00:05, America/New_York, 2040-07-01T11:00:05Z",
    // The clock is set back from 3:00 to 2:00, and this time comes twice.
    "2027-10-31T02:30:05, Europe/Berlin, 2027-10-31T00:30:05Z",
    "2027-10-31T12:00:05, Europe/Berlin, 2027-10-31T11:00:05Z",
    "2028-11-05T01:30:05, America/New_York, 2028-11-05T05:30:05Z",
    // The clock is set forward from 2:00 to 3:00, and this time is left out.
    "2027-03-28T02:30:05, Europe/Berlin, 2027-03-28T01:30:05Z",
    "2027-03-28T03:00:05, Europe/Berlin, 2027-03-28T01:00:05Z"
  })
  void aTimeIsOneOfTheZoneThatIsChosen(String wall, String zone, Instant dueAt) {
    visit.open("schedule?queue=" + queue.name());

    visit.field("Id").fill("timed");
    visit.button("At a time").click();
    visit.field("At").fill(wall);
    visit.field("Zone").selectOption(zone);
    visit.sees(dueAt.toString().replace('T', ' ').replace("Z", ""));
    visit.button("Schedule job").click();

    assertThat(visit.heading("timed")).isVisible();
    assertThat(Instant.parse(queue.job("timed").at("/dueAt").asString())).isEqualTo(dueAt);
  }

  @Test
  void whatIsNoTimeOrNoJsonIsNotSent() {
    visit.open("schedule?queue=" + queue.name());

    visit.field("Id").fill("never");
    visit.field("Delay").fill("soon");
    assertThat(visit.text("This is no time.")).isVisible();
    assertThat(visit.button("Schedule job")).isDisabled();
    visit.field("Delay").fill("100000000000d");
    assertThat(visit.text("This is no time.")).isVisible();
    visit.field("Delay").fill("10m");
    assertThat(visit.button("Schedule job")).isEnabled();
    visit.field("Payload").fill("hello");
    assertThat(visit.text("This is not JSON.")).isVisible();
    assertThat(visit.button("Schedule job")).isDisabled();
  }
}
