package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class DemoCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void theDemoTellsWhatHappensToEachOrder() {
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    logged.start();
    root.addAppender(logged);
    Result demo = shell.run("demo");
    root.detachAppender(logged);

    assertThat(demo.code()).isZero();
    assertThat(demo.out().lines().filter(line -> line.contains("  closed ")))
        .hasSize(6)
        .noneMatch(line -> line.contains("order-2,"));
    assertThat(demo.out())
        .contains("order-2, so its job is cancelled: CANCELLED", "FAILED   order-5, attempt 1")
        .contains("closed   order-5, attempt 2", "none before.");
    assertThat(logged.list).as("log lines between those of the demo").isEmpty();
  }
}
