package io.duetime.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "-0.10e+5",
        "12345678901234567890.000",
        "true",
        "null",
        "\"\"",
        "\"a\\u00e9\\n\"",
        "[ 1 , 2 ]",
        "{ \"b\" : 1, \"a\" : [ { } ] }",
        "\"grüße 😀\""
      })
  void thePayloadIsCutOutAsItStands(String payload) {
    assertThat(payloadOf("{\"payload\":" + payload + "}")).isEqualTo(payload);
    assertThat(payloadOf("{ \"id\" : \"ü\" , \"payload\" : \n" + payload + "\t, \"x\":1 } \n"))
        .isEqualTo(payload);
  }

  @Test
  void theOtherValuesAreReadByName() {
    StrictJson.JsonObject object =
        StrictJson.object(utf8("{\"a\":1,\"payload\":{\"a\":2},\"b\":[true]}"));

    assertThat(object.values().keySet()).containsExactly("a", "b");
    assertThat(object.values()).containsEntry("a", 1).containsEntry("b", List.of(true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{}x",
        "{} {}",
        "[]",
        "{\"a\":1,}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":NaN}",
        "{\"a\":01}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{\"a\":\"\n\"}",
        "// comment\n{}",
        "\u0000{}",
        "\ufeff{}"
      })
  void whatIsNoJsonObjectIsRefused(String text) {
    assertThatThrownBy(() -> StrictJson.object(utf8(text)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("body is ");
  }

  @Test
  void aBrokenBodyIsToldByItsPlaceAndNotQuoted() {
    assertThatThrownBy(() -> StrictJson.object(utf8("{\"payload\":\n secret}")))
        .hasMessageMatching("body is 'not JSON at line 2, column \\d+'; allowed: one JSON object");
  }

  @Test
  void otherEncodingsAreRefused() {
    assertThatThrownBy(() -> StrictJson.object("{}".getBytes(StandardCharsets.UTF_16)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> StrictJson.object("{}".getBytes(StandardCharsets.UTF_16LE)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> StrictJson.object("{\"ü\":1}".getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void anArrayIsCutIntoItsElements() {
    List<byte[]> elements = StrictJson.elements(utf8(" [ 1, {\"a\": [2]} ,\"x\" ]"), 10);

    assertThat(elements.stream().map(StrictJsonTest::text))
        .containsExactly("1", "{\"a\": [2]}", "\"x\"");
    assertThatThrownBy(() -> StrictJson.elements(utf8("[1,2,3]"), 2))
        .hasMessageContaining("at most 2");
  }

  @Test
  void oneValueIsJsonAndNothingElseIs() {
    assertThat(StrictJson.isOneValue(utf8(" {\"a\":1} \n"))).isTrue();
    assertThat(StrictJson.isOneValue(utf8(""))).isFalse();
    assertThat(StrictJson.isOneValue(utf8("1 2"))).isFalse();
    assertThat(StrictJson.isOneValue(utf8("{\"a\":"))).isFalse();
    assertThat(StrictJson.isOneValue(new byte[] {(byte) 0xc3})).isFalse();
  }

  @RepeatedTest(20)
  void junkIsReadOrRefusedButNeverMore(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    byte[] good = utf8("{\"id\":\"a\\u00e9\",\"payload\":{\"n\":[1,2.5e3,null]},\"tags\":[\"ü\"]}");
    for (int i = 0; i < 2_000; i++) {
      byte[] junk = good.clone();
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        junk[random.nextInt(junk.length)] = (byte) random.nextInt();
      }
      readOrRefuse(junk);
      StrictJson.isOneValue(junk);
    }
  }

  private static void readOrRefuse(byte[] junk) {
    try {
      StrictJson.JsonObject object = StrictJson.object(junk);
      if (object.payload() != null) {
        assertThat(StrictJson.isOneValue(object.payload())).isTrue();
      }
    } catch (InvalidRequestException refused) {
      assertThat(refused.field()).isEqualTo("body");
    }
  }

  private static String payloadOf(String json) {
    return text(StrictJson.object(utf8(json)).payload());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
