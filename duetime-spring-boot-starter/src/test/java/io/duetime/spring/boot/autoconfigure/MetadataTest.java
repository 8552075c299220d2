package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.spring.boot.DuetimeProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Editors know every property and what it means. */
class MetadataTest {

  @ParameterizedTest
  @MethodSource("properties")
  void aPropertyHasADescription(String name) throws IOException {
    Pattern entry =
        Pattern.compile(
            "\"name\": \""
                + Pattern.quote(name)
                + "\",\\s+\"type\": \"[^\"]+\",\\s+\"description\": \"[^\"]+");

    assertThat(entry.matcher(metadata()).find()).isTrue();
  }

  @Test
  void thePageNamesEveryPropertyAndNoOther() throws IOException {
    Set<String> documented = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../docs/spring.md"))) {
      boolean isEntry = line.startsWith("| `duetime.");
      String cell = isEntry ? line.substring(0, line.indexOf('|', 1)) : "=";
      if (!cell.contains("=")) {
        documented.addAll(names(cell));
      }
    }

    Set<String> known = new TreeSet<>(properties().toList());
    known.remove("duetime.queues");
    properties("duetime.queues.<queue>", DuetimeProperties.Queue.class).forEach(known::add);
    known.remove("duetime.options");
    known.add("duetime.options.*");
    known.remove("duetime.server.options");
    known.add("duetime.server.options.*");
    known.remove("duetime.targets");
    known.add("duetime.targets.<name>.type");
    known.remove("duetime.hand-over");
    known.add("duetime.hand-over.<queue>.target");
    assertThat(documented).isEqualTo(known);
  }

  // The names behind the first one share its prefix.
  private static List<String> names(String cell) {
    List<String> all =
        Pattern.compile("`([^`]+)`").matcher(cell).results().map(found -> found.group(1)).toList();
    String prefix = all.get(0).substring(0, all.get(0).lastIndexOf('.') + 1);
    return all.stream().map(name -> name.startsWith("duetime.") ? name : prefix + name).toList();
  }

  static Stream<String> properties() {
    return properties("duetime", DuetimeProperties.class);
  }

  private static Stream<String> properties(String prefix, Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .flatMap(component -> properties(prefix + "." + name(component), component));
  }

  private static Stream<String> properties(String name, RecordComponent component) {
    return component.getType().isRecord() ? properties(name, component.getType()) : Stream.of(name);
  }

  private static String name(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static String metadata() throws IOException {
    StringBuilder all = new StringBuilder();
    ClassLoader loader = MetadataTest.class.getClassLoader();
    for (URL file :
        Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
      try (InputStream in = file.openStream()) {
        all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return all.toString();
  }
}
