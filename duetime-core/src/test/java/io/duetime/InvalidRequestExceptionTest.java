package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InvalidRequestExceptionTest {
  @Test
  void aLengthOfTimeIsShownAsItIsWritten() {
    assertThat(new InvalidRequestException("wait", Duration.ofMinutes(10), "0s to 5m"))
        .hasMessage("wait is '10m'; allowed: 0s to 5m")
        .extracting(InvalidRequestException::value)
        .isEqualTo("10m");
  }

  @Test
  void aLongValueIsCutAndControlCharactersAreNotShown() {
    InvalidRequestException refusal =
        new InvalidRequestException("id", "a\n" + "b".repeat(100), "1 to 255 bytes");

    assertThat(refusal.value()).isEqualTo("a?" + "b".repeat(78) + "…");
  }

  @Test
  void aLongPathIsShownByItsEnd() {
    Path file = Path.of("/" + "b".repeat(100), "duetime.yaml");

    assertThat(new InvalidRequestException("config", file, "a file that can be read").value())
        .isEqualTo("…" + "b".repeat(67) + "/duetime.yaml");
  }
}
