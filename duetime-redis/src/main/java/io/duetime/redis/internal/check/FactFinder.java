package io.duetime.redis.internal.check;

import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.Stages;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Asks a server about itself. What it refuses to tell is left out. */
final class FactFinder {
  /** The field that is there when the server could not be asked, with the reason. */
  static final String UNREACHABLE = "unreachable";

  private final RedisLink link;

  FactFinder(RedisLink link) {
    this.link = link;
  }

  CompletionStage<Facts> facts(Node node) {
    Map<String, String> fields = new ConcurrentHashMap<>();
    CompletionStage<?> info = ask(node, fields, FactFinder::lines, "INFO", "everything");
    CompletionStage<?> fsync = ask(node, fields, FactFinder::pairs, "CONFIG", "GET", "appendfsync");
    CompletionStage<?> saves = ask(node, fields, FactFinder::pairs, "CONFIG", "GET", "save");
    return info.thenCombine(fsync, (one, two) -> fields)
        .thenCombine(saves, (all, three) -> fields)
        .thenCompose(known ->
            "1".equals(known.get("cluster_enabled"))
                ? ask(node, fields, FactFinder::lines, "CLUSTER", "INFO").thenApply(told -> fields)
                : Stages.done(fields))
        .thenApply(all -> new Facts(node, Map.copyOf(all)));
  }

  private CompletionStage<Boolean> ask(
      Node node, Map<String, String> fields, Reading reading, String command, String... words) {
    byte[][] arguments = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      arguments[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return link.ask(node, command, arguments)
        .handle((reply, refused) -> {
          if (refused == null) {
            fields.putAll(reading.of(reply));
          } else if (isNoAnswer(refused)) {
            fields.put(UNREACHABLE, String.valueOf(Stages.cause(refused).getMessage()));
          }
          return refused == null;
        });
  }

  private interface Reading {
    Map<String, String> of(@Nullable Object reply);
  }

  private static Map<String, String> lines(@Nullable Object reply) {
    Map<String, String> fields = new HashMap<>();
    text(reply)
        .lines()
        .filter(line -> line.indexOf(':') > 0)
        .forEach(line -> {
          int colon = line.indexOf(':');
          fields.put(line.substring(0, colon), line.substring(colon + 1));
        });
    return fields;
  }

  private static Map<String, String> pairs(@Nullable Object reply) {
    Map<String, String> fields = new HashMap<>();
    if (reply instanceof List<?> parts) {
      for (int i = 0; i + 1 < parts.size(); i += 2) {
        fields.put("config " + text(parts.get(i)), text(parts.get(i + 1)));
      }
    }
    return fields;
  }

  /** Whether nothing answered a question; otherwise the answer was a refusal. */
  static boolean isNoAnswer(Throwable failure) {
    Throwable cause = Stages.cause(failure);
    return cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
  }

  private static String text(@Nullable Object reply) {
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }
}
