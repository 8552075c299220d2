package io.duetime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueSettingTest {
  @Test
  void everySettingIsDeclared() {
    long fields =
        Arrays.stream(QueueSettings.Builder.class.getDeclaredFields())
            .map(Field::getName)
            .filter(name -> !name.equals("version"))
            .count();

    assertThat(QueueSetting.values()).hasSize((int) fields);
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
    Map<String, String> texts =
        new HashMap<>(Map.of("permits", "10", "per", "soon", "burst", "20"));
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
