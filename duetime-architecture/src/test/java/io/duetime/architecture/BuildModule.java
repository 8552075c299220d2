package io.duetime.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** A module of the build: its folder, the package its classes live in, the modules it may use. */
enum BuildModule {
  CORE("duetime-core", "io.duetime"),
  JSON("duetime-json", "io.duetime.json", CORE),
  JSON_JACKSON2("duetime-json-jackson2", "io.duetime.json.jackson2", CORE),
  WIRE("duetime-wire", "io.duetime.wire", CORE),
  EMBEDDED("duetime-embedded", "io.duetime.embedded", CORE),
  REDIS("duetime-redis", "io.duetime.redis", CORE),
  CLIENT("duetime-client", "io.duetime.client", CORE, WIRE),
  TEST("duetime-test", "io.duetime.test", CORE),
  MICROMETER("duetime-micrometer", "io.duetime.micrometer", CORE),
  OPENTELEMETRY("duetime-opentelemetry", "io.duetime.opentelemetry", CORE),
  RABBITMQ("duetime-rabbitmq", "io.duetime.rabbitmq", CORE),
  KAFKA("duetime-kafka", "io.duetime.kafka", CORE),
  WEBHOOK("duetime-webhook", "io.duetime.webhook", CORE),
  ENGINE_TCK("duetime-engine-tck", "io.duetime.engine.tck", CORE),
  CONSOLE("duetime-console", "io.duetime.console"),
  SERVER(
      "duetime-server",
      "io.duetime.server",
      CORE,
      WIRE,
      JSON,
      EMBEDDED,
      REDIS,
      MICROMETER,
      CONSOLE),
  SPRING(
      "duetime-spring",
      "io.duetime.spring",
      CORE,
      JSON,
      JSON_JACKSON2,
      EMBEDDED,
      REDIS,
      TEST,
      MICROMETER,
      OPENTELEMETRY,
      SERVER),
  SPRING_BOOT("duetime-spring-boot-starter", "io.duetime.spring.boot.autoconfigure", CORE, SPRING),
  SPRING_BOOT3("duetime-spring-boot3-starter", "io.duetime.spring.boot3", CORE, SPRING),
  TRANSFER("duetime-transfer", "io.duetime.transfer", CORE, WIRE, SERVER),
  CLI("duetime-cli", "io.duetime.cli", CORE, WIRE, EMBEDDED, CLIENT, SERVER, TRANSFER),
  PACKAGING("packaging", "io.duetime.packaging", CORE, REDIS, SERVER, CLI),
  ARCHITECTURE("duetime-architecture", "io.duetime.architecture");

  final String folder;
  final String rootPackage;

  @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
  private final Set<BuildModule> allowed;

  BuildModule(String folder, String rootPackage, BuildModule... allowed) {
    this.folder = folder;
    this.rootPackage = rootPackage;
    this.allowed = Set.of(allowed);
  }

  boolean mayUse(BuildModule other) {
    return other == this || allowed.contains(other);
  }

  /** Returns the module a package belongs to, or empty for a package that is not Duetime's. */
  static Optional<BuildModule> ofPackage(String packageName) {
    return Arrays.stream(values())
        .filter(module -> module.contains(packageName))
        .max(Comparator.comparingInt(module -> module.rootPackage.length()));
  }

  static DescribedPredicate<JavaClass> classesOf(BuildModule... modules) {
    Set<BuildModule> wanted = Set.of(modules);
    return DescribedPredicate.describe(
        "are in " + wanted,
        type -> ofPackage(type.getPackageName()).filter(wanted::contains).isPresent());
  }

  private boolean contains(String packageName) {
    return packageName.equals(rootPackage) || packageName.startsWith(rootPackage + ".");
  }
}
