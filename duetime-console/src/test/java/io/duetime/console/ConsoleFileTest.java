package io.duetime.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleFileTest {
  private static final Pattern LINK = Pattern.compile("(?:src|href)=\"\\./([^\"]+)\"");
  private static final Pattern INLINE =
      Pattern.compile("<script(?![^>]*src=)|<style| style=| on[a-z]+=");

  private static String page() {
    return new String(ConsoleFile.at("/").orElseThrow().content(), UTF_8);
  }

  @Test
  void everyFileThatThePageNamesIsThere() {
    List<String> named = new ArrayList<>();
    Matcher link = LINK.matcher(page());
    while (link.find()) {
      named.add(link.group(1));
    }

    assertThat(named)
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(name -> {
          ConsoleFile file = ConsoleFile.at("/" + name).orElseThrow();
          assertThat(file.content()).isNotEmpty();
        });
    assertThat(named.stream().map(name -> ConsoleFile.at("/" + name).orElseThrow().entityTag()))
        .doesNotHaveDuplicates();
  }

  // The policy forbids what would come with injected markup.
  @Test
  void thePageHasNoScriptsOrStylesOfItsOwn() {
    assertThat(INLINE.matcher(page()).find()).isFalse();
    assertThat(page()).doesNotContain("http://").doesNotContain("https://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/index.html",
        "/assets/",
        "/assets/../index.html",
        "/assets/nothing.js",
        "/assets/x.js/",
        "/package-info.class",
        "/v1/queues"
      })
  void noOtherPathHasAFile(String path) {
    assertThat(ConsoleFile.at(path)).isEmpty();
  }
}
