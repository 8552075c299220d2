package recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/hand-over.md runs, and the document shows no other. */
class HandOverPageTest {
  private final Duetime duetime = Duetime.open("memory:");
  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
  private final Publisher publisher =
      job -> {
        sent.add(job.id());
        return CompletableFuture.completedStage("confirmed");
      };

  @AfterEach
  void close() {
    duetime.close();
  }

  private void schedule() {
    JobQueue<byte[]> orders = duetime.queue("orders", Codec.bytes());
    orders.schedule(JobRequest.builder(new byte[] {42}).id("order-42").build());
  }

  @Test
  void handingOver() throws Exception {
    schedule();

    HandOver handOver =
        HandOver.of(duetime.queue("orders", Codec.bytes()), publisher).inFlight(1_000).start();

    assertThat(sent.take()).isEqualTo("order-42");
    handOver.close();
    assertThat(duetime.queue("orders", Codec.bytes()).find("order-42")).isEmpty();
  }

  @Test
  void thePageShowsWhatRunsHere() throws IOException {
    String here =
        squeezed(
            Files.readString(Path.of("src", "test", "java", "recipes", "HandOverPageTest.java")));
    String page = Files.readString(Path.of("..", "..", "docs", "hand-over.md"));

    assertThat(Pattern.compile("(?s)```java\n(.*?)```").matcher(page).results())
        .hasSize(1)
        .allSatisfy(code -> assertThat(here).contains(squeezed(code.group(1))));
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s", "");
  }
}
