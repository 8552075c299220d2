package io.duetime.server.http.routes;

import static java.util.stream.Collectors.toMap;

import io.duetime.QueueSettings;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.json.JsonTrees;
import io.duetime.settings.QueueSetting;
import io.duetime.wire.SettingsJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Makes the OpenAPI document: paths, parameters, roles and bodies from the routes, everything else
 * from {@code openapi.yaml}. Fails if a route has no words there, or if words have no route.
 */
final class OpenApi {
  private static final String FILE = "openapi.yaml";
  private static final String LINES = "application/x-ndjson";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern STATUS = Pattern.compile("[1-5][0-9][0-9]");
  private static final Pattern NEXT_WORD = Pattern.compile("_(.)");
  private static final Set<String> BESIDE_SCHEMA =
      Set.of("is", "type", "headers", "optional", "lines", "example");
  private static final Set<String> FIELDS =
      Set.of("id", "summary", "description", "headers", "query", "sample", "body");

  private final JsonNode words;
  private final Set<String> unused = new TreeSet<>();

  private OpenApi(JsonNode words) {
    this.words = words;
    SettingForms.describe((ObjectNode) words.at("/schemas/QueueSettings"));
    SettingForms.addDefaults(words.path("operations"));
    for (String section : List.of("path", "query", "headers", "answers")) {
      words.path(section).propertyNames().forEach(name -> unused.add(section + ": " + name));
    }
  }

  /** Makes the document of these routes, in JSON. */
  static byte[] document(List<Route> routes) {
    YAMLMapper mapper =
        YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();
    try (InputStream in = OpenApi.class.getResourceAsStream(FILE)) {
      return JsonTrees.MAPPER.writeValueAsBytes(new OpenApi(mapper.readTree(in)).of(routes));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private ObjectNode of(List<Route> routes) {
    ObjectNode document = NODES.objectNode().put("openapi", "3.1.0");
    document.set("info", words.path("info"));
    document.putArray("servers").addObject().put("url", "/");
    document.set("paths", paths(routes));
    ObjectNode components = document.putObject("components");
    ObjectNode schemas = components.putObject("schemas");
    words.path("schemas").forEachEntry((name, form) -> schemas.set(name, SchemaText.schema(form)));
    ObjectNode responses = components.putObject("responses");
    words.path("errors").forEachEntry((status, text) -> responses.set(status, problem(text)));
    components.set("securitySchemes", words.path("securitySchemes"));
    require(unused.isEmpty(), "words for nothing: " + unused);
    return document;
  }

  private ObjectNode paths(List<Route> routes) {
    Map<String, Route> left =
        routes.stream()
            .collect(
                toMap(Route::name, Function.identity(), (one, same) -> one, LinkedHashMap::new));
    ObjectNode paths = NODES.objectNode();
    words
        .path("operations")
        .forEachEntry((name, form) -> {
          Route route = left.remove(name);
          if (route == null) {
            throw wrong("words for " + name + ", which is no route");
          }
          paths
              .withObjectProperty(route.path())
              .set(route.method().name().toLowerCase(Locale.ROOT), operation(route, form));
        });
    require(left.isEmpty(), "no words for " + left.keySet());
    return paths;
  }

  private ObjectNode operation(Route route, JsonNode form) {
    ObjectNode operation = NODES.objectNode();
    operation.set("operationId", form.path("id"));
    operation.set("summary", form.path("summary"));
    if (form.has("description")) {
      operation.set("description", form.path("description"));
    }
    access(operation, route.rule());
    ArrayNode parameters = parameters(route, form);
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    boolean hasBody = route.body() != BodyRule.NONE;
    require(hasBody == form.has("body"), (hasBody ? "no body of " : "a body of ") + route.name());
    if (hasBody) {
      operation.set("requestBody", body(route.body(), form.path("body")));
    }
    operation.set("responses", responses(route, form));
    return operation;
  }

  private static void access(ObjectNode operation, Rule rule) {
    String scope = rule.scope().name().toLowerCase(Locale.ROOT);
    operation.put(
        "x-duetime-scope",
        NEXT_WORD.matcher(scope).replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT)));
    ArrayNode security = operation.putArray("security");
    if (rule.scope() != Rule.Scope.PUBLIC) {
      ArrayNode roles = security.addObject().putArray("token");
      Role role = rule.role();
      if (role != null) {
        operation.put("x-duetime-role", role.text());
        roles.add(role.text());
      }
    }
  }

