package io.duetime.redis.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.redis.internal.script.Scripts.Constants;
import org.junit.jupiter.api.Test;

class ConstantsTest {

  @Test
  void constantsStandWhereTheyAreUsed() {
    String text =
        """
        local LEASED, DEAD = 2, 3
        local PATTERN, LOST = '>BI4, x', 'it is lost'
          if stage == LEASED then return struct.pack(PATTERN, DEAD), LOST end
        """;

    assertThat(Constants.writeIn(text))
        .isEqualTo("  if stage == 2 then return struct.pack('>BI4, x', 3), 'it is lost' end\n");
  }

  @Test
  void whatOnlyLooksLikeAConstantStays() {
    String text =
        """
        local NOW = redis.call('TIME')
        local later = 5
        local LONG = 2 * 3
        local DEAD = 3
        return { DEADLY, 'DEAD', 'it\\'s DEAD', NOW } -- DEAD
        """;

    assertThat(Constants.writeIn(text)).isEqualTo(text.replace("local DEAD = 3\n", ""));
  }

  @Test
  void aNameHasOneMeaning() {
    assertThatThrownBy(() -> Constants.writeIn("local A = 1\nlocal A = 2\n"))
        .hasMessageContaining("A");
    assertThatThrownBy(() -> Constants.writeIn("local A, B = 1\n")).hasMessageContaining("A, B");
  }
}
