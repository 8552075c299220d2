package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The example of the unpaid orders, with the command of this build. */
@Tag("full")
class OrderTimeoutsTest {
  @Retention(RetentionPolicy.RUNTIME)
  @EnabledIfSystemProperty(
      named = "duetime.long",
      matches = "true",
      disabledReason = "takes minutes; -Dduetime.long=true runs it")
  private @interface TakesMinutes {}

  private static final String[] SAFE = {"--appendonly", "yes", "--appendfsync", "always"};
  private static final int KILLS = 4;
  private static final int SECONDS_BETWEEN = 10;
  private static final int MILLIS_BETWEEN_LOOKS = 20;

  @TempDir private Path folder;

  @Test
  void aFewOrdersAreClosedOnRedisThoughServersWorkersAndRedisAreKilled() throws Exception {
    try (RedisProcess redis = RedisProcess.start(SAFE)) {
      Process example = start("--short", "--store", redis.uri(), "--kill", "1");
      killAtEach(redis, example, "loading the orders", "taking payments", "killing");

      assertThat(example.waitFor()).as(this::said).isZero();
    }
  }

  @Test
  @TakesMinutes
  void exactlyTheUnpaidOrdersAreClosedThoughTheServerIsKilled() throws Exception {
    Process example = start("--kill", "20");

    assertThat(example.waitFor()).as(this::said).isZero();
  }

  @Test
  @TakesMinutes
  void andOnRedisThoughServersWorkersAndRedisAreKilled() throws Exception {
    try (RedisProcess redis = RedisProcess.start(SAFE)) {
      Process example = start("--store", redis.uri(), "--kill", "9");
      killNowAndThen(redis, example);

      assertThat(example.waitFor()).as(this::said).isZero();
    }
  }

  @Test
  @TakesMinutes
  void andOnAClusterThoughServersWorkersAndTheQueuesNodeAreKilled() throws Exception {
    try (RedisCluster cluster = RedisCluster.start(SAFE)) {
      Process example = start("--store", cluster.uri(), "--kill", "9");
      killNowAndThen(cluster.masterOf("dt:{order-timeouts}:meta"), example);

      assertThat(example.waitFor()).as(this::said).isZero();
    }
  }

  private void killAtEach(RedisProcess redis, Process example, String... words) throws Exception {
    for (String word : words) {
      while (!said().contains(word)
          && !example.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
        // Until it has said so, or has ended.
      }
      redis.kill();
      redis.startAgain();
    }
  }

  private void killNowAndThen(RedisProcess redis, Process example) throws Exception {
    killAtEach(redis, example, "loading the orders");
    for (int i = 0; i < KILLS && !example.waitFor(SECONDS_BETWEEN, TimeUnit.SECONDS); i++) {
      redis.kill();
      redis.startAgain();
    }
  }

  private Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "../examples/order-timeouts/run.sh"));
    command.addAll(List.of(options));
    ProcessBuilder example =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile());
    example.environment().put("DUETIME", command().toString());
    return example.start();
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("out"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path command() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String line =
        "exec '%s' -XX:TieredStopAtLevel=1 -Djava.io.tmpdir='%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                java,
                System.getProperty("java.io.tmpdir"),
                System.getProperty("java.class.path"),
                Main.class.getName());
    Path command = folder.resolve("duetime");
    Files.write(command, ("#!/bin/sh\n" + line).getBytes(StandardCharsets.UTF_8));
    command.toFile().setExecutable(true);
    return command;
  }
}
