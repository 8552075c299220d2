package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Finds jobs and recurring jobs of all queues, and changes what is found. */
@ParameterizedClass
@EnumSource
class SearchTest extends BrowserTest {
  @Parameter private FilledStores store;

  private OwnQueue one;
  private OwnQueue other;
  private Visit visit;

  @BeforeEach
  void begin() {
    one = OwnQueue.at(store.server());
    other = OwnQueue.at(store.server());
    visit = new Visit(browser(), store.server().uri());
  }

  @AfterEach
  void end() {
    visit.close();
  }

  @Test
  void aJobIsFoundByItsIdAndOpenedByKeysAlone() {
    String id = one.name() + "-found";
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
    String tag = one.name() + "-customer";
    one.add("a", 3, "\"delay\":\"3h\",\"tags\":[\"" + tag + "\"]");
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
    one.awaitCount("delayed", 0);
    other.awaitCount("delayed", 1);
  }

  private static Locator.GetByTextOptions exact() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void aPieceOfAPayloadIsFound() {
    String text = "needle of " + one.name();
    one.put("carrier?delay=3h", text.getBytes(UTF_8), "text/plain");
    visit.open("queues").sees("Live");

    visit.page().keyboard().press("/");
    visit.field("Queue, id or tag").fill(text);
    visit.button("Search in ids and payloads").click();

    assertThat(visit.link(one.name() + " / carrier")).isVisible();
  }

  @Test
  void theRecurringJobThatFailedIsSeenAmongThoseOfAllQueues() {
    String tick = "/v1/queues/" + one.name() + "/recurring/nightly";
    String json = "{\"cron\":\"0 3 * * *\",\"maxAttempts\":1}";
    one.server().call("PUT", tick, json);
    other.server().call("PUT", "/v1/queues/" + other.name() + "/recurring/well", json);
    String ticks = "{\"every\":\"1s\",\"maxAttempts\":1,\"times\":1}";
    one.server().call("PUT", "/v1/queues/" + one.name() + "/recurring/often", ticks);
    one.awaitCount("ready", 1);
    one.settle(1, "bury", "no disk");

    visit.open("recurring?q=" + one.name());
    assertThat(visit.rows()).hasCount(2);
    visit.open("recurring?failed=1&q=" + one.name());
    assertThat(visit.rows()).hasCount(1);
    assertThat(visit.rows().first()).containsText("often");
    assertThat(visit.rows().first()).containsText("Dead");
  }

  @Test
  void theNextTicksAreSeenWhileTheDefinitionIsTyped() {
    one.add("a", 1, "\"delay\":\"3h\"");
    visit.open("queues/" + one.name() + "/recurring");
    visit.button("Define recurring job").click();

    visit.field("cron").fill("0 0 1 1 *");
    assertThat(visit.dialog().locator(".preview time").first()).containsText("Jan");
    visit.expectingFailures();
    visit.field("cron").fill("61 * * * *");
    assertThat(visit.dialog().locator(".preview .failure")).isVisible();
  }
}
