package io.duetime.redis.internal.check;

import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells of itself; fields that it does not tell are missing.
 *
 * @param node the server
 * @param fields the fields of INFO and CLUSTER INFO by their names, settings as {@code config NAME}
 */
record ServerFacts(Node node, Map<String, String> fields) {
  /** The field with the reason, if the server could not be asked. */
  static final String UNREACHABLE = "unreachable";

  private static final List<List<String>> QUESTIONS =
      List.of(
          List.of("INFO", "everything"),
          List.of("CONFIG", "GET", "appendfsync"),
          List.of("CONFIG", "GET", "save"),
          List.of("CLUSTER", "INFO"));

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  Optional<String> text(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  OptionalLong number(String name) {
    String text = fields.getOrDefault(name, "");
    return NUMBER.matcher(text).matches()
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  boolean says(String name, String value) {
    return value.equals(fields.get(name));
  }

  Finding ok(String topic, String message) {
    return finding(topic, Verdict.OK, message, "");
  }

  Finding warning(String topic, String message, String remedy) {
    return finding(topic, Verdict.WARNING, message, remedy);
  }

  Finding failure(String topic, String message, String remedy) {
    return finding(topic, Verdict.FAILURE, message, remedy);
  }

  Finding unknown(String topic, String remedy) {
    return finding(topic, Verdict.UNKNOWN, "the server does not tell", remedy);
  }

  Finding finding(String topic, Verdict verdict, String message, String remedy) {
    return new Finding(topic + " of " + node, verdict, message, remedy);
  }

  /** Asks a server about itself. Leaves out what the server refuses to tell. */
  static CompletionStage<ServerFacts> ask(RedisLink link, Node node) {
    CompletionStage<Map<String, String>> all = Stages.done(Map.of());
    for (List<String> question : QUESTIONS) {
      all = all.thenCombine(fields(link, node, question), ServerFacts::together);
    }
    return all.thenApply(fields -> new ServerFacts(node, fields));
  }

  private static CompletionStage<Map<String, String>> fields(
      RedisLink link, Node node, List<String> question) {
    byte[][] arguments =
        question.stream()
            .skip(1)
            .map(word -> word.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    return link.ask(node, question.get(0), arguments)
        .handle((reply, refused) -> refused == null ? fields(reply) : reason(refused));
  }

  private static Map<String, String> reason(Throwable refused) {
    return isNoAnswer(refused)
        ? Map.of(UNREACHABLE, String.valueOf(Stages.cause(refused).getMessage()))
        : Map.of();
  }

  private static Map<String, String> together(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(some);
    all.putAll(more);
    return all;
  }

  /** Settings are alternating names and values, everything else is lines of {@code name:value}. */
  private static Map<String, String> fields(@Nullable Object reply) {
    Map<String, String> fields = new HashMap<>();
    if (reply instanceof List<?> parts) {
      for (int i = 0; i + 1 < parts.size(); i += 2) {
        fields.put("config " + text(parts.get(i)), text(parts.get(i + 1)));
      }
    }
    text(reply)
        .lines()
        .map(line -> line.split(":", 2))
        .filter(field -> field.length == 2)
        .forEach(field -> fields.put(field[0], field[1]));
    return fields;
  }

  /** Whether no answer came; otherwise the server refused. */
  static boolean isNoAnswer(Throwable failure) {
    Throwable cause = Stages.cause(failure);
    return cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
  }

  private static String text(@Nullable Object reply) {
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }
}
