package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import io.duetime.redis.fixture.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form that adds a target. */
class TargetFormTest extends BrowserTest {
  private static ConsoleServer server;

  @BeforeAll
  static void start() {
    server = ConsoleServer.embedded("--secrets-folder", System.getProperty("java.io.tmpdir"));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rabbitmq", "kafka", "webhook"})
  void theExampleOfEachKindIsTaken(String kind, @TempDir Path folder) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "secret");
    try (Visit visit = new Visit(browser(), server.uri())) {
      visit.open("targets");
      visit.button("Add target").click();
      visit.dialog().getByLabel("Name").first().fill("my-" + kind);
      visit.dialog().getByLabel("Kind").selectOption(kind);
      Locator settings = visit.dialog().getByLabel("Settings, NAME=VALUE on each line");
      String example = settings.getAttribute("placeholder");
      settings.fill(example.replaceFirst("passwordFile=.*", "passwordFile=" + password));
      visit.dialog().getByLabel("Queues whose admins may use it").fill("orders* mail");
      visit.dialog().getByText("Save").click();

      visit.sees("Saved: my-" + kind);
      visit.sees(example.lines().findFirst().orElseThrow());
      visit.sees("Queues whose admins may use it: orders*,mail");
    }
  }

  @Test
  void aQueueIsHandedOverByTheFieldsOfItsTarget() {
    server.call(
        "PUT",
        "/v1/targets/broker",
        "{\"type\":\"rabbitmq\",\"uri\":\"amqp://127.0.0.1:1\",\"destination.persistent\":\"false\"}");
    server.call(
        "PUT", "/v1/targets/cluster", "{\"type\":\"kafka\",\"bootstrapServers\":\"127.0.0.1:1\"}");
    OwnQueue queue = OwnQueue.at(server);
    queue.add("job", 1, "\"delay\":\"2h\"");
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      visit.open("queues/" + queue.name() + "/settings");
      visit.field("handOver.target").selectOption("broker");
      assertThat(visit.field("handOver.persistent")).hasValue("false");
      visit.sees("Fixed by the target");
      visit.field("handOver.routingKey").fill("mail.{queue}");
      visit.field("handOver.inFlight").fill("many");
      visit.button("Save").click();
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("handOver.inFlight");
      visit.field("handOver.inFlight").fill("50");
      visit.button("Save").click();
      visit.sees("Saved");
      assertThat(queue.read("").at("/settings/handOver").toString())
          .isEqualTo(
              "{\"target\":\"broker\",\"exchange\":\"\",\"inFlight\":\"50\",\"routingKey\":\"mail.{queue}\"}");

      visit.field("handOver.target").selectOption("cluster");
      assertThat(visit.field("handOver.routingKey")).hasCount(0);
      visit.field("handOver.topic").fill("mail");
      visit.button("Save").click();
      Waiting.until(
          "the topic",
          () -> queue.read("").at("/settings/handOver/topic").asString("").equals("mail"));
      visit.field("handOver.target").selectOption("");
      visit.button("Save").click();
      Waiting.until("no hand-over", () -> queue.read("").at("/settings/handOver").isNull());
    }
  }

  @Test
  void aTestIsSentToATargetAndItsOutcomeIsTold() {
    server.call(
        "PUT", "/v1/targets/away", "{\"type\":\"webhook\",\"url\":\"http://127.0.0.1:1/hook\"}");
    try (Visit visit = new Visit(browser(), server.uri())) {
      visit.open("targets");
      visit
          .page()
          .locator(".groups > li")
          .filter(new Locator.FilterOptions().setHasText("away"))
          .getByText("Send a test")
          .press("Enter");
      visit.dialog().getByLabel("Queue").press("Enter");

      assertThat(visit.dialog()).containsText("127.0.0.1");
      assertThat(visit.dialog().getByRole(AriaRole.STATUS).first()).containsText("ms");
    }
  }

  @Test
  void aTargetThatAnotherHasChangedMeanwhileIsNotOverwritten() {
    String target = "{\"type\":\"webhook\",\"url\":\"https://shop.example/%s\"}";
    server.call("PUT", "/v1/targets/shared", target.formatted("one"));
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      visit.open("targets");
      visit
          .page()
          .locator(".groups > li")
          .filter(new Locator.FilterOptions().setHasText("shared"))
          .getByText("Change")
          .click();
      Locator settings = visit.dialog().getByLabel("Settings, NAME=VALUE on each line");
      assertThat(settings).hasValue("url=https://shop.example/one");
      server.call("PUT", "/v1/targets/shared", target.formatted("two"));
      settings.fill("url=https://shop.example/three");
      visit.dialog().getByText("Save").click();

      assertThat(visit.dialog()).containsText("The target was changed meanwhile.");
    }
    assertThat(server.call("GET", "/v1/targets/shared", "")).contains("https://shop.example/two");
  }

  @Test
  void aTargetOfTheSameNameIsNotOverwritten() {
    server.call(
        "PUT", "/v1/targets/main", "{\"type\":\"webhook\",\"url\":\"https://shop.example/first\"}");
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      visit.open("targets");
      visit.button("Add target").click();
      visit.dialog().getByLabel("Name").first().fill("main");
      visit.dialog().getByLabel("Kind").selectOption("webhook");
      visit
          .dialog()
          .getByLabel("Settings, NAME=VALUE on each line")
          .fill("url=https://shop.example/second");
      visit.dialog().getByText("Save").click();

      assertThat(visit.dialog().getByText("There is a target of this name already.")).isVisible();
    }
    assertThat(server.call("GET", "/v1/targets/main", "")).contains("https://shop.example/first");
  }
}
