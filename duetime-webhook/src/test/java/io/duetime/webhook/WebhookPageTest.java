package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.handover.HandOver;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of docs/handover/webhook.md is compiled, and the document shows no other. */
class WebhookPageTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  private static void handOver(Duetime duetime) {
    Target shop =
        new WebhookTargetProvider()
            .open(
                new TargetSettings(
                    "shop",
                    Map.of(
                        "url", "https://shop.example/orders/{id}/unpaid",
                        "secretFile", "/etc/duetime/shop-secret")));
    HandOver handOver =
        HandOver.of(duetime.queue("orders", Codec.bytes()), shop.publisher(Map.of())).start();
    handOver.close();
    shop.close();
  }

  @Test
  void aMissingSecretIsNoticedAtTheStart() {
    try (Duetime duetime = Duetime.open("memory:")) {
      assertThatThrownBy(() -> handOver(duetime))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageStartingWith("secretFile is '/etc/duetime/shop-secret'");
    }
  }

  @Test
  void theDocumentShowsThisCode() throws Exception {
    String page = Files.readString(Path.of("../docs/handover/webhook.md"));
    String test =
        Files.readString(Path.of("src/test/java/io/duetime/webhook/WebhookPageTest.java"));

    assertThat(CODE.matcher(page).results().map(code -> code.group(1).replaceAll("\\s+", "")))
        .isNotEmpty()
        .allSatisfy(code -> assertThat(test.replaceAll("\\s+", "")).contains(code));
  }
}
