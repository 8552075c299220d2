package io.duetime.spring.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.OnConflict;
import io.duetime.SettleOutcome;
import io.duetime.internal.time.SystemTime;
import io.duetime.spring.internal.transaction.CallSender;
import io.duetime.spring.internal.transaction.DeferredCall;
import io.duetime.spring.internal.transaction.DeferredCall.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcOutboxTest {
  private static final Target ORDERS = new Target("orders", null, null);

  private final Duetime duetime = Duetime.open("memory:");
  private final JobQueue<String> orders = duetime.queue("orders", Codec.string());
  private final CallSender sender = new CallSender(duetime);
  private JdbcOutbox outbox;

  @BeforeEach
  void create() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    outbox = new JdbcOutbox(database, "outbox");
  }

  @AfterEach
  void close() {
    duetime.close();
  }

  @Test
  void aCrashBetweenACallAndItsRemovalRepeatsItWithoutASecondJob() {
    outbox.storeAlone(List.of(schedule("a"), schedule("b"), new DeferredCall.Cancel(ORDERS, "a")));

    assertThatThrownBy(() ->
            outbox.forward(rows -> {
              send(rows);
              throw new IllegalStateException("killed");
            }))
        .hasMessage("killed");
    assertThat(orders.counts().waiting()).isEqualTo(1);

    assertThat(outbox.forward(this::send)).isFalse();
    assertThat(orders.find("a")).isEmpty();
    assertThat(orders.find("b")).isPresent();
    assertThat(stored()).isZero();
  }

  @Test
  void aRepeatedCallForARunningJobMakesNoSuccessor() {
    JobRequest<byte[]> request =
        JobRequest.builder(new byte[] {'x'})
            .id("a")
            .onConflict(OnConflict.REPLACE)
            .nonce(7)
            .build();
    outbox.storeAlone(List.of(new DeferredCall.Schedule(ORDERS, "a", request)));
    assertThatThrownBy(() ->
            outbox.forward(rows -> {
              send(rows);
              throw new IllegalStateException("killed");
            }))
        .hasMessage("killed");
    Lease<String> run = orders.claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);

    outbox.forward(this::send);

    assertThat(run.ack()).isEqualTo(SettleOutcome.ACKED);
    assertThat(orders.find("a")).isEmpty();
  }

  @Test
  void onlyWhatWasSentIsRemoved() {
    outbox.storeAlone(List.of(schedule("a"), schedule("b")));

    outbox.forward(rows -> send(rows.subList(0, 1)));

    assertThat(stored()).isEqualTo(1);
    assertThat(orders.find("b")).isEmpty();
  }

  // Otherwise the calls that were taken would be repeated until the refused one is taken, too.
  @Test
  void aRefusedCallStaysAloneInTheOutbox() {
    orders.admin().configure(settings -> settings.maxWaiting(1));
    orders.schedule("there", "x", Duration.ofHours(1));
    JobRequest<byte[]> replacing =
        JobRequest.builder(new byte[] {'y'})
            .id("there")
            .delay(Duration.ofHours(2))
            .onConflict(OnConflict.REPLACE)
            .build();
    outbox.storeAlone(
        List.of(schedule("refused"), new DeferredCall.Schedule(ORDERS, "there", replacing)));

    try (SystemTime time = new SystemTime()) {
      OutboxRelay relay = new OutboxRelay(outbox, sender, Duration.ofHours(1), time);
      relay.start();
      while (orders.find("there").orElseThrow().payload().equals("x") || stored() == 2) {
        Thread.onSpinWait();
      }
      relay.stop();
    }

    assertThat(stored()).isEqualTo(1);
    assertThat(orders.find("refused")).isEmpty();
  }

  @Test
  void moreThanOneStepIsAnnounced() {
    List<DeferredCall> calls = new ArrayList<>();
    for (int i = 0; i <= JdbcOutbox.BATCH; i++) {
      calls.add(schedule("order-" + i));
    }
    outbox.storeAlone(calls);

    assertThat(outbox.forward(this::send)).isTrue();
    assertThat(outbox.forward(this::send)).isFalse();
    assertThat(orders.counts().waiting()).isEqualTo(calls.size());
  }

  @Test
  void aTransactionOfAnotherDatabaseIsRefused() {
    assertThatThrownBy(outbox::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DataSource");
  }

  private static DeferredCall schedule(String id) {
    JobRequest<byte[]> request =
        JobRequest.builder(new byte[] {'x'}).id(id).delay(Duration.ofHours(1)).build();
    return new DeferredCall.Schedule(ORDERS, id, request);
  }

  private List<JdbcOutbox.End> send(List<JdbcOutbox.Row> rows) {
    List<DeferredCall> calls =
        rows.stream().map(row -> CallFormat.read(row.body(), row.age())).toList();
    CallSender.batches(calls, call -> call).forEach(sender::send);
    return rows.stream().map(row -> new JdbcOutbox.End(row.id(), Optional.empty())).toList();
  }

  private int stored() {
    List<JdbcOutbox.Row> left = new ArrayList<>();
    outbox.forward(rows -> {
      left.addAll(rows);
      return List.of();
    });
    return left.size();
  }
}
