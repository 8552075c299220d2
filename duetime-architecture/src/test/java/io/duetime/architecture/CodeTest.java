package io.duetime.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.architecture.seed.LogsPastSlf4j;
import io.duetime.architecture.seed.SerializesObjects;
import io.duetime.architecture.seed.ShowsItsFields;
import io.duetime.architecture.seed.unmarked.LivesInAnUnmarkedPackage;
import io.duetime.internal.seed.PrintsToTheConsole;
import org.junit.jupiter.api.Test;

class CodeTest {

  @Test
  void noClassLogsPastSlf4j() {
    CodeRules.NO_CLASS_LOGS_PAST_SLF4J.check(DuetimeClasses.main());
  }

  @Test
  void loggingPastSlf4jIsNoticed() {
    assertThat(SeededViolations.of(CodeRules.NO_CLASS_LOGS_PAST_SLF4J, LogsPastSlf4j.class))
        .isNotEmpty();
  }

  @Test
  void librariesDoNotPrint() {
    CodeRules.LIBRARIES_DO_NOT_PRINT.check(DuetimeClasses.main());
  }

  @Test
  void printingIsNoticed() {
    assertThat(SeededViolations.of(CodeRules.LIBRARIES_DO_NOT_PRINT, PrintsToTheConsole.class))
        .isNotEmpty();
  }

  @Test
  void noClassUsesJavaSerialization() {
    CodeRules.NO_CLASS_USES_JAVA_SERIALIZATION.check(DuetimeClasses.main());
  }

  @Test
  void javaSerializationIsNoticed() {
    assertThat(
            SeededViolations.of(
                CodeRules.NO_CLASS_USES_JAVA_SERIALIZATION, SerializesObjects.class))
        .isNotEmpty();
  }

  @Test
  void publicFieldsAreConstants() {
    CodeRules.PUBLIC_FIELDS_ARE_CONSTANTS.check(DuetimeClasses.main());
  }

  @Test
  void publicFieldsThatCanChangeAreNoticed() {
    assertThat(SeededViolations.of(CodeRules.PUBLIC_FIELDS_ARE_CONSTANTS, ShowsItsFields.class))
        .anyMatch(problem -> problem.contains("perObject"))
        .anyMatch(problem -> problem.contains("changeable"))
        .noneMatch(problem -> problem.contains("CONSTANT"));
  }

  @Test
  void packagesSayWhatMayBeNull() {
    CodeRules.PACKAGES_SAY_WHAT_MAY_BE_NULL.check(DuetimeClasses.main());
  }

  @Test
  void aPackageThatDoesNotSayItIsNoticed() {
    assertThat(
            SeededViolations.of(
                CodeRules.PACKAGES_SAY_WHAT_MAY_BE_NULL, LivesInAnUnmarkedPackage.class))
        .hasSize(1);
  }
}
