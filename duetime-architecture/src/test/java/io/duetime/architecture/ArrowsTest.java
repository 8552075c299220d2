package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.architecture.seed.cycle.NeedsBelow;
import io.duetime.architecture.seed.cycle.below.NeedsAbove;
import io.duetime.architecture.seed.cycle.one.NeedsTwo;
import io.duetime.architecture.seed.cycle.two.NeedsOne;
import io.duetime.embedded.seed.ReachesForTheServer;
import io.duetime.internal.seed.NeedsAnotherLibrary;
import io.duetime.internal.seed.ReachesForAnEngine;
import io.duetime.server.seed.UsesAnEngine;
import org.junit.jupiter.api.Test;

class ArrowsTest {

  @Test
  void modulesUseOnlyWhatTheyMay() {
    ArrowRules.MODULES_USE_ONLY_WHAT_THEY_MAY.check(DuetimeClasses.main());
  }

  @Test
  void anArrowTheWrongWayIsNoticed() {
    assertThat(
            SeededViolations.of(
                ArrowRules.MODULES_USE_ONLY_WHAT_THEY_MAY,
                ReachesForTheServer.class,
                ReachesForAnEngine.class,
                UsesAnEngine.class))
        .anyMatch(problem -> problem.startsWith("EMBEDDED may not use SERVER"))
        .anyMatch(problem -> problem.startsWith("CORE may not use EMBEDDED"))
        .noneMatch(problem -> problem.startsWith("SERVER may not"));
  }

  @Test
  void coreNeedsOnlySlf4jAndJspecify() {
    ArrowRules.CORE_NEEDS_ONLY_SLF4J_AND_JSPECIFY.check(DuetimeClasses.main());
  }

  @Test
  void anotherLibraryInCoreIsNoticed() {
    assertThat(
            SeededViolations.of(
                ArrowRules.CORE_NEEDS_ONLY_SLF4J_AND_JSPECIFY, NeedsAnotherLibrary.class))
        .isNotEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    ArrowRules.PACKAGES_HAVE_NO_CYCLES.check(DuetimeClasses.main());
  }

  @Test
  void aCycleIsNoticed() {
    assertThat(
            SeededViolations.of(ArrowRules.PACKAGES_HAVE_NO_CYCLES, NeedsTwo.class, NeedsOne.class))
        .hasSize(1);
  }

  @Test
  void aCycleWithAPackageAboveIsNoticed() {
    assertThat(
            SeededViolations.of(
                ArrowRules.PACKAGES_HAVE_NO_CYCLES, NeedsBelow.class, NeedsAbove.class))
        .hasSize(1);
  }
}
