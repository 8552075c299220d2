package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import io.vertx.core.http.HttpServerRequest;
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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Under load and faults of the endpoint each job arrives, and repeated messages say so. */
@Tag("full")
class WebhookFaultsTest extends WebhookTest {
  private static final int JOBS = 1_000;
  private static final int EACH = 10;
  private static final Path REPORT = Path.of("target", "webhook-report.txt");

  private final CountDownLatch confirmed = new CountDownLatch(JOBS);

  // Guarded by this.
  private final Map<String, List<String>> attempts = new HashMap<>();
  private int unmarked;
  private int messages;
  private int failed;

  /** What arrived at the endpoint. */
  private record Count(int published, int failed, int lost, int doubled, int unmarked) {}

  /** Notes a message; true for each tenth of them. */
  private synchronized boolean isBad(HttpServerRequest request) {
    String attempt = request.getHeader("duetime-attempt");
    boolean isMarked = "true".equals(request.getHeader("duetime-possible-duplicate"));
    attempts
        .computeIfAbsent(request.getHeader("webhook-id"), first -> new ArrayList<>())
        .add(attempt);
    if (isMarked == attempt.equals("1")) {
      unmarked++;
    }
    messages++;
    return messages % EACH == 0;
  }

  private CompletionStage<?> counted(CompletionStage<?> confirm) {
    return confirm.whenComplete((done, failure) -> {
      if (failure == null) {
        confirmed.countDown();
      } else {
        countFailure();
      }
    });
  }

  private synchronized void countFailure() {
    failed++;
  }

  private Count handOverTo(Consumer<HttpServerRequest> fault) throws Exception {
    int port =
        listen(request -> {
          if (isBad(request)) {
            fault.accept(request);
          } else {
            request.response().end();
          }
        });
    Publisher publisher = publisher("url", "http://127.0.0.1:" + port + "/", "timeout", "1s");
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
      queue.scheduleAll(requests());
      HandOver handOver =
          HandOver.of(queue, (JobInfo<byte[]> job) -> counted(publisher.publish(job)))
              .inFlight(100)
              .start();
      confirmed.await();
      handOver.close();
      assertThat(queue.counts().since().acked()).isEqualTo(JOBS);
    }
    return count();
  }

  private static List<JobRequest<byte[]>> requests() {
    List<JobRequest<byte[]>> requests = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      requests.add(
          JobRequest.builder(new byte[100])
              .id("job" + i)
              .retry(RetryPolicy.fixed(1_000, Duration.ofMillis(50)))
              .build());
    }
    return requests;
  }

  private synchronized Count count() {
    int distinct = attempts.values().stream().mapToInt(each -> new HashSet<>(each).size()).sum();
    return new Count(
        JOBS,
        failed,
        JOBS - attempts.size(),
        messages - attempts.size(),
        unmarked + messages - distinct);
  }

  private static void check(String fault, Count count) throws IOException {
    Files.writeString(
        REPORT, fault + ": " + count + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    assertThat(count.failed()).isPositive();
    assertThat(count.doubled()).isPositive();
    assertThat(count.lost()).isZero();
    assertThat(count.unmarked()).isZero();
  }

  @Test
  void connectionsThatAreCutAfterAMessageLoseNothing() throws Exception {
    check("each tenth connection cut", handOverTo(request -> request.connection().close()));
  }

  @Test
  void messagesWithoutAnAnswerLoseNothing() throws Exception {
    check("each tenth message without an answer", handOverTo(request -> {}));
  }
}
