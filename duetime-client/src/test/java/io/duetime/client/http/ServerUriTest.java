package io.duetime.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerUriTest {
  @Test
  void aHostIsEnough() {
    assertThat(parsed("http://localhost:8420"))
        .isEqualTo(new ServerUri("http://localhost:8420", null, null, Duration.ofSeconds(30)));
  }

  @Test
  void parametersAreDecodedAndASlashAtTheEndIsDropped() {
    assertThat(parsed("https://host/duetime/?token=a%2Bb+c%2F&ca=/etc/ca.pem&timeout=5s"))
        .isEqualTo(
            new ServerUri(
                "https://host/duetime",
                "a+b+c/",
                new PemFiles(Path.of("/etc/ca.pem"), null, null),
                Duration.ofSeconds(5)));
  }

  @Test
  void theUriTakesPrecedenceOverOptions() {
    ServerUri uri =
        ServerUri.parse("http://host?timeout=5s", Map.of("timeout", "9s", "token", "secret"));

    assertThat(uri.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(uri.token()).isEqualTo("secret");
  }

  @Test
  void theTokenIsNotShown() {
    assertThat(parsed("http://host?token=secret").toString()).isEqualTo("http://host");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http:",
        "http://",
        "http://user:secret@host",
        "http://host#secret",
        "http://host?secret=1",
        "http://host?token=secret%zz",
        "http://host?token=",
        "http://host?token=secret%0A",
        "http://host?timeout=0s",
        "http://host?key=secret",
        "http://ho st?token=secret"
      })
  void aMalformedUriIsRefusedWithoutItsSecrets(String text) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageNotContainingAny("secret%", "secret@", "#secret", "=secret");
  }

  private static ServerUri parsed(String text) {
    return ServerUri.parse(text, Map.of());
  }
}