  private ArrayNode parameters(Route route, JsonNode form) {
    ArrayNode parameters = NODES.arrayNode();
    StringBuilder path = new StringBuilder();
    for (String segment : route.segments()) {
      path.append('/').append(segment);
      if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        parameters.add(parameter("path", name, words("path", path.toString())));
      }
    }
    for (JsonNode name : form.path("headers")) {
      parameters.add(parameter("header", name.asString(), words("headers", name.asString())));
    }
    for (String name : route.query()) {
      JsonNode own = form.path("query").path(name);
      ObjectNode parameter =
          parameter("query", name, own.isMissingNode() ? words("query", name) : own);
      if (form.path("sample").has(name)) {
        parameter.set("example", form.path("sample").path(name));
      }
      parameters.add(parameter);
    }
    for (String field : List.of("query", "sample")) {
      for (String name : form.path(field).propertyNames()) {
        require(route.query().contains(name), field + " " + name + " of " + route.name());
      }
    }
    return parameters;
  }

  private static ObjectNode parameter(String in, String name, JsonNode form) {
    ObjectNode parameter = NODES.objectNode().put("name", name).put("in", in);
    ObjectNode schema = SchemaText.schema(form);
    for (String own : List.of("description", "example")) {
      if (schema.has(own)) {
        parameter.set(own, schema.remove(own));
      }
    }
    parameter.put("required", in.equals("path")).set("schema", schema);
    return parameter;
  }

  private static ObjectNode body(BodyRule rule, JsonNode form) {
    ObjectNode body = NODES.objectNode();
    ObjectNode content = content(rule == BodyRule.PAYLOAD ? "*/*" : HttpAnswer.JSON, form, body);
    body.put("required", !form.path("optional").asBoolean(false));
    body.set("content", content);
    return body;
  }

  private ObjectNode responses(Route route, JsonNode form) {
    ObjectNode responses = NODES.objectNode();
    form.forEachEntry((name, value) -> {
      if (STATUS.matcher(name).matches()) {
        responses.set(name, name.compareTo("400") < 0 ? answer(value) : problem(value));
      } else {
        require(FIELDS.contains(name), name + " of " + route.name());
      }
    });
    if (route.rule().scope() != Rule.Scope.PUBLIC) {
      refer(responses, "401");
    }
    if (route.rule().role() != null) {
      refer(responses, "403");
    }
    if (form.path("headers").valueStream().anyMatch(name -> name.asString().equals("If-Match"))) {
      refer(responses, "412");
    }
    refer(responses, "default");
    return responses;
  }

  private static void refer(ObjectNode responses, String status) {
    responses.putObject(status).put("$ref", "#/components/responses/" + status);
  }

  private ObjectNode answer(JsonNode given) {
    boolean isShared = given.isString() && words.path("answers").has(given.stringValue());
    JsonNode form = isShared ? words("answers", given.stringValue()) : given;
    ObjectNode answer = NODES.objectNode();
    ObjectNode content = content(form.path("type").asString(HttpAnswer.JSON), form, answer);
    for (JsonNode name : form.path("headers")) {
      ObjectNode schema = SchemaText.schema(words("headers", name.asString()));
      ObjectNode header = answer.withObjectProperty("headers").putObject(name.asString());
      header.set("description", schema.remove("description"));
      header.set("schema", schema);
    }
    answer.set("content", content);
    return answer;
  }

  /**
   * The schema and the example by media type; the words of the schema become those of its owner.
   */
  private static ObjectNode content(String type, JsonNode form, ObjectNode owner) {
    boolean isBare = !form.has("is");
    for (String name : form.propertyNames()) {
      require(isBare || BESIDE_SCHEMA.contains(name), name + " beside a schema");
    }
    ObjectNode schema = SchemaText.schema(isBare ? form : form.path("is"));
    if (schema.has("description")) {
      owner.set("description", schema.remove("description"));
    }
    ObjectNode content = NODES.objectNode();
    ObjectNode media = content.putObject(type);
    media.set("schema", schema);
    if (form.has("example")) {
      media.set("example", form.path("example"));
    }
    if (form.has("lines")) {
      content.putObject(LINES).set("schema", SchemaText.schema(form.path("lines")));
    }
    return content;
  }

  private static ObjectNode problem(JsonNode text) {
    ObjectNode problem = NODES.objectNode();
    problem.set("description", text);
    problem
        .putObject("content")
        .putObject(HttpAnswer.PROBLEM)
        .putObject("schema")
        .put("$ref", "#/components/schemas/Problem");
    return problem;
  }

  private JsonNode words(String section, String name) {
    JsonNode found = words.path(section).path(name);
    require(!found.isMissingNode(), "no words for " + section + ": " + name);
    unused.remove(section + ": " + name);
    return found;
  }

  private static void require(boolean is, String wrong) {
    if (!is) {
      throw wrong(wrong);
    }
  }

  private static IllegalStateException wrong(String what) {
    return new IllegalStateException(FILE + " has " + what);
  }

  /**
   * Describes the settings of a queue, as they are declared, in the form of {@code openapi.yaml}.
   */
  static final class SettingForms {
    private static final String DEFAULTS = ".defaults";

    private SettingForms() {}

    /** Adds the type of each setting to a form that has words about some. */
    static void describe(ObjectNode form) {
      for (QueueSetting setting : QueueSetting.values()) {
        ObjectNode group =
            setting.group().isEmpty() ? form : form.withObjectProperty(setting.group());
        new TreeMap<>(types(setting))
            .forEach((member, type) -> {
              JsonNode words = group.remove(member);
              group.put(member, words == null ? type : type + " -- " + words.asString());
            });
      }
    }

    private static Map<String, String> types(QueueSetting setting) {
      String key = setting.key();
      return switch (setting.kind()) {
        case PAUSE -> Map.of("paused", "boolean", key, "Moment?");
        case COUNT -> Map.of(key, "integer " + setting.least() + ".." + most(setting));
        case DURATION -> Map.of(key, "Duration");
        case TEXT -> Map.of(key, "string?");
        case RATE -> Map.of(key, "Rate?");
        case RETRY ->
            Map.of("maxAttempts", "MaxAttempts", "backoff", "Backoff", "jitter", "Jitter");
        case ROUTE -> Map.of(key, "HandOver?");
      };
    }

    private static String most(QueueSetting setting) {
      return setting.most() == Long.MAX_VALUE ? "" : Long.toString(setting.most());
    }

    /** Adds settings with their defaults to examples that are marked so. */
    static void addDefaults(JsonNode examples) {
      JsonNode defaults =
          JsonTrees.MAPPER.readTree(SettingsJson.of(QueueSettings.DEFAULT, 0).bytes());
      for (JsonNode marked : examples.findParents(DEFAULTS)) {
        ObjectNode example = (ObjectNode) marked;
        example.remove(DEFAULTS);
        defaults.forEachEntry(example::putIfAbsent);
      }
    }
  }
}
