package io.duetime.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.runtime.QueuePattern;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantTest {
  @ParameterizedTest
  @CsvSource({
    "orders, orders, true",
    "orders, orders2, false",
    "orders*, orders, true",
    "orders*, orders/eu, true",
    "*/eu, orders/eu, true",
    "*/eu, orders/eu/2, false",
    "a*b*c, aXbYc, true",
    "a*b*c, aXbY, false",
    "a.c, abc, false",
    "**, x, true",
    "Orders, orders, false"
  })
  void aStarMatchesAnyCharacters(String pattern, String queue, boolean matches) {
    assertThat(new QueuePattern(pattern).matches(queue)).isEqualTo(matches);
  }

  @Test
  void patternsMatchAsRegularExpressionsWould() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      String pattern = text(random, "ab*");
      String queue = text(random, "ab");
      assertThat(new QueuePattern(pattern).matches(queue))
          .as(pattern + " on " + queue)
          .isEqualTo(Pattern.matches(pattern.replace("*", ".*"), queue));
    }
  }

  private static String text(Random random, String letters) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(7);
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin=*", "read,produce=orders*,mail", "payload=a/b:c;d"})
  void aGrantIsWrittenAsItIsRead(String text) {
    assertThat(Grant.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "write", "read=", "read=a b", "=orders", "read,=a", "read=a=b"})
  void aBrokenGrantIsRefused(String text) {
    assertThatThrownBy(() -> Grant.parse(text)).isInstanceOf(InvalidRequestException.class);
  }
}
