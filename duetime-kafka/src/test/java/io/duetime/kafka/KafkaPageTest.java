package io.duetime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of docs/handover/kafka.md is compiled, and the document shows no other. */
class KafkaPageTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  @Test
  void handingOver() {
    try (Duetime duetime = Duetime.open("memory:")) {
      Target kafka =
          new KafkaTargetProvider()
              .open(
                  new TargetSettings(
                      "main", Map.of("bootstrapServers", "broker1:9092,broker2:9092")));
      Publisher publisher = kafka.publisher(Map.of("topic", "orders", "key", "{header.customer}"));
      HandOver handOver = HandOver.of(duetime.queue("orders", Codec.bytes()), publisher).start();

      assertThat(handOver.inFlight()).isZero();
      handOver.close();
      kafka.close();
    }
  }

  @Test
  void theDocumentShowsThisCode() throws Exception {
    String page = Files.readString(Path.of("../docs/handover/kafka.md"));
    String test = Files.readString(Path.of("src/test/java/io/duetime/kafka/KafkaPageTest.java"));

    assertThat(CODE.matcher(page).results().map(code -> code.group(1).replaceAll("\\s+", "")))
        .isNotEmpty()
        .allSatisfy(code -> assertThat(test.replaceAll("\\s+", "")).contains(code));
  }
}
