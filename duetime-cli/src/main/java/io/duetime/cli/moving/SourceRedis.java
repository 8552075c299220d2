package io.duetime.cli.moving;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.server.moving.redis.RedisSession;
import io.duetime.server.moving.redis.RedisSession.Login;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that name the Redis of a source. */
final class SourceRedis {
  @Parameters(
      index = "0",
      paramLabel = "REDIS",
      description = {
        "Where the entries are: redis://HOST:PORT/DATABASE, rediss:, redis-sentinel: or "
            + "redis-cluster:."
      })
  private String uri = "";

  @Option(
      names = "--redis-user",
      paramLabel = "NAME",
      description = "The user of the password in --redis-password-file; default: the default user.")
  private @Nullable String user;

  @Option(
      names = "--redis-password-file",
      paramLabel = "FILE",
      description = "A file with the password in its first line; others can see arguments.")
  private @Nullable Path passwordFile;

  RedisSession open() {
    return RedisSession.open(uri, passwordFile == null ? null : login(passwordFile));
  }

  private Login login(Path file) {
    return new Login(user, ServerOptions.firstLine("--redis-password-file", file.toString()));
  }
}
