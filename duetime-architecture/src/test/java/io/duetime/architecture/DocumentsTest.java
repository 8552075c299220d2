package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.settings.QueueSetting;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What documents list is what the code has, no more and no less. */
class DocumentsTest {
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|");
  private static final Pattern LIMIT = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([^|]+) \\|");

  private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z]+(?:Test|Contract))`");
  private static final Pattern CODE = Pattern.compile("(?ms)```.*?```|^ {4}[^ \\n][^\\n]*$");
  private static final Pattern QUEUE_SETTING = Pattern.compile("(?m)^\\| `([A-Za-z.]+)` \\|");

  @Test
  void everyErrorCodeHasItsLineAndEveryLineItsCode() throws IOException {
    String ofLibrary = Repository.read("docs/errors.md").split("Over HTTP", 2)[0];

    assertThat(FIRST_CELL.matcher(ofLibrary).results().map(line -> line.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
  }

  @Test
  void everyLimitHasItsLineWithItsValue() throws IOException {
    List<String> documented =
        LIMIT
            .matcher(Repository.read("docs/limits.md"))
            .results()
            .map(DocumentsTest::line)
            .toList();

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Limits.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(DocumentsTest::line)
                .toList());
  }

  @Test
  void everySettingOfAQueueHasItsRow() throws IOException {
    assertThat(
            QUEUE_SETTING
                .matcher(Repository.read("docs/settings.md"))
                .results()
                .map(row -> row.group(1)))
        .containsExactlyElementsOf(
            Arrays.stream(QueueSetting.values()).map(QueueSetting::path).toList());
  }

  @Test
  void everyTestThatShowsAGuaranteeExists() throws Exception {
    List<String> named =
        TEST.matcher(Repository.read("docs/guarantees.md"))
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();
    List<String> classes =
        Repository.trackedFiles().stream()
            .filter(file -> file.endsWith(".java"))
            .map(file -> file.substring(file.lastIndexOf('/') + 1, file.length() - 5))
            .toList();

    assertThat(named).isNotEmpty();
    assertThat(classes).containsAll(named);
  }

  @ParameterizedTest
  @CsvSource({
    "README.md, README.zh-CN.md",
    "docs/getting-started.md, docs/getting-started.zh-CN.md"
  })
  void aTranslationHasTheCodeOfItsOriginal(String original, String translation) throws IOException {
    assertThat(code(translation)).isNotEmpty().isEqualTo(code(original));
  }

  private static List<String> code(String page) throws IOException {
    return CODE.matcher(Repository.read(page)).results().map(MatchResult::group).toList();
  }

  private static String line(MatchResult row) {
    return row.group(1) + " = " + row.group(2).strip();
  }

  private static String line(Field limit) {
    try {
      return limit.getName() + " = " + text(limit.get(null));
    } catch (IllegalAccessException hidden) {
      throw new AssertionError(hidden);
    }
  }

  private static String text(Object value) {
    if (value instanceof Duration time) {
      return time.toDays() > 0
          ? grouped(time.toDays()) + " days"
          : time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
    return grouped(((Number) value).longValue());
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
