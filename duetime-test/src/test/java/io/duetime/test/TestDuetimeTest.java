package io.duetime.test;

import static io.duetime.Expiry.Action.BURY;
import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(DuetimeExtension.class)
class TestDuetimeTest {
  private static final Instant START = TestDuetime.DEFAULT_START;

  private final List<String> ran = new ArrayList<>();
  private JobQueue<String> orders;

  @BeforeEach
  void openQueue(TestDuetime duetime) {
    orders = duetime.queue("orders", Codec.string());
  }

  private void startWorker(TestDuetime duetime) {
    orders.worker(job -> ran.add(Duration.between(START, duetime.now()) + " " + job.id())).start();
  }

  @Test
  void aMonthPassesInOrderEachJobAtItsOwnMoment(TestDuetime duetime) {
    startWorker(duetime);
    orders.schedule("c", "x", Duration.ofDays(29));
    orders.schedule("a", "x", Duration.ofMillis(1));
    orders.schedule("b", "x", Duration.ofHours(1));
    orders.schedule("d", "x", Duration.ofDays(31));

    duetime.advance(Duration.ofDays(30));

    assertThat(ran).containsExactly("PT0.001S a", "PT1H b", "PT696H c");
    assertThat(orders).hasWaiting(1).hasScheduled("d").dueAfter(Duration.ofDays(31));
    assertThat(duetime.now()).isEqualTo(START.plus(Duration.ofDays(30)));
  }

  @Test
  void aCenturyOverIdleWorkersCostsFewClaims() {
    AtomicInteger claims = new AtomicInteger();
    JobListener counter =
        new JobListener() {
          @Override
          public void claimed(String queue, int jobs) {
            claims.incrementAndGet();
          }
        };
    try (TestDuetime duetime = TestDuetime.startingAt(START, counter)) {
      for (int i = 0; i < 7; i++) {
        JobQueue<String> queue = duetime.queue("queue-" + i, Codec.string());
        queue.worker(job -> ran.add(job.id())).start();
        queue.schedule("last-" + i, "x", Duration.ofDays(36_524));
      }

      duetime.advance(Duration.ofDays(36_525));

      assertThat(ran).hasSize(7);
      assertThat(claims.get()).isLessThan(2_000);
    }
  }

  @Test
  void anExpiryWithoutAClaimIsSettledAtItsMoment(TestDuetime duetime) {
    orders.schedule(
        JobRequest.builder("x").id("a").expiresAfter(Duration.ofMinutes(5), BURY).build());

    duetime.advance(Duration.ofMinutes(5));

    assertThat(orders).hasDead("a");
  }

  @Test
  void whatAHandlerSchedulesRunsInTheSameAdvance(TestDuetime duetime) {
    orders
        .worker(job -> {
          ran.add(job.id());
          if (job.id().length() < 5) {
            orders.schedule(job.id() + "+", "x", Duration.ofDays(1));
          }
        })
        .start();
    orders.schedule("a", "x", Duration.ZERO);

    duetime.advance(Duration.ofDays(10));

    assertThat(ran).containsExactly("a", "a+", "a++", "a+++", "a++++");
  }

  @Test
  void retriesComeInTheirTime(TestDuetime duetime) {
    orders
        .worker(job -> {
          ran.add(Duration.between(START, duetime.now()).toString());
          throw new IllegalStateException("no");
        })
        .start();
    orders.schedule(
        JobRequest.builder("x")
            .id("a")
            .retry(RetryPolicy.fixed(3, Duration.ofMinutes(10)))
            .build());

    duetime.advance(Duration.ofHours(1));

    assertThat(ran).containsExactly("PT0S", "PT10M", "PT20M");
    assertThat(orders).hasDead("a").afterAttempts(3).withPayload("x");
    assertThat(duetime.failures()).hasSize(3);
  }

  @Test
  void recurringJobsTick(TestDuetime duetime) {
    startWorker(duetime);
    orders.every("report", Schedule.cron("0 7 * * *", ZoneId.of("UTC")), "x");

    duetime.advance(Duration.ofDays(3));

    assertThat(ran)
        .containsExactly(
            "PT7H report@2026-01-01T07:00:00Z",
            "PT31H report@2026-01-02T07:00:00Z",
            "PT55H report@2026-01-03T07:00:00Z");
  }

