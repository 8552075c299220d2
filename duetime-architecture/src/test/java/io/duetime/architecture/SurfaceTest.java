package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.seed.InheritsWhatIsInternal;
import io.duetime.engine.seed.ShowsWhatIsInternal;
import org.junit.jupiter.api.Test;

class SurfaceTest {

  @Test
  void thePublicApiShowsNothingInternal() {
    SurfaceRules.THE_PUBLIC_API_SHOWS_NOTHING_INTERNAL.check(DuetimeClasses.main());
  }

  @Test
  void everyWayToShowSomethingInternalIsNoticed() {
    assertThat(
            SeededViolations.of(
                SurfaceRules.THE_PUBLIC_API_SHOWS_NOTHING_INTERNAL, ShowsWhatIsInternal.class))
        .hasSize(ShowsWhatIsInternal.WAYS);
    assertThat(
            SeededViolations.of(
                SurfaceRules.THE_PUBLIC_API_SHOWS_NOTHING_INTERNAL, InheritsWhatIsInternal.class))
        .hasSize(1);
  }

  @Test
  void thePublicApiShowsNoOtherLibrary() {
    SurfaceRules.THE_PUBLIC_API_SHOWS_NO_OTHER_LIBRARY.check(DuetimeClasses.main());
  }

  @Test
  void anotherLibraryInThePublicApiIsNoticed() {
    assertThat(
            SeededViolations.of(
                SurfaceRules.THE_PUBLIC_API_SHOWS_NO_OTHER_LIBRARY, ShowsWhatIsInternal.class))
        .singleElement()
        .asString()
        .contains("org.slf4j.Logger");
  }
}
