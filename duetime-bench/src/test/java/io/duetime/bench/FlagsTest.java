package io.duetime.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FlagsTest {
  private static final Set<String> KNOWN = Set.of("text", "number", "numbers", "units");

  @Test
  void whatIsNotGivenIsAsUsual() {
    Flags flags = Flags.parse("usage", KNOWN);

    assertThat(flags.get("text", "usual")).isEqualTo("usual");
    assertThat(flags.get("number", 7)).isEqualTo(7);
    assertThat(flags.get("numbers", List.of(1, 2), Integer::valueOf)).containsExactly(1, 2);
    assertThat(flags.get("units", TimeUnit.class)).containsExactly(TimeUnit.values());
  }

  @Test
  void whatIsGivenIsRead() {
    Flags flags =
        Flags.parse(
            "usage", KNOWN, "--text", "a", "--number", "3", "--numbers", "4,5", "--units", "days");

    assertThat(flags.get("text", "usual")).isEqualTo("a");
    assertThat(flags.get("number", 7)).isEqualTo(3);
    assertThat(flags.get("numbers", List.of(), Integer::valueOf)).containsExactly(4, 5);
    assertThat(flags.get("units", TimeUnit.class)).containsExactly(TimeUnit.DAYS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--text", "--speed 1", "text a", "--text a --number"})
  void whatItDoesNotKnowIsRefusedWithTheUsage(String line) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Flags.parse("usage", KNOWN, line.split(" ")))
        .withMessage("usage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many", "12345678901234567890"})
  void aNumberThatIsNoneIsRefusedWithTheUsage(String value) {
    Flags flags = Flags.parse("usage", KNOWN, "--number", value);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> flags.get("number", 7))
        .withMessage("usage");
  }

  @Test
  void oneOfSeveralThatIsNoneIsRefusedWithTheUsage() {
    Flags flags = Flags.parse("usage", KNOWN, "--numbers", "1,,2", "--units", "days,moons");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> flags.get("numbers", List.of(), Integer::valueOf))
        .withMessage("usage");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> flags.get("units", TimeUnit.class))
        .withMessage("usage");
  }
}
