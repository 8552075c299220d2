package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  private static final JobBody BODY = new JobBody(new byte[0], "text/plain", Map.of());

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final Engine memory = new MemoryEngine(time);

  @AfterEach
  void close() {
    memory.close();
  }

  private ServerMetrics metrics(Engine store, String pattern) {
    return new ServerMetrics(store, time, pattern);
  }

  private static String scrape(ServerMetrics metrics) {
    return metrics.scrape(Runnable::run).toCompletableFuture().join();
  }

  private void schedule(Engine engine, String queue, String id) {
    engine.schedule(
        queue, List.of(JobSpec.builder(id, BODY, DueTime.after(0)).build()), Durability.NONE);
  }

  private static ClaimResult claim(Engine engine, String queue) {
    return engine
        .claim(queue, new ClaimRequest(10, 30_000, null, "", null))
        .toCompletableFuture()
        .join();
  }

  private void useOnce(Engine engine, String queue) {
    schedule(engine, queue, "a");
    ack(engine, queue, claim(engine, queue));
  }

  private static void ack(Engine engine, String queue, ClaimResult claimed) {
    engine.settle(
        queue,
        claimed.jobs().stream().map(job -> Settlement.ack(job.lease())).toList(),
        Durability.NONE);
  }

  @Test
  void everyScheduledClaimedAndSettledJobIsCountedFromItsDueTime() {
    ServerMetrics metrics = metrics(memory, "*");
    schedule(metrics.engine(), "mail", "a");
    schedule(metrics.engine(), "mail", "b");
    time.advance(Duration.ofSeconds(7));
    ClaimResult claimed = claim(metrics.engine(), "mail");
    ack(metrics.engine(), "mail", claimed);

    assertThat(scrape(metrics))
        .contains(
            "duetime_jobs_scheduled_total{outcome=\"created\",queue=\"mail\"} 2.0",
            "duetime_jobs_claimed_total{queue=\"mail\"} 2.0",
            "duetime_lateness_seconds_bucket{queue=\"mail\",le=\"5.0\"} 0",
            "duetime_lateness_seconds_bucket{queue=\"mail\",le=\"30.0\"} 2",
            "duetime_settlements_total{outcome=\"acked\",queue=\"mail\"} 2.0");
  }

  @Test
  void theStoreIsReadAtEachScrape() {
    ServerMetrics metrics = metrics(memory, "*");
    schedule(memory, "mail", "a");
    time.advance(Duration.ofSeconds(90));

    assertThat(scrape(metrics))
        .contains(
            "duetime_store_up 1.0",
            "duetime_queues 1.0",
            "duetime_queue_jobs{queue=\"mail\",state=\"ready\"} 1.0",
            "duetime_queue_events_total{event=\"scheduled\",queue=\"mail\"} 1.0",
            "duetime_queue_oldest_overdue_seconds{queue=\"mail\"} 90.0",
            "duetime_queue_paused{queue=\"mail\"} 0.0");
  }

  @Test
  void tenThousandQueuesHaveSeriesOfFiveHundredWithinTwoMegabytes() {
    ServerMetrics metrics = metrics(memory, "*");
    for (int i = 0; i < 10_000; i++) {
      useOnce(metrics.engine(), "a-queue-with-a-usual-name-" + i);
    }
    scrape(metrics);
    for (int i = 0; i < 10_000; i++) {
      useOnce(metrics.engine(), "a-queue-with-a-usual-name-" + i);
    }

    String text = scrape(metrics);

    assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
    assertThat(count(text, "duetime_queue_oldest_overdue_seconds{")).isEqualTo(501);
    assertThat(count(text, "duetime_lateness_seconds_count{")).isEqualTo(501);
    assertThat(text)
        .contains("duetime_queue_events_total{event=\"acked\",queue=\"other\"} 19000.0");
  }

  @Test
  void theOldestJobOfTheOthersIsOneThatMayRun() {
    ServerMetrics metrics = metrics(memory, "mail");
    for (int i = 0; i < 501; i++) {
      useOnce(memory, "busy" + i);
      useOnce(memory, "busy" + i);
    }
    schedule(memory, "paused", "a");
    memory.configure("paused", QueueSettings.builder().paused().build());
    time.advance(Duration.ofSeconds(60));
    schedule(memory, "slow", "a");
    time.advance(Duration.ofSeconds(30));

    assertThat(scrape(metrics))
        .contains(
            "duetime_queue_oldest_overdue_seconds{queue=\"other\"} 30.0",
            "duetime_queue_jobs{queue=\"other\",state=\"ready\"} 2.0",
            "duetime_queue_paused{queue=\"other\"} 0.0");
  }

  private static long count(String text, String prefix) {
    return text.lines().filter(line -> line.startsWith(prefix)).count();
  }

  @Test
  void aQueueThatIsDeletedGivesItsPlaceBack() {
    ServerMetrics metrics = metrics(memory, "*");
    useOnce(metrics.engine(), "mail");
    assertThat(scrape(metrics)).contains("queue=\"mail\"");

    memory.deleteQueue("mail");

    assertThat(scrape(metrics)).doesNotContain("queue=\"mail\"");
  }

  @Test
  void aStoreThatDoesNotAnswerLeavesTheSeriesOfTheProcess() {
    Engine silent =
        new ForwardingEngine(memory) {
          @Override
          public CompletionStage<List<String>> queues() {
            return new CompletableFuture<>();
          }
        };
    ServerMetrics metrics = metrics(silent, "*");
    CompletableFuture<String> text = metrics.scrape(Runnable::run).toCompletableFuture();
    assertThat(text).isNotDone();

    time.advance(Duration.ofSeconds(5));

    assertThat(text.join())
        .contains("duetime_store_up 0.0", "duetime_maintenance_age_seconds")
        .doesNotContain("duetime_queue_jobs");
  }

  @Test
  void everyServerOfAStoreShowsTheSameOfIt() {
    ServerMetrics one = metrics(memory, "*");
    ServerMetrics other = metrics(memory, "*");
    useOnce(one.engine(), "mail");
    schedule(other.engine(), "mail", "b");

    assertThat(ofStore(scrape(one))).isNotEmpty().isEqualTo(ofStore(scrape(other)));
  }

  private static List<String> ofStore(String text) {
    return text.lines().filter(line -> line.startsWith("duetime_queue")).toList();
  }

  @Test
  void tasksAreCountedAlsoAfterACollectionOfGarbage() {
    ServerMetrics metrics = metrics(memory, "*");
    AtomicLong tasks = new AtomicLong(3);
    metrics.unfinishedTasks(() -> tasks.get());
    System.gc();

    assertThat(scrape(metrics)).contains("duetime_tasks_unfinished 3.0");
  }

  @Test
  void theProcessIsMeasured() {
    assertThat(scrape(metrics(memory, "*")))
        .contains(
            "jvm_memory_used_bytes{",
            "jvm_gc_collections_seconds_count{",
            "jvm_threads_live_threads ",
            "process_cpu_usage ",
            "process_files_open_files ",
            "process_uptime_seconds ");
  }

  @Test
  void scrapesAtTheSameTimeShareOneAnswer() {
    ServerMetrics metrics = metrics(memory, "*");
    List<Runnable> later = new java.util.ArrayList<>();

    assertThat(metrics.scrape(later::add)).isSameAs(metrics.scrape(later::add));
    assertThat(later).hasSize(1);
  }
}
