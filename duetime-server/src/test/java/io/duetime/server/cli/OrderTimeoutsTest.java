package io.duetime.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The example of the unpaid orders, with the command of this build. */
@EnabledIfSystemProperty(
    named = "duetime.long",
    matches = "true",
    disabledReason = "takes minutes; -Dduetime.long=true runs it")
class OrderTimeoutsTest {
  @TempDir private Path folder;

  @Test
  void exactlyTheUnpaidOrdersAreClosedThoughTheServerIsKilled() throws Exception {
    ProcessBuilder example =
        new ProcessBuilder("sh", "../examples/order-timeouts/run.sh", "--kill", "20")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile());
    example.environment().put("DUETIME", command().toString());

    int code = example.start().waitFor();

    assertThat(code).as(Files.readString(folder.resolve("out"))).isZero();
  }

  private Path command() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String line =
        "exec '%s' -cp '%s' %s \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path"), Main.class.getName());
    Path command = folder.resolve("duetime");
    Files.write(command, ("#!/bin/sh\n" + line).getBytes(StandardCharsets.UTF_8));
    command.toFile().setExecutable(true);
    return command;
  }
}
