package io.duetime.client;

import java.util.Set;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Selects the themes in which the store behind a server makes a difference to its client; all
 * themes in long runs. The memory engine meets the others.
 */
class ThemesOfStores implements ExecutionCondition {
  private static final Set<String> THEMES =
      Set.of(
          "Bulk",
          "Claiming",
          "Concurrency",
          "Damage",
          "Durability",
          "InvalidInput",
          "JobNumbers",
          "Maintenance",
          "NamesAndSizes",
          "Numbers",
          "Settings",
          "Watch");

  private final Set<String> themes;

  ThemesOfStores() {
    this(THEMES);
  }

  /** Selects other themes. */
  ThemesOfStores(Set<String> themes) {
    this.themes = themes;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
    boolean differs =
        test.getTestMethod().isPresent()
            || test.getTestClass()
                .filter(one -> one.isMemberClass() && !themes.contains(one.getSimpleName()))
                .isEmpty();
    return differs || Boolean.getBoolean("duetime.long")
        ? ConditionEvaluationResult.enabled("it makes a difference")
        : ConditionEvaluationResult.disabled("with -Dduetime.long=true alone");
  }
}
