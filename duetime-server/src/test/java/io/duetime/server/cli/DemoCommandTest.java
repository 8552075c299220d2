package io.duetime.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.cli.Shell.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DemoCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void theDemoTellsWhatHappensToEachOrder() {
    Ran demo = shell.run("demo");

    assertThat(demo.code()).isZero();
    assertThat(demo.out().lines().filter(line -> line.contains("  closed ")))
        .hasSize(6)
        .noneMatch(line -> line.contains("order-2,"));
    assertThat(demo.out())
        .contains("order-2, so its job is cancelled: CANCELLED", "FAILED   order-5, attempt 1")
        .contains("closed   order-5, attempt 2", "none before.");
  }
}
