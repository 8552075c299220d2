package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.StoredJob;
import io.duetime.handover.HandOver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A dead job whose request may have arrived is redriven with the mark of a possible duplicate. */
class RedrivenWebhookTest extends WebhookTest {
  private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
  private final AtomicBoolean first = new AtomicBoolean(true);

  private int endpointThatCutsTheFirst() {
    return listen(request -> {
      arrived.add(
          request.getHeader("webhook-id")
              + " "
              + request.getHeader("duetime-attempt")
              + " "
              + request.getHeader("duetime-scheduled-at")
              + " "
              + request.getHeader("duetime-possible-duplicate"));
      if (first.getAndSet(false)) {
        request.connection().close();
      } else {
        request.response().end();
      }
    });
  }

  private static StoredJob<byte[]> dead(JobQueue<byte[]> queue) {
    while (queue.find("a").orElseThrow().state() != JobState.DEAD) {
      Thread.onSpinWait();
    }
    return queue.find("a").orElseThrow();
  }

  @Test
  void itsRequestSaysSo() throws Exception {
    String url = "http://127.0.0.1:" + endpointThatCutsTheFirst() + "/";
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
      queue.schedule(JobRequest.builder(new byte[1]).id("a").retry(RetryPolicy.none()).build());
      HandOver handOver = HandOver.of(queue, publisher("url", url)).start();
      StoredJob<byte[]> job = dead(queue);
      assertThat(job.end().orElseThrow().message()).endsWith("; the message may have arrived");
      String start = "a 1 " + job.scheduledAt() + " ";

      queue.dead().all().redrive();

      assertThat(arrived.take()).isEqualTo(start + "null");
      assertThat(arrived.take()).isEqualTo(start + "true");
      handOver.close();
    }
  }
}
