package io.duetime.bench.big;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

final class ChildReportTest {

  @Test
  void figuresAreReadUntilTheProcessIsReady() throws IOException {
    ChildReport told = ChildReport.from(lines("open 1.5\nwaiting 10000.0\nready\nopen 7\n"));

    assertThat(told.get("open")).isEqualTo(1.5);
    assertThat(told.get("waiting")).isEqualTo(10_000);
    assertThatIllegalStateException().isThrownBy(() -> told.get("closed"));
  }

  @Test
  void aProcessThatEndsBeforeIsAnError() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ChildReport.from(lines("open 1.5\n")))
        .withMessageContaining("open=1.5");
  }

  private static BufferedReader lines(String text) {
    return new BufferedReader(new StringReader(text));
  }
}
