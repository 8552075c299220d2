package io.duetime.server.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The console's types are those of the OpenAPI document. {@code -Dduetime.write=true} writes the
 * file again.
 */
class ConsoleTypesTest {
  private static final Path USES = Path.of("../duetime-console/web/src/api/types.ts");
  private static final Path FILE = USES.resolveSibling("schemas.ts");
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w+");
  private static final int LINE = 100;

  @Test
  void theConsoleHasTheTypesOfTheDocument() throws IOException {
    Map<String, String> types = new TreeMap<>();
    add(Files.readString(USES), types);
    String made =
        "/** Made of the OpenAPI document by ConsoleTypesTest: what types.ts names. */\n\n"
            + String.join("\n", types.values());
    if (Boolean.getBoolean("duetime.write")) {
      Files.writeString(FILE, made);
    }

    assertThat(Files.readString(FILE)).isEqualTo(made);
  }

  /** Adds the types that a text names, and those that these name. */
  private static void add(String text, Map<String, String> types) {
    JsonNode schemas = TestServer.document().schemas();
    for (String name : NAME.matcher(text).results().map(MatchResult::group).toList()) {
      if (schemas.has(name) && !types.containsKey(name)) {
        types.put(name, declaration(name, schemas.path(name)));
        add(types.get(name), types);
      }
    }
  }

  private static String declaration(String name, JsonNode schema) {
    return schema.path("type").asString("").equals("object")
        ? "export interface " + name + " " + object(schema, "") + "\n"
        : "export type " + name + " = " + type(schema, "") + ";\n";
  }

  private static String type(JsonNode schema, String indent) {
    if (schema.has("$ref")) {
      return schema.path("$ref").asString().replace("#/components/schemas/", "");
    }
    if (schema.has("enum")) {
      return joined(schema.path("enum"), " | ", one -> "'" + one.asString() + "'");
    }
    if (schema.has("oneOf")) {
      return joined(schema.path("oneOf"), " | ", part -> type(part, indent));
    }
    if (schema.has("allOf")) {
      return joined(schema.path("allOf"), " & ", part -> type(part, indent));
    }
    JsonNode type = schema.path("type");
    return type.isArray()
        ? joined(type, " | ", one -> simple(one.asString(), schema, indent))
        : simple(type.asString("any"), schema, indent);
  }

  private static String simple(String type, JsonNode schema, String indent) {
    return switch (type) {
      case "string", "boolean", "number", "null" -> type;
      case "integer" -> "number";
      case "array" -> list(type(schema.path("items"), indent));
      case "object" -> object(schema, indent);
      case "any" -> "unknown";
      default -> throw new AssertionError(type);
    };
  }

  private static String list(String item) {
    return item.contains(" ") ? "(" + item + ")[]" : item + "[]";
  }

  private static String object(JsonNode schema, String indent) {
    JsonNode others = schema.path("additionalProperties");
    JsonNode properties = schema.path("properties");
    if (properties.isEmpty()) {
      return "Record<string, " + (others.isObject() ? type(others, indent) : "unknown") + ">";
    }
    List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    String deeper = indent + "  ";
    List<String> lines = new ArrayList<>();
    properties.forEachEntry((name, member) ->
        lines.add(name + (required.contains(name) ? "" : "?") + ": " + type(member, deeper)));
    if (others.isObject()) {
      // The members that are described may be of other types.
      lines.add("[other: string]: unknown");
    }
    String oneLine = "{ " + String.join("; ", lines) + " }";
    return indent.length() + oneLine.length() <= LINE && !oneLine.contains("\n")
        ? oneLine
        : lines.stream()
            .map(line -> deeper + line + ";\n")
            .collect(joining("", "{\n", indent + "}"));
  }

  private static String joined(JsonNode parts, String between, Function<JsonNode, String> text) {
    return parts.valueStream().map(text).distinct().collect(joining(between));
  }
}
