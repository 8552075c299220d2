package io.duetime.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Time, waiting and threads come from outside, so that everything can run in virtual time. */
final class TimeRules {
  private static final DescribedPredicate<JavaClass> MAY_TOUCH_SYSTEM_TIME =
      resideInAnyPackage("io.duetime.time..", "io.duetime.server.time..")
          .or(BuildModule.classesOf(BuildModule.ENGINE_TCK))
          .as("are where system time is wrapped, or measure");

  static final ArchRule NO_CLASS_READS_SYSTEM_TIME =
      noClasses()
          .that(not(MAY_TOUCH_SYSTEM_TIME))
          .should()
          .accessTargetWhere(targets("read the system's time", TimeRules::readsTime))
          .because("time arrives by constructor");

  static final ArchRule NO_CLASS_WAITS_ON_SYSTEM_TIME =
      noClasses()
          .that(not(MAY_TOUCH_SYSTEM_TIME))
          .should()
          .accessTargetWhere(targets("wait on the system's time", TimeRules::waits))
          .because("a test must be able to step the clock of every component that waits");

  static final ArchRule NO_CLASS_MAKES_THREADS =
      noClasses()
          .that(not(MAY_TOUCH_SYSTEM_TIME))
          .should()
          .accessTargetWhere(targets("make threads", TimeRules::makesThreads))
          .because("threads come from a given factory, which names them after their duty");

  static final ArchRule NO_TEST_SLEEPS =
      noClasses()
          .should()
          .accessTargetWhere(targets("wait on the system's time", TimeRules::waits))
          .because("a test steps the clock or awaits a signal");

  private static final Set<String> SYSTEM_TIMERS =
      Set.of("delayedExecutor", "orTimeout", "completeOnTimeout");
  private static final Set<String> THREAD_MAKERS =
      Set.of("<init>", "ofPlatform", "ofVirtual", "startVirtualThread");

  private TimeRules() {}

  private static boolean readsTime(AccessTarget target) {
    String owner = target.getOwner().getName();
    String name = target.getName();
    return switch (owner) {
      case "java.lang.System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
      case "java.time.Clock" -> name.startsWith("system") || takesOnly(target, "java.time.ZoneId");
      case "java.time.InstantSource" -> name.equals("system");
      case "java.util.Date" -> name.equals("<init>") && takesOnly(target);
      case "java.util.Calendar" -> name.equals("getInstance");
      case "java.util.GregorianCalendar" -> name.equals("<init>");
      default -> owner.startsWith("java.time.") && name.equals("now") && !takesClock(target);
    };
  }

  private static boolean waits(AccessTarget target) {
    String name = target.getName();
    return switch (target.getOwner().getName()) {
      case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> name.equals("sleep");
      case "java.lang.Object" -> name.equals("wait") && !takesOnly(target);
      case "java.util.concurrent.locks.LockSupport" ->
          name.equals("parkNanos") || name.equals("parkUntil");
      case "java.util.concurrent.CompletableFuture" -> SYSTEM_TIMERS.contains(name);
      case "java.util.Timer" -> name.equals("<init>");
      default -> false;
    };
  }

  private static boolean makesThreads(AccessTarget target) {
    String name = target.getName();
    return switch (target.getOwner().getName()) {
      case "java.lang.Thread" -> THREAD_MAKERS.contains(name);
      case "java.util.concurrent.Executors" ->
          name.startsWith("new") && !takes(target, "java.util.concurrent.ThreadFactory");
      default -> false;
    };
  }

  private static boolean takesClock(AccessTarget target) {
    return takes(target, "java.time.Clock") || takes(target, "java.time.InstantSource");
  }

  private static boolean takes(AccessTarget target, String type) {
    return parameters(target).contains(type);
  }

  private static boolean takesOnly(AccessTarget target, String... types) {
    return parameters(target).equals(List.of(types));
  }

  private static List<String> parameters(AccessTarget target) {
    return target instanceof CodeUnitAccessTarget codeUnit
        ? codeUnit.getRawParameterTypes().stream().map(JavaClass::getName).toList()
        : List.of();
  }

  private static DescribedPredicate<JavaAccess<?>> targets(
      String what, Predicate<AccessTarget> targets) {
    return describe(what, access -> targets.test(access.getTarget()));
  }
}
