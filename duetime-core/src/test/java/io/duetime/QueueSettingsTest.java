package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueSettingsTest {
  @Test
  void aPauseGoesOnToTheNextWholeMillisecond() {
    Instant moment = Instant.parse("2026-11-20T07:00:00.000000001Z");

    QueueSettings settings = QueueSettings.builder().pausedUntil(moment).build();

    assertThat(settings.pausedUntilMillis()).isEqualTo(moment.toEpochMilli() + 1);
  }

  @Test
  void settingsAreEqualWhateverTheirVersion() {
    QueueSettings read = QueueSettings.builder().maxDead(5).version(3).build();

    assertThat(read).isEqualTo(read.toBuilder().anyVersion().build());
    assertThat(read.toBuilder().maxDead(6).build().version()).hasValue(3);
    assertThat(read.toBuilder().anyVersion().build().version()).isEmpty();
    assertThat(QueueSettings.DEFAULT.version()).isEmpty();
    assertThat(read).isNotEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void aRetentionThatWouldCountAsNoneIsRefused() {
    QueueSettings.Builder settings = QueueSettings.builder().deadRetention(Duration.ofNanos(1));

    assertThatThrownBy(settings::build)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("deadRetention")
        .hasMessageContaining("1 ms to 100 years");
  }

  @Test
  void aPauseBeyondAllTimeHasNoEnd() {
    QueueSettings settings = QueueSettings.builder().pausedUntil(Instant.MAX).build();

    assertThat(settings.pausedUntilMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "-1000000000-01-01T00:00:00Z"})
  void aPauseUntilBefore1970IsRefused(String moment) {
    assertThatThrownBy(() -> QueueSettings.builder().pausedUntil(Instant.parse(moment)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("pausedUntil")
        .hasMessageContaining("from 1970 on");
  }
}
