package io.duetime.server.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The console's types are those of the OpenAPI document. {@code -Dduetime.write=true} writes the
 * file again.
 */
class ConsoleTypesTest {
  private static final Path FILE = Path.of("../duetime-console/web/src/api/schemas.ts");

  @Test
  void theConsoleHasTheTypesOfTheDocument() throws IOException {
    List<String> types = new ArrayList<>();
    types.add("/** Made of the OpenAPI document by ConsoleTypesTest. */\n");
    TestServer.document()
        .schemas()
        .forEachEntry((name, schema) -> types.add(declaration(name, schema)));
    String made = String.join("\n", types);
    if (Boolean.getBoolean("duetime.write")) {
      Files.writeString(FILE, made);
    }

    assertThat(Files.readString(FILE)).isEqualTo(made);
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
    return lines.stream()
        .map(line -> deeper + line + ";\n")
        .collect(joining("", "{\n", indent + "}"));
  }

  private static String joined(JsonNode parts, String between, Function<JsonNode, String> text) {
    return parts.valueStream().map(text).distinct().collect(joining(between));
  }
}
