package io.duetime.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.NullMarked;

/** What no class may do, in any package. */
final class CodeRules {

  static final ArchRule NO_CLASS_LOGS_PAST_SLF4J =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  static final ArchRule LIBRARIES_DO_NOT_PRINT =
      noClasses()
          .that(
              BuildModule.classesOf(
                  BuildModule.CORE,
                  BuildModule.JSON,
                  BuildModule.JSON_JACKSON2,
                  BuildModule.EMBEDDED,
                  BuildModule.REDIS,
                  BuildModule.CLIENT,
                  BuildModule.TEST,
                  BuildModule.SPRING,
                  BuildModule.SPRING_BOOT,
                  BuildModule.SPRING_BOOT3,
                  BuildModule.KAFKA,
                  BuildModule.WEBHOOK))
          .should(ACCESS_STANDARD_STREAMS);

  static final ArchRule NO_CLASS_USES_JAVA_SERIALIZATION =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
          .because("payloads are bytes, and no class name comes from the wire");

  static final ArchRule PUBLIC_FIELDS_ARE_CONSTANTS =
      fields().that().arePublic().should().beStatic().andShould().beFinal();

  static final ArchRule PACKAGES_SAY_WHAT_MAY_BE_NULL =
      classes()
          .should(beInNullMarkedPackage())
          .because(
              "every package has a package-info that says what lives there and is @NullMarked");

  private CodeRules() {}

  private static ArchCondition<JavaClass> beInNullMarkedPackage() {
    return new ArchCondition<>("be in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
        String found = type.getName() + (marked ? " is" : " is not");
        events.add(new SimpleConditionEvent(type, marked, found + " in a @NullMarked package"));
      }
    };
  }
}
