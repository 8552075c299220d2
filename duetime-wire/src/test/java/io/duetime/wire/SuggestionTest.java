package io.duetime.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> ALLOWED = List.of("id", "delay");

  @Test
  void theNameThatWasLikelyMeantIsSuggested() {
    assertThat(Suggestion.among(ALLOWED, "dealy")).isEqualTo("id, delay; did you mean delay?");
  }

  @Test
  void aNameThatIsMostlyDifferentIsNot() {
    assertThat(Suggestion.among(ALLOWED, "x")).isEqualTo("id, delay");
    assertThat(Suggestion.among(ALLOWED, "day1")).isEqualTo("id, delay");
    assertThat(Suggestion.among(List.of(), "x")).isEqualTo("none");
  }
}
