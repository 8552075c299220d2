package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Imports with --follow of a source that goes away. An entry counts as moved when the source has
 * answered its removal; whether that answer still comes before the source goes away is left open.
 */
class FollowedSourceTest {
  @RegisterExtension private final Shell shell = new Shell();
  private final RedisProcess redis = RedisProcess.start("--appendonly", "yes");

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  void anImportContinuesWhenItsSourceIsBack() {
    redis.call("ZADD", "delayed", "4102444800", "before");
    CompletableFuture<Result> ran = follow("--idle-exit", "5s");
    await("before");

    redis.kill();
    redis.startAgain();
    redis.call("ZADD", "delayed", "4102444800", "after");

    await("after");
    Result ended = ran.join();
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("moved ");
    assertThat(redis.call("ZCARD", "delayed")).isEqualTo("0");
  }

  @Test
  void anImportEndsWhenItsSourceStaysAway() {
    redis.call("ZADD", "delayed", "4102444800", "before");
    CompletableFuture<Result> ran = follow("--patience", "1s");
    await("before");

    redis.kill();

    Result ended = ran.join();
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).startsWith("moved ");
    assertThat(ended.err())
        .contains("does not answer: ")
        .endsWith("; run the command again to continue\n");
  }

  private void await(String id) {
    Waiting.until("job " + id, () -> shell.run("show", "q", id).code() == 0);
  }

  private CompletableFuture<Result> follow(String... more) {
    List<String> arguments = new ArrayList<>(List.of("import", "sorted-set", redis.uri()));
    arguments.addAll(List.of("--key", "delayed", "--into", "q", "--follow"));
    arguments.addAll(List.of(more));
    return CompletableFuture.supplyAsync(() -> shell.run(arguments.toArray(String[]::new)));
  }
}
