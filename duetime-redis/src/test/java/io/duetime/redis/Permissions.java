package io.duetime.redis;

import io.duetime.redis.fixture.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The permissions that docs/redis.md says suffice. */
final class Permissions {
  private static final Pattern RULE = Pattern.compile("(?s)```acl\nACL SETUSER (.*?)\n```");

  private Permissions() {}

  /** Makes the user. */
  static void give(RedisProcess server) {
    Stream<String> further = server.knows("WAITAOF") ? Stream.of("+waitaof") : Stream.empty();
    String answer =
        server.call(
            Stream.concat(Stream.concat(Stream.of("ACL", "SETUSER"), rule()), further)
                .toArray(String[]::new));
    if (!answer.equals("OK")) {
      throw new IllegalStateException(answer);
    }
  }

  private static Stream<String> rule() {
    try {
      Matcher rule = RULE.matcher(Files.readString(Path.of("..", "docs", "redis.md")));
      if (!rule.find()) {
        throw new IllegalStateException("docs/redis.md has no rule");
      }
      return Stream.of(rule.group(1).split("\\s+", -1));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
