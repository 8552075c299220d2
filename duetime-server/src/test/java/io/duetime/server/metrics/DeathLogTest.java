package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.server.metrics.ObservedEngine.DeathLog;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeathLogTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final DeathLog log = new DeathLog(time);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ObservedEngine.class);
  }

  @BeforeEach
  void listen() {
    lines.start();
    logger().addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger().detachAppender(lines);
  }

  private void settle(String id, SettleOutcome outcome) {
    LeaseToken lease = new LeaseToken("mail", new ShardId(0, 0), id, 1);
    log.settled(
        "mail",
        List.of(new Settlement(lease, new SettleRequest.Bury(null, "secret"))),
        List.of(Settled.of(outcome)));
  }

  private List<String> logged() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aDeadJobHasOneLineWithoutItsReason() {
    settle("a", SettleOutcome.DEAD);
    settle("b", SettleOutcome.ACKED);

    assertThat(logged())
        .containsExactly("Job a of queue mail is dead; duetime dead list mail shows why");
  }

  @Test
  void manyDeathsAreCountedInOneLine() {
    for (int i = 0; i < 25; i++) {
      settle("a" + i, SettleOutcome.DEAD);
    }
    time.advance(Duration.ofSeconds(1));
    settle("b", SettleOutcome.DEAD);

    assertThat(logged()).hasSize(DeathLog.MOST + 2);
    assertThat(logged()).contains("15 more events of dead jobs and lost leases were not logged");
  }
}
