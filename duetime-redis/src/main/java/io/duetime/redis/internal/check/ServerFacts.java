package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What a server tells of itself; fields that it does not tell are missing.
 *
 * @param node the server
 * @param fields the fields of INFO and CLUSTER INFO by their names, settings as {@code config NAME}
 */
record ServerFacts(Node node, Map<String, String> fields) {
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
    return new Finding(check(topic), Verdict.OK, message, "");
  }

  Finding warning(String topic, String message, String remedy) {
    return new Finding(check(topic), Verdict.WARNING, message, remedy);
  }

  Finding failure(String topic, String message, String remedy) {
    return new Finding(check(topic), Verdict.FAILURE, message, remedy);
  }

  Finding unknown(String topic, String remedy) {
    return new Finding(check(topic), Verdict.UNKNOWN, "the server does not tell", remedy);
  }

  private String check(String topic) {
    return topic + " of " + node;
  }
}
