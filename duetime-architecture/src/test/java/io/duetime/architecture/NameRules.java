package io.duetime.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** Which names are not given. */
final class NameRules {

  static final ArchRule NAMES_SAY_WHAT_A_CLASS_DOES =
      noClasses()
          .should()
          .haveNameMatching(".*[a-z0-9](Manager|Helper|Utils?|Base|Impl)(\\$.*)?")
          .because("a duty is an agent noun");

  static final ArchRule NOTHING_STANDS_IN_FOR_OUR_TYPES =
      noClasses()
          .that(not(BuildModule.classesOf(BuildModule.ENGINE_TCK)))
          .should()
          .haveNameMatching("(.*[.$])((Mock|Fake|Stub|Spy|Dummy)([A-Z].*)?|.*(Mock|Fake|Stub|Spy))")
          .because("tests use the real thing; the engines that fail on command are in the tck");

  private NameRules() {}
}
