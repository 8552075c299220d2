package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.webhook.WebhookSettings.WebhookSigner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures as Standard Webhooks has them. */
class WebhookSignerTest {
  private static final String SECRET = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  /** The published example. */
  private static String sign(String secrets) {
    return WebhookSigner.parse(secrets)
        .sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}".getBytes(UTF_8));
  }

  @Test
  void thePublishedExampleHasThePublishedSignature() {
    assertThat(sign("whsec_" + SECRET)).isEqualTo(SIGNATURE);
  }

  @Test
  void thePrefixOfASecretMayBeLeftOut() {
    assertThat(sign(SECRET + "\n")).isEqualTo(SIGNATURE);
  }

  @Test
  void eachSecretSigns() {
    String other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    assertThat(sign(other + "\nwhsec_" + SECRET).split(" "))
        .hasSize(2)
        .contains(SIGNATURE, sign(other));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec_", "no base64!", "c2hvcnQ="})
  void secretsThatAreNoneAreRefusedAndNotShown(String secret) {
    assertThatThrownBy(() -> WebhookSigner.parse(secret))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("secret is '***'; allowed: one or more secrets of 24 to 64 bytes");
  }
}
