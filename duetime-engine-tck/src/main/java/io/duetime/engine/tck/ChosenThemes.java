package io.duetime.engine.tck;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Leaves out the themes that {@link Themes} does not choose. */
final class ChosenThemes implements ExecutionCondition {
  private static final ConditionEvaluationResult RUNS = ConditionEvaluationResult.enabled("chosen");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
    Class<?> contract = test.getParent().flatMap(ExtensionContext::getTestClass).orElse(null);
    if (contract == null || test.getTestMethod().isPresent()) {
      return RUNS;
    }
    return runs(themesOf(contract), test.getRequiredTestClass())
        ? RUNS
        : ConditionEvaluationResult.disabled("@Themes of " + contract.getName());
  }

  private static Themes themesOf(Class<?> contract) {
    return AnnotationSupport.findAnnotation(contract, Themes.class).orElseThrow();
  }

  private static boolean runs(Themes themes, Class<?> theme) {
    if (themes.allInLongRuns() && Boolean.getBoolean("duetime.long")) {
      return true;
    }
    Class<?>[] only =
        Stream.concat(
                Stream.of(themes.only()),
                Stream.of(themes.leftOutBy()).flatMap(other -> Stream.of(themesOf(other).except())))
            .toArray(Class<?>[]::new);
    return (only.length == 0 || isOneOf(only, theme)) && !isOneOf(themes.except(), theme);
  }

  private static boolean isOneOf(Class<?>[] contracts, Class<?> theme) {
    return Stream.of(contracts).anyMatch(contract -> contract.isAssignableFrom(theme));
  }
}
