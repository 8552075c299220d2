package io.duetime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.fixture.KafkaCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs in at a broker, and leaves no threads behind. */
@Tag("full")
class KafkaLoginTest {
  @TempDir Path folder;

  private static PublishFailure failure(CompletionStage<?> confirm) {
    try {
      confirm.toCompletableFuture().join();
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
    throw new AssertionError("it was confirmed");
  }

  @Test
  void aCorrectedPasswordIsSeenByTheNextMessage() throws Exception {
    Path password = Files.writeString(folder.resolve("password"), "wrong");
    try (KafkaCluster cluster = KafkaCluster.startWithLogin();
        ClaimedJobs jobs = new ClaimedJobs();
        Target target = open(cluster, password)) {
      String topic = cluster.topic(Map.of());
      Publisher publisher = target.publisher(Map.of("topic", topic));

      PublishFailure refused = failure(publisher.publish(jobs.job("a", new byte[1])));
      Files.writeString(password, KafkaCluster.PASSWORD + "\n");
      publisher.publish(jobs.job("b", new byte[1])).toCompletableFuture().join();

      assertThat(refused.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(refused.reason()).contains("uthentication failed").doesNotContain("wrong");
      assertThat(cluster.read(topic)).hasSize(1);
    }
  }

  private static Target open(KafkaCluster cluster, Path password) {
    return new KafkaTargetProvider()
        .open(
            new TargetSettings(
                "login",
                Map.of(
                    "bootstrapServers",
                    cluster.bootstrapServers(),
                    "securityProtocol",
                    "SASL_PLAINTEXT",
                    "saslMechanism",
                    "PLAIN",
                    "user",
                    KafkaCluster.USER,
                    "passwordFile",
                    password.toString())));
  }

  @Test
  void aClosedTargetHasNoThreads() throws Exception {
    try (KafkaCluster cluster = KafkaCluster.start();
        ClaimedJobs jobs = new ClaimedJobs()) {
      Target target =
          new KafkaTargetProvider()
              .open(
                  new TargetSettings(
                      "closing", Map.of("bootstrapServers", cluster.bootstrapServers())));
      target
          .publisher(Map.of("topic", cluster.topic(Map.of())))
          .publish(jobs.job("a", new byte[1]))
          .toCompletableFuture()
          .join();
      List<Thread> threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().contains("closing"))
              .toList();
      assertThat(threads).isNotEmpty();

      target.close();

      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
