package io.duetime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueSettingTest {
  private static final QueueSettings OTHER =
      QueueSettings.builder()
          .paused()
          .maxRunning(3)
          .rate(new QueueSettings.Rate(10, Duration.ofSeconds(1), 20))
          .shards(4)
          .retention(Duration.ofHours(1))
          .deadRetention(Duration.ofDays(30))
          .maxDead(Long.MAX_VALUE)
          .maxWaiting(1_000)
          .maxAhead(Duration.ofDays(30))
          .defaultPriority(0)
          .defaultRetry(RetryPolicy.fixed(3, Duration.ofSeconds(5)))
          .defaultLease(Duration.ofMinutes(2))
          .deadCopyTo("9223372036854775807")
          .handOver(new HandOverRoute("t", Map.of("key", "a")))
          .build();

  @Test
  void everySettingIsDeclaredAndKeptInTheStoredForm() {
    long fields =
        Arrays.stream(QueueSettings.Builder.class.getDeclaredFields())
            .map(Field::getName)
            .filter(name -> !name.equals("version"))
            .count();

    assertThat(QueueSetting.values()).hasSize((int) fields);
    for (QueueSetting setting : QueueSetting.values()) {
      assertThat(setting.of(OTHER))
          .describedAs(setting.key())
          .isNotEqualTo(setting.of(QueueSettings.DEFAULT));
    }
    assertThat(StoredSettings.read(StoredSettings.write(OTHER))).isEqualTo(OTHER);
    assertThat(StoredSettings.write(OTHER)).containsOnlyKeys(StoredSettings.keys());
    assertThat(StoredSettings.write(QueueSettings.DEFAULT)).isEmpty();
  }

  @Test
  void nullRestoresTheDefaultOfEachSetting() {
    QueueSettings.Builder cleared = OTHER.toBuilder();
    Arrays.stream(QueueSetting.values()).forEach(setting -> setting.set(cleared, null));

    assertThat(cleared.build()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void aNumberOutOfItsRangeIsRefusedBeforeItIsMadeSmaller() {
    QueueSettings.Builder settings = QueueSettings.builder();

    assertThatThrownBy(() -> QueueSetting.MAX_RUNNING.set(settings, 1L << 32))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("maxRunning is '4294967296'; allowed: 0 to 2147483647; 0 for no limit");
    assertThatThrownBy(() -> QueueSetting.DEFAULT_PRIORITY.set(settings, -1L))
        .hasMessage("defaults.priority is '-1'; allowed: 0 to 4294967295");
    assertThatThrownBy(() -> QueueSetting.SHARDS.set(settings, 0L))
        .hasMessage("shards is '0'; allowed: 1 to 1024");
  }

  @Test
  void storedTextsThatSayNoAllowedValueAreRefusedByName() {
    Map<String, String> texts = new HashMap<>(StoredSettings.write(OTHER));
    texts.put("per", "soon");
    assertThatThrownBy(() -> StoredSettings.read(texts))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("per is 'soon'");
    texts.remove("per");
    assertThatThrownBy(() -> StoredSettings.read(texts))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("per");
    texts.put("per", "1000");
    texts.put("burst", "1" + "0".repeat(17));
    assertThatThrownBy(() -> StoredSettings.read(texts))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("burst");
  }
}
