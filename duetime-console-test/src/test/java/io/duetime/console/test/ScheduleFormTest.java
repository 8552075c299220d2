package io.duetime.console.test;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The form that schedules a job. */
@ParameterizedClass
@EnumSource
class ScheduleFormTest extends BrowserTest {
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

  @Test
  void whatIsNoTimeOrNoJsonIsNotSent() {
    visit.open("schedule?queue=" + queue.name());

    visit.field("Id").fill("never");
    visit.field("Delay").fill("soon");
    assertThat(visit.text("This is no time.")).isVisible();
    assertThat(visit.button("Schedule job")).isDisabled();
    visit.field("Delay").fill("10m");
    assertThat(visit.button("Schedule job")).isEnabled();
    visit.field("Payload").fill("hello");
    assertThat(visit.text("This is not JSON.")).isVisible();
    assertThat(visit.button("Schedule job")).isDisabled();
  }
}
