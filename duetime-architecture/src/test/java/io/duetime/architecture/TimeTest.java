package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.architecture.seed.MakesThreads;
import io.duetime.architecture.seed.ReadsSystemTime;
import io.duetime.architecture.seed.TakesTimeFromOutside;
import io.duetime.architecture.seed.WaitsOnSystemTime;
import io.duetime.time.seed.WrapsSystemTime;
import org.junit.jupiter.api.Test;

class TimeTest {

  @Test
  void noClassReadsSystemTime() {
    TimeRules.NO_CLASS_READS_SYSTEM_TIME.check(DuetimeClasses.main());
  }

  @Test
  void everyWayToReadSystemTimeIsNoticed() {
    assertThat(SeededViolations.of(TimeRules.NO_CLASS_READS_SYSTEM_TIME, ReadsSystemTime.class))
        .hasSize(ReadsSystemTime.WAYS);
  }

  @Test
  void noClassWaitsOnSystemTime() {
    TimeRules.NO_CLASS_WAITS_ON_SYSTEM_TIME.check(DuetimeClasses.main());
  }

  @Test
  void everyWayToWaitOnSystemTimeIsNoticed() {
    assertThat(
            SeededViolations.of(TimeRules.NO_CLASS_WAITS_ON_SYSTEM_TIME, WaitsOnSystemTime.class))
        .hasSize(WaitsOnSystemTime.WAYS);
  }

  @Test
  void noClassMakesThreads() {
    TimeRules.NO_CLASS_MAKES_THREADS.check(DuetimeClasses.main());
  }

  @Test
  void everyWayToMakeThreadsIsNoticed() {
    assertThat(SeededViolations.of(TimeRules.NO_CLASS_MAKES_THREADS, MakesThreads.class))
        .hasSize(MakesThreads.WAYS);
  }

  @Test
  void timeFromOutsideIsFineAndOnePackageMayWrapTheSystems() {
    assertThat(
            SeededViolations.of(
                TimeRules.NO_CLASS_READS_SYSTEM_TIME,
                TakesTimeFromOutside.class,
                WrapsSystemTime.class))
        .isEmpty();
  }

  @Test
  void noTestSleeps() {
    TimeRules.NO_TEST_SLEEPS.check(DuetimeClasses.tests());
    TimeRules.NO_TEST_SLEEPS.check(DuetimeClasses.mainOf(BuildModule.ENGINE_TCK));
  }

  @Test
  void aSleepingTestIsNoticed() {
    assertThat(SeededViolations.of(TimeRules.NO_TEST_SLEEPS, WaitsOnSystemTime.class)).isNotEmpty();
  }
}
