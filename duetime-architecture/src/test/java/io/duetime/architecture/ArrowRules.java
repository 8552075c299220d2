package io.duetime.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Who may know whom. */
final class ArrowRules {

  /** Core depends on nothing here, engines know neither each other nor the server. */
  static final ArchRule MODULES_USE_ONLY_WHAT_THEY_MAY =
      classes()
          .that(resideInAnyPackage("io.duetime.."))
          .should(useOnlyModulesTheyMay())
          .because("arrows between modules go one way (BuildModule lists them)");

  static final ArchRule CORE_NEEDS_ONLY_SLF4J_AND_JSPECIFY =
      classes()
          .that(BuildModule.classesOf(BuildModule.CORE))
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.slf4j..", "org.jspecify..", "io.duetime.."))
          .because("the library brings nothing else along");

  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().assignedFrom(packages()).should().beFreeOfCycles();

  private ArrowRules() {}

  /** Each package is a slice, the root packages {@code io.duetime} and those of modules too. */
  private static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return type.getPackageName().matches("io\\.duetime(\\..*)?")
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  private static ArchCondition<JavaClass> useOnlyModulesTheyMay() {
    return new ArchCondition<>("use only the modules that theirs may use") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        BuildModule own = BuildModule.ofPackage(type.getPackageName()).orElseThrow();
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
          BuildModule.ofPackage(target)
              .filter(other -> !own.mayUse(other))
              .map(other -> own + " may not use " + other + ": " + dependency.getDescription())
              .ifPresent(problem -> events.add(SimpleConditionEvent.violated(type, problem)));
        }
      }
    };
  }
}
