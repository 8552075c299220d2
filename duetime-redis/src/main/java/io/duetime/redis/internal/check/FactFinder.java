package io.duetime.redis.internal.check;

import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks a server about itself. Leaves out what the server refuses to tell. */
final class FactFinder {
  /** The field with the reason, if the server could not be asked. */
  static final String UNREACHABLE = "unreachable";

  private static final List<List<String>> QUESTIONS =
      List.of(
          List.of("INFO", "everything"),
          List.of("CONFIG", "GET", "appendfsync"),
          List.of("CONFIG", "GET", "save"),
          List.of("CLUSTER", "INFO"));

  private FactFinder() {}

  static CompletionStage<ServerFacts> facts(RedisLink link, Node node) {
    CompletionStage<Map<String, String>> all = Stages.done(Map.of());
    for (List<String> question : QUESTIONS) {
      all = all.thenCombine(ask(link, node, question), FactFinder::together);
    }
    return all.thenApply(fields -> new ServerFacts(node, fields));
  }

  private static CompletionStage<Map<String, String>> ask(
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
