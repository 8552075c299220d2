package io.duetime.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the YAML files of this folder. */
final class Yaml {
  private static final Pattern BETWEEN = Pattern.compile("(?m)^---\\s*$");
  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private Yaml() {}

  static JsonNode one(String file) throws IOException {
    return text(Files.readString(Path.of(file)));
  }

  static JsonNode text(String yaml) {
    return MAPPER.readTree(yaml);
  }

  /** The documents of a file, which a line of three dashes divides. */
  static List<JsonNode> all(String file) throws IOException {
    return Stream.of(BETWEEN.split(Files.readString(Path.of(file)))).map(MAPPER::readTree).toList();
  }

  static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }
}
