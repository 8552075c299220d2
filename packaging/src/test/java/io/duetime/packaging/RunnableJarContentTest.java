package io.duetime.packaging;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the runnable jar, compared with the jars that it is made of. */
@Tag("runnable-jar")
class RunnableJarContentTest {
  private static final Path JAR = Path.of("target", "duetime.jar");
  private static final long MOST_BYTES = 90_000_000;
  private static final String SERVICES = "META-INF/services/";
  private static final Pattern OF_TESTS =
      Pattern.compile(
          "(junit|assertj|opentest4j|apiguardian|byte-buddy|surefire|playwright|driver|gson"
              + "|error_prone|embedded-redis).*|.*-tests[.]jar");
  private static final Pattern VERSION = Pattern.compile("-[0-9].*");

  @Test
  void itIsSmallerThan90Megabytes() throws IOException {
    assertThat(Files.size(JAR)).isBetween(20_000_000L, MOST_BYTES);
  }

  @Test
  void itHasEveryClassOnce() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (Path library : libraries()) {
      expected.addAll(names(library).filter(RunnableJarContentTest::isClass).toList());
    }
    List<String> classes = names(JAR).filter(RunnableJarContentTest::isClass).toList();

    assertThat(classes).doesNotHaveDuplicates().hasSizeGreaterThan(5_000);
    assertThat(new TreeSet<>(classes)).containsAll(expected);
  }

  @Test
  void itHasEveryServiceOfItsLibrariesOnce() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (Path library : libraries()) {
      expected.addAll(services(library));
    }
    List<String> services = services(JAR);

    assertThat(services).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(services)).isEqualTo(expected);
    assertThat(services)
        .anyMatch(line -> line.endsWith("EmbeddedEngineProvider"))
        .anyMatch(line -> line.endsWith("RedisEngineProvider"));
  }

  @Test
  void itsNoticeNamesEveryLibraryAndNoOther() throws IOException {
    String notice = text(JAR, "META-INF/NOTICE");
    Set<String> inside = new HashSet<>();
    for (Path library : libraries()) {
      String file = library.getFileName().toString();
      if (!file.startsWith("duetime-") && file.endsWith(".jar")) {
        inside.add(VERSION.matcher(file).replaceFirst(""));
      }
    }

    assertThat(named(notice)).isEqualTo(inside);
    assertThat(text(JAR, "META-INF/LICENSE")).contains("Apache License", "MIT");
  }

  /** The names in the first column of the list; what is inside another library has no jar. */
  private static Set<String> named(String notice) {
    return notice
        .substring(notice.indexOf("META-INF.\n"), notice.indexOf("The source"))
        .lines()
        .skip(1)
        .filter(line -> !line.isBlank() && !line.startsWith(" ") && !line.contains("(inside "))
        .flatMap(line -> Stream.of(line.split("  ", 2)[0].split(",")))
        .map(String::strip)
        .collect(toSet());
  }

  @Test
  void itHasTheNativeLibrariesOfTheUsualSystems() throws IOException {
    assertThat(names(JAR).filter(name -> name.startsWith("librocksdbjni")))
        .containsExactlyInAnyOrder(
            "librocksdbjni-linux64.so",
            "librocksdbjni-linux64-musl.so",
            "librocksdbjni-linux-aarch64.so",
            "librocksdbjni-linux-aarch64-musl.so",
            "librocksdbjni-osx-arm64.jnilib",
            "librocksdbjni-osx-x86_64.jnilib",
            "librocksdbjni-win64.dll");
  }

  private static boolean isClass(String name) {
    return name.endsWith(".class") && !name.endsWith("module-info.class");
  }

  private static List<Path> libraries() {
    return Stream.of(System.getProperty("java.class.path").split(":"))
        .map(Path::of)
        .filter(path -> !OF_TESTS.matcher(path.getFileName().toString()).matches())
        .filter(path -> path.toString().endsWith(".jar"))
        .toList();
  }

  private static Stream<String> names(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(ZipEntry::getName).toList().stream();
    }
  }

  /** A line for each provider: the service and the class. */
  private static List<String> services(Path jar) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : names(jar).filter(name -> name.startsWith(SERVICES)).toList()) {
      text(jar, name)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .forEach(line -> lines.add(name + " " + line));
    }
    return lines;
  }

  private static String text(Path jar, String name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile());
        InputStream bytes = file.getInputStream(file.getEntry(name))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
