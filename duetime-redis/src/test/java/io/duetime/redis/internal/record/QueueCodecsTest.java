package io.duetime.redis.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.MissedTicks;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.SettingsSample;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a queue as a whole keeps: settings and recurring definitions. */
class QueueCodecsTest {
  @Test
  void settingsAreReadBack() {
    QueueSettings all = SettingsSample.settings();

    assertThat(QueueSettingsCodec.read(QueueSettingsCodec.write(all))).isEqualTo(all);
    assertThat(QueueSettingsCodec.read(QueueSettingsCodec.write(QueueSettings.DEFAULT)))
        .isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void scriptsAreToldWhatTheyNeedInNumbersTheyCanCalculateWith() {
    assertThat(QueueSettingsCodec.forScripts(QueueSettings.DEFAULT)).isEmpty();
    QueueSettings most =
        SettingsSample.settings().toBuilder()
            .paused()
            .deadRetention(Duration.ofDays(30))
            .maxDead(Long.MAX_VALUE)
            .defaultPriority(0)
            .build();
    assertThat(QueueSettingsCodec.forScripts(most))
        .containsEntry("pausedUntil", "9007199254740991")
        .containsEntry("per", "10")
        .containsEntry("deadRetention", "2592000000")
        .containsEntry("maxDead", "9007199254740991")
        .containsEntry("priority", "0")
        .containsEntry("retry", "1;a=3;d=5000")
        .doesNotContainKey("handOver");
  }

  @Test
  void whatIsNoSettingsIsRefused() {
    for (String text : new String[] {"", "version=2\n", "nonsense", "version=1\nmaxRunning=x\n"}) {
      assertThatThrownBy(() -> QueueSettingsCodec.read(text))
          .isInstanceOf(DamagedRecordException.class);
    }
  }

  @Test
  void aFieldOfANewerVersionIsNotLookedAt() {
    assertThat(QueueSettingsCodec.read("version=1\nnew=thing\n")).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void aDefinitionIsReadBack() {
    JobSpec template =
        JobSpec.builder("t", new JobBody(new byte[] {1}, "a/b", Map.of()), DueTime.after(0))
            .priority(3)
            .build();
    RecurringJob job =
        new RecurringJob(
            "nightly", Schedule.every(Duration.ofMinutes(1)), template, MissedTicks.NONE);

    RecurringJob read = RecurringCodec.read("nightly", RecurringCodec.write(job), "shop");

    assertThat(read.owner()).isEqualTo("shop");
    assertThat(read.schedule()).isEqualTo(job.schedule());
    assertThat(read.missed()).isEqualTo(job.missed());
    assertThat(RecordCodec.write(read.template())).isEqualTo(RecordCodec.write(template));
  }

  @Test
  void whatIsNoDefinitionIsRefused() {
    assertThatThrownBy(() -> RecurringCodec.read("n", new byte[] {2, 1}, ""))
        .isInstanceOf(DamagedRecordException.class);
    assertThatThrownBy(() -> RecurringCodec.read("n", new byte[] {1, 1, 0, 1, 'x'}, ""))
        .isInstanceOf(DamagedRecordException.class);
  }
}
