package io.duetime.spring.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.OnConflict;
import io.duetime.SettleOutcome;
import io.duetime.spring.SchemaInitialization;
import io.duetime.spring.outbox.JdbcOutbox.Step;
import io.duetime.spring.transaction.CallSender;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.DeferredCall.Target;
import io.duetime.spring.transaction.TransactionBegins;
import io.duetime.time.SystemTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class JdbcOutboxTest {
  private static final Target ORDERS = new Target("orders", null, null);
  private static final Duration LEASE = Duration.ofSeconds(1);

  private final Duetime duetime = Duetime.open("memory:");
  private final JobQueue<String> orders = duetime.queue("orders", Codec.string());
  private final CallSender sender = new CallSender(duetime);
  private final JdbcDataSource database = new JdbcDataSource();
  private JdbcOutbox outbox;

  @BeforeEach
  void create() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    outbox = open(database, "");
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

    assertThat(outbox.forward(this::send)).isEqualTo(Step.DONE);
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

    assertThat(outbox.forward(this::send)).isEqualTo(Step.MORE);
    assertThat(outbox.forward(this::send)).isEqualTo(Step.DONE);
    assertThat(orders.counts().waiting()).isEqualTo(calls.size());
  }

  @Test
  void aStepReadsFewLargeCallsAtATime() {
    List<DeferredCall> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(schedule("order-" + i, new byte[1 << 20]));
    }
    outbox.storeAlone(calls);

    List<Integer> steps = new ArrayList<>();
    Step step = Step.MORE;
    while (step == Step.MORE) {
      step =
          outbox.forward(rows -> {
            steps.add(rows.size());
            return send(rows);
          });
    }

    assertThat(steps).containsExactly(7, 7, 6);
    assertThat(orders.counts().waiting()).isEqualTo(20);
  }

  @Test
  void anErrorDoesNotEndTheRelay() {
    outbox.storeAlone(List.of(schedule("a")));
    AtomicInteger tries = new AtomicInteger();
    DelegatingDataSource failing =
        new DelegatingDataSource(database) {
          @Override
          public Connection getConnection() throws SQLException {
            if (Thread.currentThread().getName().startsWith("duetime-outbox")
                && tries.incrementAndGet() == 1) {
              throw new OutOfMemoryError("for the test");
            }
            return super.getConnection();
          }
        };
    JdbcOutbox watched = open(failing, "");

    try (SystemTime time = new SystemTime()) {
      OutboxRelay relay = new OutboxRelay(watched, sender, Duration.ofMillis(1), time);
      relay.start();
      while (orders.find("a").isEmpty()) {
        Thread.onSpinWait();
      }
      relay.stop();
    }

    assertThat(tries).hasValueGreaterThan(1);
  }

  @Test
  void aUserThatMayNotDeleteEndsTheStart() {
    JdbcTemplate jdbc = new JdbcTemplate(database);
    jdbc.execute("create user app password 'secret'");
    jdbc.execute("grant select, insert, update on outbox to app");
    // Only an administrator may set how long the database stays.
    database.setURL(database.getURL().replace(";DB_CLOSE_DELAY=-1", ""));
    database.setUser("app");
    database.setPassword("secret");
    JdbcOutbox restricted = open(database, "");

    try (SystemTime time = new SystemTime()) {
      OutboxRelay relay = new OutboxRelay(restricted, sender, Duration.ofHours(1), time);
      assertThatThrownBy(relay::start).hasStackTraceContaining("outbox");
      assertThat(relay.isRunning()).isFalse();
    }
  }

  @Test
  void callsThatAnotherRelayHasAreLeftToItForItsLease() {
    outbox.storeAlone(List.of(schedule("a")));
    JdbcOutbox other = open(database, "");
    List<Step> seen = new ArrayList<>();

    assertThatThrownBy(() ->
            outbox.forward(rows -> {
              seen.add(other.forward(this::send));
              throw new IllegalStateException("killed");
            }))
        .hasMessage("killed");
    assertThat(seen).containsExactly(Step.BUSY);
    Step step = other.forward(this::send);
    while (step == Step.BUSY) {
      step = other.forward(this::send);
    }

    assertThat(step).isEqualTo(Step.DONE);
    assertThat(orders.find("a")).isPresent();
    assertThat(stored()).isZero();
  }

  @Test
  void whatIsKeptIsNotTakenWhenTheFirstLeaseHasEnded() {
    outbox.storeAlone(List.of(schedule("a")));
    JdbcOutbox other = open(database, "");

    outbox.forward(rows -> {
      long end = System.nanoTime() + LEASE.plusMillis(500).toNanos();
      while (System.nanoTime() < end) {
        assertThat(outbox.keep()).isTrue();
        assertThat(other.forward(this::send)).isEqualTo(Step.BUSY);
      }
      return send(rows);
    });

    assertThat(stored()).isZero();
  }

  @Test
  void noTransactionIsOpenWhileTheStoreIsCalled() {
    outbox.storeAlone(List.of(schedule("a")));

    outbox.forward(rows -> {
      assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
      return send(rows);
    });
  }

  @Test
  void eachApplicationSendsItsOwnCalls() {
    JdbcOutbox billing = open(database, "billing");
    outbox.storeAlone(List.of(schedule("a")));

    assertThat(billing.forward(this::send)).isEqualTo(Step.DONE);
    assertThat(orders.find("a")).isEmpty();
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aTransactionOfAnotherDatabaseIsRefused() {
    assertThatThrownBy(outbox::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("DataSource");
  }

  private static JdbcOutbox open(DataSource database, String application) {
    return new JdbcOutbox(
        database,
        new JdbcOutbox.Settings("outbox", SchemaInitialization.ALWAYS, application, LEASE),
        new TransactionBegins());
  }

  private static DeferredCall schedule(String id) {
    return schedule(id, new byte[] {'x'});
  }

  private static DeferredCall schedule(String id, byte[] payload) {
    JobRequest<byte[]> request =
        JobRequest.builder(payload).id(id).delay(Duration.ofHours(1)).build();
    return new DeferredCall.Schedule(ORDERS, id, request);
  }

  private List<JdbcOutbox.End> send(List<JdbcOutbox.Row> rows) {
    List<DeferredCall> calls =
        rows.stream().map(row -> CallFormat.read(row.body(), row.age())).toList();
    CallSender.batches(calls, call -> call).forEach(sender::send);
    return rows.stream().map(row -> new JdbcOutbox.End(row.id(), Optional.empty())).toList();
  }

  private long stored() {
    return outbox.state().waiting();
  }
}