  @Test
  void aPausedRecurringJobDoesNotTickUntilItGoesOn(TestDuetime duetime) {
    startWorker(duetime);
    orders.every("beat", Duration.ofHours(1), "x");
    duetime.advance(Duration.ofMinutes(150));

    assertThat(orders.recurring().pause("beat").orElseThrow().nextTick()).isNull();
    duetime.advance(Duration.ofHours(5));
    assertThat(ran).hasSize(2);
    orders.every("beat", Duration.ofHours(1), "x");
    assertThat(orders.recurring().runNow("beat").orElseThrow().id())
        .isEqualTo("beat@2026-01-01T07:30:00Z");
    assertThat(orders.recurring().resume("beat").orElseThrow().skippedTicks()).isEqualTo(4);
    duetime.advance(Duration.ofMinutes(30));

    assertThat(ran).hasSize(5).last().asString().contains("beat@2026-01-01T08:00:00Z");
    assertThat(orders.recurring().find("beat").orElseThrow().paused()).isFalse();
    assertThat(orders.recurring().remove("beat").orElseThrow().pending()).isEmpty();
    assertThat(orders.recurring().list()).isEmpty();
  }

  @Test
  void anAssertionThatFailsInAHandlerFailsTheTest(TestDuetime duetime) {
    orders.worker(job -> assertThat(job.payload()).isEqualTo("y")).start();
    orders.schedule("a", "x", Duration.ZERO);

    assertThatThrownBy(duetime::runDue).isInstanceOf(AssertionError.class);
    duetime.runDue();
  }

  @Test
  void aBlockingClaimMovesTimeOnWhileItWaits(TestDuetime duetime) {
    orders.schedule("a", "x", Duration.ofMinutes(5));

    assertThat(orders.claim(1, Duration.ofSeconds(30), Duration.ofHours(1))).hasSize(1);
    assertThat(duetime.now()).isEqualTo(START.plus(Duration.ofMinutes(5)));
  }

  @Test
  void aCopyOfADeadJobExistsAtOnce(TestDuetime duetime) {
    orders.admin().configure(settings -> settings.deadCopyTo("compensation"));
    orders
        .worker(job -> {
          throw new IllegalStateException("no");
        })
        .start();
    orders.schedule(JobRequest.builder("x").retry(RetryPolicy.none()).build());

    duetime.runDue();

    assertThat(duetime.queue("compensation", Codec.string())).hasWaiting(1);
  }

  @Test
  void assertionsSayWhatTheQueueHas() {
    orders.schedule(
        JobRequest.builder("x")
            .id("a")
            .dueAt(START.plusSeconds(5))
            .priority(3)
            .tag("t")
            .header("h", "v")
            .build());

    assertThat(orders)
        .hasScheduled("a")
        .dueAt(START.plusSeconds(5))
        .withPayload("x")
        .withPriority(3)
        .withTag("t")
        .withHeader("h", "v");
    assertThat(orders).doesNotHave("b");
    assertThatThrownBy(() -> assertThat(orders).hasScheduled("b"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "queue orders has no waiting job b; it has\n"
                + "  job a of queue orders (DELAYED, due at 2026-01-01T00:00:05Z)");
    assertThatThrownBy(() -> assertThat(orders).hasNothingWaiting())
        .hasMessageStartingWith("queue orders should have 0 waiting jobs but has 1");
    assertThatThrownBy(() -> assertThat(orders).hasDead("a"))
        .hasMessageStartingWith("queue orders should have a dead but has job a");
    assertThatThrownBy(() -> assertThat(orders).doesNotHave("a"))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(orders).hasScheduled("a").dueAt(START))
        .hasMessageEndingWith("should be 2026-01-01T00:00:00Z but is 2026-01-01T00:00:05Z");
    assertThatThrownBy(() -> assertThat(orders).hasScheduled("a").withPayload("y"))
        .hasMessageContaining("payload");
    assertThatThrownBy(() -> assertThat(orders).hasScheduled("a").withTag("u"))
        .hasMessageEndingWith("should be u but is [t]");
  }

  @Test
  void everyTestHasAStoreOfItsOwn(TestDuetime duetime) {
    assertThat(duetime.queues()).isEmpty();
  }
}
