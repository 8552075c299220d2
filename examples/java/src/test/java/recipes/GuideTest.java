package recipes;

import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.*;
import io.duetime.test.DuetimeExtension;
import io.duetime.test.TestDuetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of docs/guide.md runs, and the document shows no other. */
@ExtendWith(DuetimeExtension.class)
class GuideTest {
  private final List<String> done = new ArrayList<>();
  private JobQueue<String> orders;

  @BeforeEach
  void open(TestDuetime duetime) {
    orders = duetime.queue("orders", Codec.string());
  }

  private void close(JobInfo<String> job) {
    done.add(job.id());
  }

  @Test
  void scheduling(TestDuetime duetime) {
    Scheduled answer = orders.schedule("order-42", "42 EUR", Duration.ofMinutes(30));
    orders.schedule("order-43", "17 EUR", Instant.parse("2026-12-01T06:00:00Z"));
    orders.schedule(
        JobRequest.builder("5 EUR")
            .id("order-44")
            .dueAt(LocalDateTime.parse("2026-12-01T07:00"), ZoneId.of("Europe/Berlin"))
            .priority(10)
            .tag("customer-7")
            .header("trace", "a1b2")
            .build());

    assertThat(answer.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(orders.counts().waiting()).isEqualTo(3);
    assertThat(orders).hasScheduled("order-44").dueAt(Instant.parse("2026-12-01T06:00:00Z"));
  }

  @Test
  void changing() {
    orders.schedule("order-42", "42 EUR", Duration.ofMinutes(30));
    orders.schedule(
        JobRequest.builder("1 EUR").delay(Duration.ofDays(1)).tag("customer-7").build());

    orders.reschedule("order-42", Duration.ofMinutes(45));
    Updated updated =
        orders.update("order-42", change -> change.payload("43 EUR").addTag("checked"));
    CancelOutcome outcome = orders.cancel("order-42");
    long cancelled = orders.waiting().tagged("customer-7").cancel();

    assertThat(updated.outcome()).isEqualTo(UpdateOutcome.UPDATED);
    assertThat(outcome).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(cancelled).isEqualTo(1);
  }

  @Test
  void shifting() {
    orders.schedule(
        JobRequest.builder("1 EUR").delay(Duration.ofDays(1)).tag("customer-7").build());

    WaitingJobs.Shifted shifted = orders.waiting().tagged("customer-7").shift(Duration.ofHours(2));
    orders.waiting().undoShift(shifted.id());

    assertThat(shifted.moved()).isEqualTo(1);
    assertThat(orders.waiting().undoShift(shifted.id()).moved()).isZero();
  }

  @Test
  void working(TestDuetime duetime) {
    orders.schedule("order-42", "42 EUR", Duration.ZERO);

    Worker worker =
        orders
            .worker(job -> close(job))
            .concurrency(16)
            .lease(Duration.ofSeconds(30))
            .maxRunTime(Duration.ofMinutes(5))
            .closeLimit(Duration.ofSeconds(20))
            .start();

    duetime.runDue();
    assertThat(done).containsExactly("order-42");
    assertThat(worker.running()).isZero();
  }

  private CompletionStage<?> send(JobInfo<String> job) {
    done.add(job.id());
    return CompletableFuture.completedStage("confirmed");
  }

  @Test
  void runningWithoutThreads(TestDuetime duetime) {
    orders.schedule("order-42", "42 EUR", Duration.ZERO);

    orders.asyncWorker(job -> send(job)).concurrency(1_000).start();

    duetime.runDue();
    assertThat(done).containsExactly("order-42");
    assertThat(orders.counts().now().running()).isZero();
  }

  @Test
  void retrying(TestDuetime duetime) {
    orders.schedule(
        JobRequest.builder("42 EUR")
            .id("order-42")
            .retry(RetryPolicy.exponential(5, Duration.ofSeconds(1), Duration.ofMinutes(1)))
            .build());
    orders
        .worker(job -> {
          if (job.attempt() == 1) {
            throw JobFailed.retryAfter(Duration.ofMinutes(10), "the shop is closed");
          }
          throw JobFailed.permanently("the order does not exist");
        })
        .onDead((job, reason) -> done.add(job.id() + " is dead"))
        .start();

    duetime.advance(Duration.ofHours(1));
    assertThat(done).containsExactly("order-42 is dead");
  }

  @Test
  void deadJobs(TestDuetime duetime) {
    orders.schedule(JobRequest.builder("1 EUR").retry(RetryPolicy.none()).build());
    orders.worker(job -> Integer.parseInt(job.payload())).start();
    duetime.runDue();

    for (StoredJob<String> job : orders.dead().page(100).jobs()) {
      done.add(job.id());
    }
    orders.update("order-42", change -> change.payload("43 EUR"));
    DeadJobs.Redriven redriven = orders.dead().all().redrive(Duration.ofMinutes(10));
    long purged = orders.dead().diedOf(DeathReason.EXPIRED).purge();

    assertThat(done).hasSize(1);
    assertThat(redriven.redriven()).isEqualTo(1);
    assertThat(purged).isZero();
  }

  @Test
  void batches() {
    List<Scheduled> answers =
        orders.scheduleAll(
            Stream.of("1", "2", "3")
                .map(id -> JobRequest.builder(id + " EUR").id(id).build())
                .toList());
    List<Cancelled> cancelled = orders.cancelAll(List.of("1", "2"));

    assertThat(answers).hasSize(3);
    assertThat(cancelled).extracting(Cancelled::outcome).containsOnly(CancelOutcome.CANCELLED);
  }

  @Test
  void byHand() {
    orders.schedule("order-42", "42 EUR", Duration.ZERO);

    for (Lease<String> lease : orders.claim(100, Duration.ofSeconds(30), Duration.ofSeconds(20))) {
      close(lease);
      SettleOutcome outcome = lease.ack();
      if (outcome == SettleOutcome.LEASE_LOST) {
        done.add(lease.id() + " was claimed by another consumer");
      }
    }

    assertThat(done).containsExactly("order-42");
  }

  @Test
  void withoutBlocking(TestDuetime duetime) {
    CompletionStage<Boolean> closed =
        orders
            .async()
            .schedule("order-42", "42 EUR", Duration.ofMinutes(30))
            .thenCompose(scheduled -> orders.async().cancel(scheduled.id()))
            .thenApply(outcome -> outcome == CancelOutcome.CANCELLED);

    duetime.runDue();
    assertThat(closed.toCompletableFuture()).isCompletedWithValue(true);
  }

  @Test
  void settings() {
    orders
        .admin()
        .configure(settings ->
            settings
                .maxRunning(50)
                .rate(new QueueSettings.Rate(100, Duration.ofSeconds(1), 100))
                .retention(Duration.ofHours(1)));
    orders.admin().pauseUntil(Instant.parse("2026-12-01T06:00:00Z"));
    orders.admin().resume();

    assertThat(orders.admin().settings().maxRunning()).isEqualTo(50);
  }

  @Test
  void looking() {
    orders.schedule("order-42", "42 EUR", Duration.ofMinutes(30));

    StoredJob<String> job = orders.find("order-42").orElseThrow();
    Explanation explanation = orders.explain("order-42");
    Counts counts = orders.counts();
    List<StoredJob<String>> delayed = orders.jobs(JobState.DELAYED).page(100).jobs();

    assertThat(job.state()).isEqualTo(JobState.DELAYED);
    assertThat(explanation.why()).hasToString("DUE_LATER");
    assertThat(counts.waiting()).isEqualTo(1);
    assertThat(delayed).hasSize(1);
  }

  @Test
  void theDocumentShowsThisCodeAlone() throws IOException {
    String here =
        squeezed(Files.readString(Path.of("src", "test", "java", "recipes", "GuideTest.java")));
    String guide = Files.readString(Path.of("..", "..", "docs", "guide.md"));

    assertThat(Pattern.compile("(?s)```java\n(.*?)```").matcher(guide).results())
        .hasSize(12)
        .allSatisfy(code -> assertThat(here).contains(squeezed(code.group(1))));
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s", "");
  }
}
