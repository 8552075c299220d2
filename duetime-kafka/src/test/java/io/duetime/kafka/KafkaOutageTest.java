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
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.fixture.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker that goes away and comes back loses no job, and duplicates say that they may be. */
@Tag("full")
class KafkaOutageTest {
  private static final int JOBS = 2_000;

  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private final CountDownLatch some = new CountDownLatch(JOBS / 4);
  private final CountDownLatch all = new CountDownLatch(JOBS);
  private final CountDownLatch failures = new CountDownLatch(6);
  private KafkaCluster cluster;
  private Target target;
  private String topic;

  @BeforeEach
  void start() throws Exception {
    cluster = KafkaCluster.start();
    topic = cluster.topic(Map.of());
    target =
        new KafkaTargetProvider()
            .open(
                new TargetSettings(
                    "main",
                    Map.of(
                        "bootstrapServers", cluster.bootstrapServers(), "confirmTimeout", "2s")));
  }

  @AfterEach
  void stop() {
    target.close();
    cluster.close();
  }

  private CompletionStage<?> counted(JobInfo<byte[]> job, CompletionStage<?> confirm) {
    return confirm.whenComplete((stored, failure) -> {
      if (failure != null) {
        failures.countDown();
      } else if (confirmed.add(job.id())) {
        some.countDown();
        all.countDown();
      }
    });
  }

  private static void schedule(JobQueue<byte[]> queue) {
    List<JobRequest<byte[]>> requests = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      requests.add(
          JobRequest.builder(new byte[100])
              .id("job" + i)
              .delay(Duration.ZERO)
              .retry(RetryPolicy.fixed(1_000, Duration.ofMillis(50)))
              .build());
    }
    queue.scheduleAll(requests);
  }

  private void handOverWhile(Disturbance disturbance) throws Exception {
    Publisher publisher = target.publisher(Map.of("topic", topic, "key", "{id}"));
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
      schedule(queue);
      HandOver handOver =
          HandOver.of(queue, job -> counted(job, publisher.publish(job))).inFlight(100).start();
      try {
        some.await();
        disturbance.begin();
        failures.await();
        disturbance.end();
        all.await();
      } finally {
        handOver.close();
      }
      assertThat(queue.counts().waiting()).isZero();
      assertThat(queue.counts().since().acked()).isEqualTo(JOBS);
    }
  }

  private interface Disturbance {
    void begin() throws Exception;

    void end() throws Exception;
  }

  /**
   * Every job is there, and at most one record of a job does not say that it may be a duplicate.
   */
  private void assertNothingIsLost(List<ConsumerRecord<byte[], byte[]>> records) {
    Set<String> ids = new HashSet<>();
    Map<String, Integer> unmarked = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> one : records) {
      String id = new String(one.key(), UTF_8);
      ids.add(id);
      if (one.headers().lastHeader("duetime-possible-duplicate") == null) {
        unmarked.merge(id, 1, Integer::sum);
      }
    }
    assertThat(ids).hasSize(JOBS);
    assertThat(unmarked.values()).allMatch(count -> count == 1);
  }

  @Test
  void aBrokerThatIsRestartedUnderLoadGetsEveryJob() throws Exception {
    handOverWhile(
        new Disturbance() {
          @Override
          public void begin() {
            cluster.stopBroker();
          }

          @Override
          public void end() throws Exception {
            cluster.startBroker();
          }
        });

    assertNothingIsLost(cluster.read(topic));
  }

  @Test
  void aTopicThatIsDeletedUnderLoadGetsTheJobsAfterItIsThereAgain() throws Exception {
    handOverWhile(
        new Disturbance() {
          @Override
          public void begin() throws Exception {
            cluster.delete(topic);
          }

          @Override
          public void end() throws Exception {
            cluster.create(topic, Map.of());
          }
        });

    // What the deleted topic had is gone with it; what was not confirmed by then is here.
    Set<String> ids = new HashSet<>();
    cluster.read(topic).forEach(one -> ids.add(new String(one.key(), UTF_8)));
    assertThat(ids).isNotEmpty();
    assertThat(confirmed).hasSize(JOBS).containsAll(ids);
  }

  @Test
  void whileTheBrokerIsDownRecordsAreNotSent() throws Exception {
    try (ClaimedJobs jobs = new ClaimedJobs()) {
      Publisher publisher = target.publisher(Map.of("topic", topic));
      publisher.publish(jobs.job("a", new byte[1])).toCompletableFuture().join();

      cluster.stopBroker();
      // Whether it was sent depends on what the producer knew when the broker left.
      PublishFailure lost = failure(publisher.publish(jobs.job("b", new byte[1])));
      PublishFailure unsent = failure(publisher.publish(jobs.job("c", new byte[1])));
      cluster.startBroker();
      publisher.publish(jobs.job("d", new byte[1])).toCompletableFuture().join();

      assertThat(lost.isOfTarget()).isTrue();
      assertThat(unsent.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(unsent.isOfTarget()).isTrue();
      assertThat(unsent.reason()).startsWith("Kafka at localhost:");
    }
  }

  private static PublishFailure failure(CompletionStage<?> confirm) {
    try {
      confirm.toCompletableFuture().join();
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
    throw new AssertionError("it was confirmed");
  }
}
