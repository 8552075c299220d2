import static io.duetime.test.DuetimeAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.duetime.Codec;
import io.duetime.JobQueue;
import io.duetime.test.DuetimeExtension;
import io.duetime.test.TestDuetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test that the README shows. */
@ExtendWith(DuetimeExtension.class)
class TestingTest {
  @Test
  void closesAnUnpaidOrder(TestDuetime duetime) {
    JobQueue<String> orders = duetime.queue("order-timeouts", Codec.string());
    List<String> closed = new ArrayList<>();
    orders.worker(job -> closed.add(job.id())).start();
    orders.schedule("order-42", "42 EUR", Duration.ofMinutes(30));

    assertThat(orders).hasScheduled("order-42").dueAfter(Duration.ofMinutes(30));
    duetime.advance(Duration.ofDays(30));

    assertEquals(List.of("order-42"), closed);
  }

  @Test
  void theReadmeShowsThisTest() throws IOException {
    String readme = Files.readString(Path.of("..", "..", "README.md"));
    String test = Files.readString(Path.of("src", "test", "java", "TestingTest.java"));
    Matcher shown = Pattern.compile("```java\\n(@Test.*?)```", Pattern.DOTALL).matcher(readme);

    assertTrue(shown.find());
    assertTrue(test.contains(shown.group(1).indent(2).replaceAll("(?m)^ +$", "")));
  }
}
