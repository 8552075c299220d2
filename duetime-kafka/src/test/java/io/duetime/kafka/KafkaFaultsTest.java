package io.duetime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.handover.HandOver;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.fixture.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults between publish and confirm: nothing is lost, and repeated records say so. */
@Tag("full")
class KafkaFaultsTest {
  private static final int ROUNDS = 5;
  private static final int JOBS_OF_A_ROUND = 1_000;
  private static final Path REPORT = Path.of("target", "kafka-report.txt");

  private final Duetime duetime = Duetime.open("memory:");
  private final JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
  private KafkaCluster cluster;
  private Target target;
  private String topic;
  private Publisher publisher;
  private int jobs;

  // Guarded by this.
  private final Set<String> confirmed = new HashSet<>();
  private int unconfirmed;
  private int notSent;

  /** What the topic has of the jobs. */
  private record Count(
      int published, int unconfirmed, int notSent, int lost, int doubled, int unmarked) {}

  @BeforeEach
  void start() throws Exception {
    cluster = KafkaCluster.startBehindProxy();
    topic = cluster.topic(Map.of());
    Map<String, String> settings =
        Map.of("bootstrapServers", cluster.bootstrapServers(), "confirmTimeout", "3s");
    target = new KafkaTargetProvider().open(new TargetSettings("main", settings));
    publisher = target.publisher(Map.of("topic", topic, "key", "{id}"));
  }

  @AfterEach
  void stop() {
    target.close();
    duetime.close();
    cluster.close();
  }

  private void schedule() {
    List<JobRequest<byte[]>> requests = new ArrayList<>();
    for (int i = 0; i < JOBS_OF_A_ROUND; i++) {
      requests.add(
          JobRequest.builder(new byte[100])
              .id("job" + jobs++)
              .retry(RetryPolicy.fixed(1_000, Duration.ofMillis(50)))
              .build());
    }
    queue.scheduleAll(requests);
  }

  private CompletionStage<?> publish(JobInfo<byte[]> job) {
    return publisher.publish(job).whenComplete((done, failure) -> count(job.id(), failure));
  }

  private synchronized void count(String id, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause == null) {
      confirmed.add(id);
    } else if (((PublishFailure) cause).kind() == PublishFailure.Kind.UNCONFIRMED) {
      unconfirmed++;
    } else {
      notSent++;
    }
    notifyAll();
  }

  private synchronized void awaitConfirmed(int count) throws InterruptedException {
    while (confirmed.size() < count) {
      wait();
    }
  }

  private synchronized void awaitUnconfirmed(int count) throws InterruptedException {
    while (unconfirmed < count) {
      wait();
    }
  }

  private interface Fault {
    void happen() throws InterruptedException;
  }

  private Count handOverWith(Fault fault) throws Exception {
    HandOver handOver = HandOver.of(queue, this::publish).inFlight(100).start();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        schedule();
        awaitConfirmed(round * JOBS_OF_A_ROUND + JOBS_OF_A_ROUND / 10);
        fault.happen();
        awaitConfirmed(jobs);
      }
    } finally {
      handOver.close();
    }
    assertThat(queue.counts().waiting()).isZero();
    assertThat(queue.counts().now().dead()).isZero();
    return count(cluster.read(topic));
  }

  private synchronized Count count(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, Set<String>> attempts = new HashMap<>();
    int unmarked = 0;
    for (ConsumerRecord<byte[], byte[]> one : records) {
      String attempt = header(one, "duetime-attempt");
      boolean isMarked = header(one, "duetime-possible-duplicate").equals("true");
      String id = new String(one.key(), UTF_8);
      boolean isNew = attempts.computeIfAbsent(id, first -> new HashSet<>()).add(attempt);
      if (!isNew || isMarked == attempt.equals("1")) {
        unmarked++;
      }
    }
    int lost = jobs - attempts.size();
    return new Count(jobs, unconfirmed, notSent, lost, records.size() - attempts.size(), unmarked);
  }

  private static String header(ConsumerRecord<byte[], byte[]> one, String name) {
    var header = one.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), UTF_8);
  }

  private static void report(String fault, Count count) throws IOException {
    Files.writeString(
        REPORT, fault + ": " + count + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void connectionsThatAreCutBetweenPublishAndConfirmLoseNothing() throws Exception {
    Count count =
        handOverWith(() -> {
          cluster.proxy().withholdAnswers();
          cluster.proxy().awaitWithheld();
          cluster.proxy().cutAndPass();
        });

    report("connections cut " + ROUNDS + " times", count);
    assertThat(count.lost()).isZero();
    assertThat(count.unmarked()).isZero();
  }

  @Test
  void confirmsThatAreWithheldUntilTheTimeoutLeadToMarkedDuplicatesOnly() throws Exception {
    Count count =
        handOverWith(() -> {
          int before = unconfirmedSoFar();
          cluster.proxy().withholdAnswers();
          cluster.proxy().awaitWithheld();
          awaitUnconfirmed(before + 1);
          cluster.proxy().cutAndPass();
        });

    report("confirms withheld " + ROUNDS + " times", count);
    assertThat(count.unconfirmed()).isGreaterThanOrEqualTo(ROUNDS);
    assertThat(count.doubled()).isPositive();
    assertThat(count.lost()).isZero();
    assertThat(count.unmarked()).isZero();
  }

  private synchronized int unconfirmedSoFar() {
    return unconfirmed;
  }
}
