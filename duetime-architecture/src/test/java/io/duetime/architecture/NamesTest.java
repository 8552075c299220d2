package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.duetime.architecture.seed.EmptyNames;
import io.duetime.architecture.seed.StandIns;
import io.duetime.architecture.seed.twin.one.Twin;
import org.junit.jupiter.api.Test;

class NamesTest {

  @Test
  void namesSayWhatAClassDoes() {
    checkEverywhere(NameRules.NAMES_SAY_WHAT_A_CLASS_DOES);
  }

  @Test
  void everyEmptyNameIsNoticed() {
    Class<?>[] named = EmptyNames.class.getDeclaredClasses();

    assertThat(SeededViolations.of(NameRules.NAMES_SAY_WHAT_A_CLASS_DOES, named))
        .hasSize(named.length);
  }

  @Test
  void nothingStandsInForOurTypes() {
    checkEverywhere(NameRules.NOTHING_STANDS_IN_FOR_OUR_TYPES);
  }

  @Test
  void everyStandInIsNoticed() {
    Class<?>[] named = StandIns.class.getDeclaredClasses();

    assertThat(SeededViolations.of(NameRules.NOTHING_STANDS_IN_FOR_OUR_TYPES, named))
        .hasSize(named.length);
  }

  @Test
  void noTwoTypesShareAName() {
    assertThat(SharedNames.in(DuetimeClasses.main())).isEmpty();
  }

  @Test
  void aSharedNameIsNoticed() {
    JavaClasses seeds =
        DuetimeClasses.seeds(
            Twin.class,
            Twin.Part.class,
            io.duetime.architecture.seed.twin.two.Twin.class,
            io.duetime.architecture.seed.twin.two.Twin.Part.class);

    assertThat(SharedNames.in(seeds))
        .containsExactly(
            "io.duetime.architecture.seed.twin.one.Twin, io.duetime.architecture.seed.twin.two.Twin");
  }

  private static void checkEverywhere(ArchRule rule) {
    rule.check(DuetimeClasses.main());
    rule.check(DuetimeClasses.tests());
  }
}
