package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings a target accepts, and how it refuses others. */
class WebhookSettingsTest {
  private static WebhookSettings settings(String... more) {
    Map<String, String> all = new HashMap<>(Map.of("url", "https://shop.example/hooks"));
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return WebhookSettings.of(new TargetSettings("main", all));
  }

  @Test
  void theTypeIsFoundByItsName() {
    assertThat(ServiceLoader.load(TargetProvider.class).stream().map(type -> type.get().type()))
        .containsExactly("webhook");
  }

  @Test
  void theDefaultsAreThoseOfThePage() {
    WebhookSettings settings = settings();

    assertThat(settings.limits().timeout()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.limits().maxInFlight()).isEqualTo(50);
    assertThat(settings.limits().maxPause()).isEqualTo(Duration.ofHours(1));
    assertThat(settings.signer()).isEmpty();
    assertThat(settings.headers()).isEmpty();
    assertThat(settings.authorities()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, 10ms, 100ms to 5m",
    "maxInFlight, 0, 1 to 1000",
    "maxInFlight, many, 1 to 1000",
    "maxPause, 0s, 1s to 1d",
    "maxPause, 25h, 1s to 1d",
    "allowPrivate, 10/8, 'ranges such as'",
    "caFile, /no/such.pem, a file that can be read",
    "secretFile, /no/such, a file that can be read",
    "method, PUT, allowed: one of",
    "header.Host, other.example, the name of a header",
    "header.webhook-id, 1, the name of a header",
    "header.X-Größe, 1, the name of a header",
    "header.X-Size, größe, printable ASCII"
  })
  void aSettingThatIsNotAllowedIsNamed(String key, String value, String words) {
    assertThatThrownBy(() -> settings(key, value))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(key.replace("header.X-Size", "X-Size"))
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "authorization", "header.Authorization", "header.cookie"})
  void secretsAreNamedAndNotGiven(String key) {
    assertThatThrownBy(() -> settings(key, "hunter2"))
        .hasMessageContaining("***")
        .hasMessageContaining("Env")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://shop.example/",
        "shop.example/hooks",
        "https:///hooks",
        "https://{header.host}/hooks",
        "https://shop.example/{nothing}",
        "https://shop.example/a b",
        "https://shop.example/größe",
        "https://shop.example/a#b",
        "https://shop.example/../admin",
        "https://shop.example/%2e%2E/admin",
        "https://shop.example:99999/"
      })
  void urlsThatAreNoneAreRefused(String url) {
    assertThatThrownBy(() -> settings("url", url))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("url is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://shop:word@shop.example/", "https://word@shop.example#x"})
  void aPasswordInTheUrlIsRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> settings("url", url))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("//***@shop.example")
        .hasMessageNotContaining("word@");
  }

  @Test
  void aDestinationHasNoSettings() {
    try (Target target =
        new WebhookTargetProvider()
            .open(new TargetSettings("main", Map.of("url", "https://shop.example")))) {
      assertThatThrownBy(() -> target.publisher(Map.of("topic", "orders")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageStartingWith("topic is 'orders'");
    }
  }

  @Test
  void aHeaderIsReadFromAFileAndNotShown(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "k-123\n");
    WebhookSettings read =
        WebhookSettings.of(
            new TargetSettings(
                "main",
                Map.of("url", "https://shop.example", "header.X-Api-KeyFile", file.toString())));

    assertThat(read.headers()).containsEntry("X-Api-Key", "k-123");
    assertThat(read.toString()).doesNotContain("k-123");
  }
}
