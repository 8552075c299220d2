package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.spring.DuetimeQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Calls inside a transaction take effect after its commit, and never after its rollback. */
class TransactionTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private ConfigurableApplicationContext app;
  private JobQueue<String> orders;
  private TransactionTemplate transaction;

  static class Shop {
    @DuetimeQueue("orders")
    JobQueue<String> orders;
  }

  @BeforeEach
  void start() {
    app = Application.start(Shop.class);
    orders = app.getBean(Shop.class).orders;
    transaction = new TransactionTemplate(app.getBean(PlatformTransactionManager.class));
  }

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void schedulingTakesEffectAfterTheCommit() {
    Scheduled answer =
        transaction.execute(status -> {
          Scheduled deferred = orders.schedule("o1", "42 EUR", HOUR);
          assertThat(orders.find("o1")).isEmpty();
          return deferred;
        });

    assertThat(answer.outcome()).isEqualTo(ScheduleOutcome.DEFERRED);
    assertThat(answer.id()).isEqualTo("o1");
    assertThat(orders.find("o1").orElseThrow().payload()).isEqualTo("42 EUR");
  }

  // The commit would stand without its job.
  @Test
  void aPayloadThatTheStoreDoesNotTakeIsRefusedAtTheCall() {
    String tooMuch = "x".repeat(Limits.DEFAULT_MAX_PAYLOAD_BYTES + 1);

    transaction.executeWithoutResult(status ->
        assertThatThrownBy(() -> orders.schedule("o1", tooMuch, HOUR))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("payload is '1048577 bytes'"));
  }

  @Test
  void aGeneratedIdIsKnownAtOnce() {
    Scheduled answer = transaction.execute(status -> orders.schedule("42 EUR", HOUR));

    assertThat(orders.find(answer.id())).isPresent();
  }

  @Test
  void nothingTakesEffectAfterARollback() {
    orders.schedule("old", "1", HOUR);

    transaction.executeWithoutResult(status -> {
      assertThat(orders.schedule("new", "2", HOUR).outcome()).isEqualTo(ScheduleOutcome.DEFERRED);
      assertThat(orders.cancel("old")).isEqualTo(CancelOutcome.DEFERRED);
      assertThat(orders.reschedule("old", HOUR.multipliedBy(2)).outcome())
          .isEqualTo(RescheduleOutcome.DEFERRED);
      status.setRollbackOnly();
    });

    assertThat(orders.find("new")).isEmpty();
    assertThat(orders.find("old")).isPresent();
  }

  @Test
  void anInnerCallerThatAllowsOnlyARollbackRollsTheCallsBack() {
    assertThatThrownBy(() ->
            transaction.executeWithoutResult(outer -> {
              orders.schedule("o1", "42 EUR", HOUR);
              transaction.executeWithoutResult(TransactionExecution::setRollbackOnly);
            }))
        .isInstanceOf(UnexpectedRollbackException.class);

    assertThat(orders.counts().waiting()).isZero();
  }

  @Test
  void anExceptionRollsTheCallsBack() {
    assertThatThrownBy(() ->
            transaction.executeWithoutResult(status -> {
              orders.schedule("o1", "42 EUR", HOUR);
              throw new IllegalStateException("no stock");
            }))
        .hasMessage("no stock");

    assertThat(orders.counts().waiting()).isZero();
  }

  @Test
  void callsTakeEffectInTheirOrder() {
    Instant later = Instant.parse("2099-01-01T00:00:00Z");

    transaction.executeWithoutResult(status -> {
      orders.schedule("cancelled", "1", HOUR);
      orders.cancel("cancelled");
      orders.cancel("kept");
      orders.schedule("kept", "2", HOUR);
      orders.reschedule("kept", later);
      orders.schedule(
          JobRequest.builder("3").id("kept").dueAt(later).onConflict(OnConflict.REPLACE).build());
    });

    assertThat(orders.jobs(JobState.DELAYED).page(10).jobs())
        .singleElement()
        .satisfies(job -> {
          assertThat(job.id()).isEqualTo("kept");
          assertThat(job.payload()).isEqualTo("3");
          assertThat(job.dueAt()).isEqualTo(later);
        });
  }

  @Test
  void immediatelyTakesEffectAtOnceAlsoBeforeARollback() {
    transaction.executeWithoutResult(status -> {
      Scheduled answer = orders.immediately().schedule("o1", "42 EUR", HOUR);
      assertThat(answer.outcome()).isEqualTo(ScheduleOutcome.CREATED);
      status.setRollbackOnly();
    });

    assertThat(orders.find("o1")).isPresent();
  }

  @Test
  void anInnerTransactionOfItsOwnCommitsItsOwnCalls() {
    TransactionTemplate own = new TransactionTemplate(transaction.getTransactionManager());
    own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

    transaction.executeWithoutResult(outer -> {
      orders.schedule("outer", "1", HOUR);
      own.executeWithoutResult(inner -> orders.schedule("inner", "2", HOUR));
      assertThat(orders.find("inner")).isPresent();
      assertThat(orders.find("outer")).isEmpty();
      outer.setRollbackOnly();
    });

    assertThat(orders.find("outer")).isEmpty();
  }

  @Test
  void aRollbackToASavepointDropsTheCallsSinceThen() {
    TransactionTemplate nested = new TransactionTemplate(transaction.getTransactionManager());
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);

    transaction.executeWithoutResult(outer -> {
      nested.executeWithoutResult(inner -> {
        orders.schedule("first", "0", HOUR);
        inner.setRollbackOnly();
      });
      orders.schedule("before", "1", HOUR);
      nested.executeWithoutResult(inner -> {
        orders.schedule("inside", "2", HOUR);
        inner.setRollbackOnly();
      });
      orders.schedule("behind", "3", HOUR);
    });

    assertThat(orders.jobs().page(10).jobs())
        .extracting(job -> job.id())
        .containsExactlyInAnyOrder("before", "behind");
  }

  @Test
  void aCallThatIsMadeAfterTheCommitTakesEffectToo() {
    transaction.executeWithoutResult(status ->
        TransactionSynchronizationManager.registerSynchronization(
            new TransactionSynchronization() {
              @Override
              public void afterCommit() {
                orders.schedule("in-after-commit", "1", HOUR);
              }

              @Override
              public void afterCompletion(int completed) {
                orders.schedule("in-after-completion", "2", HOUR);
              }
            }));

    assertThat(orders.find("in-after-commit")).isPresent();
    assertThat(orders.find("in-after-completion")).isPresent();
  }

  @Test
  void whatCannotBeStoredIsRefusedWhileTheTransactionIsOpen() {
    JobQueue<String> broken =
        app.getBean(Duetime.class)
            .queue(
                "orders",
                new Codec<>() {
                  @Override
                  public byte[] encode(String payload) {
                    throw new IllegalArgumentException("not this");
                  }

                  @Override
                  public String decode(byte[] bytes) {
                    return "";
                  }
                });

    transaction.executeWithoutResult(status ->
        assertThatThrownBy(() -> broken.schedule("42 EUR", HOUR))
            .isInstanceOf(InvalidRequestException.class));
  }

  @Test
  void batchesAreAnsweredItemByItem() {
    transaction.executeWithoutResult(status -> {
      assertThat(
              orders.scheduleAll(
                  List.of(
                      JobRequest.builder("1").id("a").delay(HOUR).build(),
                      JobRequest.builder("2").idFromContent().delay(HOUR).build())))
          .extracting(Scheduled::outcome)
          .containsOnly(ScheduleOutcome.DEFERRED);
      assertThat(orders.cancelAll(List.of("a", "")))
          .extracting(answer -> answer.outcome())
          .containsExactly(CancelOutcome.DEFERRED, CancelOutcome.REFUSED);
    });

    assertThat(orders.jobs().page(10).jobs())
        .singleElement()
        .satisfies(job -> assertThat(job.id()).hasSize(64));
  }

  @Test
  void anotherThreadsCallsAreNotDeferred() throws Exception {
    transaction.executeWithoutResult(status ->
        assertThat(
                java.util.concurrent.CompletableFuture.supplyAsync(
                        () -> orders.schedule("o1", "42 EUR", HOUR).outcome())
                    .join())
            .isEqualTo(ScheduleOutcome.CREATED));
  }

  @Test
  void transactionsCanBeSwitchedOff() {
    try (ConfigurableApplicationContext direct =
        Application.start(Shop.class, "duetime.transactions.enabled=false")) {
      new TransactionTemplate(direct.getBean(PlatformTransactionManager.class))
          .executeWithoutResult(status ->
              assertThat(direct.getBean(Shop.class).orders.schedule("o", "1", HOUR).outcome())
                  .isEqualTo(ScheduleOutcome.CREATED));
    }
  }
}
