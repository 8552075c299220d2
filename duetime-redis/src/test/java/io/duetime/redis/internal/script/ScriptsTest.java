package io.duetime.redis.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.redis.internal.script.Script.ReplyShape;
import io.duetime.redis.internal.script.Scripts.Time;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptsTest {

  @Test
  void includesStandOnceEachWhereTheyAreNeededFirst() {
    String text = TestScripts.load("put").text();

    assertThat(text)
        .containsSubsequence(
            "local K_value = KEYS[1]",
            "local K_count = KEYS[2]",
            "-- Sets a key",
            "-- Counts calls.",
            "-- Adds.",
            "-- What is needed once.",
            "local function add(",
            "local function count()",
            "local before =")
        .containsOnlyOnce("-- What is needed once.")
        .doesNotContain("-- include:");
    assertThat(TestScripts.load("put").keys()).containsExactly("value", "count");
  }

  @Test
  void theHeaderNamesTheScriptThatRunsOtherwise() {
    assertThat(TestScripts.load("seldom").otherwise()).isEqualTo("put");
    assertThat(TestScripts.load("put").otherwise()).isNull();
  }

  @Test
  void theDigestIsThatOfTheWholeText() {
    Script script = Script.of("one", List.of(), "return 1", ReplyShape.of(""), true, null);

    assertThat(script.sha1()).isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
  }

  @Test
  void theHeaderSaysWhetherAScriptOnlyReads() {
    assertThat(TestScripts.load("get").reads()).isTrue();
    assertThat(TestScripts.load("put").reads()).isFalse();
  }

  @Test
  void theHeaderNamesThePartsOfTheReply() {
    ReplyShape fixed = ReplyShape.of("-- reply: now,\n--   sealed\n--   sealed: or 0\n");
    ReplyShape rows = ReplyShape.of("-- reply: now\n-- each: id, record\n--   id: of the job\n");

    assertThat(fixed.fields()).isEqualTo(Map.of("now", 0, "sealed", 1));
    assertThat(fixed.fits(2)).isTrue();
    assertThat(fixed.fits(3)).isFalse();
    assertThat(rows.each()).isEqualTo(Map.of("id", 0, "record", 1));
    assertThat(rows.fits(1)).isTrue();
    assertThat(rows.fits(4)).isFalse();
    assertThat(rows.fits(5)).isTrue();
  }

  @Test
  void inVirtualTimeTheLastArgumentIsTheClock() {
    assertThat(TestScripts.load("clock", Time.STORE).text()).contains("redis.call('TIME')");
    assertThat(TestScripts.load("clock", Time.LAST_ARGUMENT).text())
        .contains("ARGV[#ARGV]")
        .doesNotContain("redis.call('TIME')");
  }

  @Test
  void aScriptThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> TestScripts.load("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("testlua/nothing.lua");
  }
}
