package io.duetime.server.http.routes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Decodes the compact form of JSON schemas in {@code openapi.yaml}, which describes the form. */
final class SchemaText {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern RANGED = Pattern.compile("(\\S+) (\\d*)\\.\\.(\\d*)");
  private static final Pattern MANY = Pattern.compile("(list|map)( \\d*\\.\\.\\d*)? of (.+)");
  private static final Set<String> OWN = Set.of(".is", ".words", ".with", ".others");
  private static final Set<String> SIMPLE =
      Set.of("string", "integer", "number", "boolean", "object", "array", "null");
  private static final Map<String, List<String>> BOUNDS =
      Map.of(
          "string", List.of("minLength", "maxLength"),
          "array", List.of("minItems", "maxItems"),
          "object", List.of("minProperties", "maxProperties"));

  private SchemaText() {}

  /** Decodes a text, or an object of members. */
  static ObjectNode schema(JsonNode form) {
    if (form.isString()) {
      return described(form.stringValue());
    }
    ObjectNode schema = form.has(".is") ? schema(form.path(".is")) : object(form);
    form.forEachEntry((name, value) -> {
      if (name.startsWith(".") && !OWN.contains(name)) {
        schema.set(name.substring(1), value);
      }
    });
    return schema;
  }

  private static ObjectNode object(JsonNode form) {
    ObjectNode properties = NODES.objectNode();
    ArrayNode required = NODES.arrayNode();
    form.forEachEntry((key, value) -> {
      if (!key.startsWith(".")) {
        String name = key.endsWith("!") ? key.substring(0, key.length() - 1) : key;
        properties.set(name, schema(value));
        if (key.endsWith("!")) {
          required.add(name);
        }
      }
    });
    ObjectNode object = NODES.objectNode().put("type", "object");
    object.set("properties", properties);
    if (!required.isEmpty()) {
      object.set("required", required);
    }
    JsonNode others = form.path(".others");
    if (!others.isMissingNode()) {
      object.set("additionalProperties", others.isBoolean() ? others : schema(others));
    }
    ObjectNode whole = object;
    if (form.has(".with")) {
      whole = NODES.objectNode();
      whole.putArray("allOf").add(type(form.path(".with").asString())).add(object);
    }
    if (form.has(".words")) {
      whole.set("description", form.path(".words"));
    }
    return whole;
  }

  private static ObjectNode described(String text) {
    String[] parts = text.split(" -- ", 2);
    String[] typed = parts[0].split(" = ", 2);
    ObjectNode schema = type(typed[0]);
    if (typed.length == 2) {
      schema.set("default", constant(typed[1]));
    }
    if (parts.length == 2) {
      schema.put("description", parts[1]);
    }
    return schema;
  }

  private static JsonNode constant(String text) {
    if (text.equals("true") || text.equals("false")) {
      return NODES.booleanNode(text.equals("true"));
    }
    return text.matches("\\d+") ? NODES.numberNode(Long.parseLong(text)) : NODES.stringNode(text);
  }

  private static ObjectNode type(String text) {
    if (text.contains(" | ")) {
      return union(Stream.of(text.split(" \\| ", -1)).map(SchemaText::type).toList());
    }
    if (text.endsWith("?")) {
      return union(List.of(type(text.substring(0, text.length() - 1)), type("null")));
    }
    if (text.startsWith("one of ")) {
      ObjectNode schema = type("string");
      ArrayNode values = schema.putArray("enum");
      Stream.of(text.substring("one of ".length()).split(", ", -1)).forEach(values::add);
      return schema;
    }
    Matcher many = MANY.matcher(text);
    if (many.matches()) {
      boolean isList = many.group(1).equals("list");
      String range = many.group(2) == null ? "" : many.group(2);
      ObjectNode schema = type((isList ? "array" : "object") + range);
      schema.set(isList ? "items" : "additionalProperties", type(many.group(3)));
      return schema;
    }
    Matcher ranged = RANGED.matcher(text);
    return ranged.matches()
        ? bounded(ranged.group(1), ranged.group(2), ranged.group(3))
        : named(text);
  }

  private static ObjectNode union(List<ObjectNode> parts) {
    ObjectNode schema = NODES.objectNode();
    if (parts.stream().allMatch(part -> part.size() == 1 && part.has("type"))) {
      ArrayNode types = schema.putArray("type");
      parts.forEach(part -> types.add(part.path("type")));
    } else {
      schema.putArray("oneOf").addAll(parts);
    }
    return schema;
  }

  private static ObjectNode bounded(String type, String least, String most) {
    List<String> names = BOUNDS.getOrDefault(type, List.of("minimum", "maximum"));
    ObjectNode schema = named(type);
    if (!least.isEmpty()) {
      schema.put(names.get(0), Long.parseLong(least));
    }
    if (!most.isEmpty()) {
      schema.put(names.get(1), Long.parseLong(most));
    }
    return schema;
  }

  private static ObjectNode named(String name) {
    ObjectNode schema = NODES.objectNode();
    if (name.equals("any")) {
      return schema;
    }
    if (Character.isUpperCase(name.charAt(0))) {
      return schema.put("$ref", "#/components/schemas/" + name);
    }
    if (!SIMPLE.contains(name)) {
      throw new IllegalStateException("openapi.yaml has an unknown type: " + name);
    }
    return schema.put("type", name);
  }
}
