package io.duetime.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What users and engine authors get to see. */
final class SurfaceRules {
  /** Packages that our modules share. They change with every version, as what is internal. */
  static final List<String> SHARED =
      List.of(
          "io.duetime.async",
          "io.duetime.engine.support",
          "io.duetime.engine.tck.transfer",
          "io.duetime.id",
          "io.duetime.kernel",
          "io.duetime.memory",
          "io.duetime.runtime",
          "io.duetime.settings",
          "io.duetime.spring.outbox",
          "io.duetime.spring.transaction",
          "io.duetime.text",
          "io.duetime.time",
          "io.duetime.wheel");

  private static final DescribedPredicate<JavaClass> INTERNAL =
      resideInAPackage("io.duetime..internal..")
          .or(resideInAnyPackage(SHARED.stream().map(name -> name + "..").toArray(String[]::new)));
  private static final DescribedPredicate<JavaClass> LIBRARY =
      BuildModule.classesOf(
          BuildModule.CORE,
          BuildModule.JSON,
          BuildModule.JSON_JACKSON2,
          BuildModule.EMBEDDED,
          BuildModule.REDIS,
          BuildModule.CLIENT,
          BuildModule.TEST,
          BuildModule.MICROMETER,
          BuildModule.OPENTELEMETRY,
          BuildModule.RABBITMQ,
          BuildModule.KAFKA,
          BuildModule.WEBHOOK,
          BuildModule.SPRING,
          BuildModule.SPRING_BOOT,
          BuildModule.SPRING_BOOT3,
          BuildModule.ENGINE_TCK);

  static final ArchRule THE_PUBLIC_API_SHOWS_NOTHING_INTERNAL =
      classes()
          .that(LIBRARY)
          .and(DescribedPredicate.not(INTERNAL))
          .and()
          .arePublic()
          .should(showOnly(DescribedPredicate.not(INTERNAL).as("types that are promised")))
          .because("what is internal or shared may change with every version");

  static final ArchRule THE_PUBLIC_API_SHOWS_NO_OTHER_LIBRARY =
      classes()
          .that(BuildModule.classesOf(BuildModule.CORE))
          .and(DescribedPredicate.not(INTERNAL))
          .and()
          .arePublic()
          .should(
              showOnly(
                  DescribedPredicate.describe(
                      "types of Java and Duetime",
                      type -> type.getPackageName().matches("(java|io\\.duetime)(\\..*)?|"))))
          .because("users meet the JDK's types and ours");

  private SurfaceRules() {}

  private static ArchCondition<JavaClass> showOnly(DescribedPredicate<? super JavaClass> allowed) {
    return new ArchCondition<>("show only " + allowed.getDescription()) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        parents(type)
            .filter(shown -> !allowed.test(shown))
            .map(shown -> type.getDescription() + " shows " + shown.getName())
            .forEach(problem -> events.add(SimpleConditionEvent.violated(type, problem)));
        members(type).forEach(member -> checkMember(member, events));
      }

      private void checkMember(JavaMember member, ConditionEvents events) {
        typesIn(member)
            .filter(shown -> !allowed.test(shown))
            .map(shown -> member.getDescription() + " shows " + shown.getName())
            .forEach(problem -> events.add(SimpleConditionEvent.violated(member, problem)));
      }
    };
  }

  private static Stream<JavaClass> parents(JavaClass type) {
    Stream<JavaType> parents =
        Stream.concat(
            Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream()),
            type.getTypeParameters().stream());
    return rawTypes(parents);
  }

  private static Stream<JavaMember> members(JavaClass type) {
    return type.getMembers().stream()
        .filter(member ->
            member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED))
        .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC));
  }

  private static Stream<JavaClass> typesIn(JavaMember member) {
    if (member instanceof JavaField field) {
      return rawTypes(Stream.of(field.getType()));
    }
    JavaCodeUnit codeUnit = (JavaCodeUnit) member;
    Stream<JavaType> signature =
        Stream.of(
                Stream.of(codeUnit.getReturnType()),
                codeUnit.getParameterTypes().stream(),
                codeUnit.getTypeParameters().stream())
            .flatMap(types -> types);
    return Stream.concat(rawTypes(signature), codeUnit.getExceptionTypes().stream());
  }

  private static Stream<JavaClass> rawTypes(Stream<? extends JavaType> types) {
    return types
        .map(JavaType::getAllInvolvedRawTypes)
        .flatMap(Collection::stream)
        .map(JavaClass::getBaseComponentType)
        .distinct();
  }
}
