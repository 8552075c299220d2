package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Operation;
import io.duetime.engine.server.AuditLog;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that a client repeats because the store was away. */
class RefusedSettlementTest {
  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);
  private Client client;

  @BeforeEach
  void put() {
    client = server.connect();
    client.put("1 0 60", "abc");
  }

  @ParameterizedTest
  @CsvSource({"delete 1,DELETED", "release 1 5 3600,RELEASED", "bury 1 5,BURIED"})
  void aReservedJobStaysReservedUntilItsCommandSucceeds(String command, String answer) {
    client.ask("reserve");
    server.engine().refuse(Operation.SETTLE);

    client.send(command + "\r\n" + command + "\r\n");

    assertThat(client.answer()).isEqualTo("OUT_OF_MEMORY");
    assertThat(client.answer()).isEqualTo("OUT_OF_MEMORY");
    server.engine().refuse();
    assertThat(client.ask(command)).isEqualTo(answer);
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
  }

  @Test
  void aKickThatFailsIsInTheAuditLogAsItMayHaveChangedAPart() {
    server.engine().refuse(Operation.CHANGE);

    assertThat(client.ask("kick 5")).isEqualTo("OUT_OF_MEMORY");

    assertThat(server.engine().auditEntries(AuditLog.NEWEST, 10).toCompletableFuture().join())
        .extracting(entry -> entry.event().action())
        .containsExactly("beanstalkd kick");
  }
}
