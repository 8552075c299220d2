package io.duetime.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** What a rule has to say about classes that were written to break it. */
final class SeededViolations {
  private SeededViolations() {}

  static List<String> of(ArchRule rule, Class<?>... seeds) {
    return rule.evaluate(DuetimeClasses.seeds(seeds)).getFailureReport().getDetails();
  }
}
