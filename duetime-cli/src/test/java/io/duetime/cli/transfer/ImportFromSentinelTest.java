package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisSentinel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Other ways to the Redis of a source: a master behind Sentinels, and a user with a password. */
class ImportFromSentinelTest {
  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void entriesOfTheMasterAreMoved() {
    try (RedisSentinel redis = RedisSentinel.start()) {
      redis.leader().call("ZADD", "delayed", "4102444800", "order-1");

      Result ran =
          shell.run("import", "sorted-set", redis.uri(), "--key", "delayed", "--into", "q");

      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(shell.run("show", "q", "order-1").code()).isZero();
    }
  }

  @Test
  void aPasswordComesFromAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "secret word\n");
    try (RedisProcess redis = RedisProcess.start()) {
      redis.call("ZADD", "delayed", "4102444800", "order-1");
      redis.call("ACL", "SETUSER", "mover", "on", ">secret word", "~*", "+@all");
      redis.call("ACL", "SETUSER", "default", "off");
      String[] command = {"import", "sorted-set", redis.uri(), "--key", "delayed", "--into", "q"};

      Result without = shell.run(command);
      Result with =
          shell.run(
              "import",
              "sorted-set",
              redis.uri(),
              "--redis-user",
              "mover",
              "--redis-password-file",
              file.toString(),
              "--key",
              "delayed",
              "--into",
              "q");

      assertThat(without.code()).isEqualTo(1);
      assertThat(without.err()).contains("NOAUTH").doesNotContain("secret");
      assertThat(with.code()).as(with.err()).isZero();
    }
  }
}
