package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/recipes.md}. */
class RecipesTest {
  void onMessage(JobQueue<String> chats, String chat) {
    chats.schedule(
        JobRequest.builder(chat)
            .id("close-" + chat)
            .delay(Duration.ofMinutes(30))
            .onConflict(OnConflict.REPLACE)
            .build());
  }

  @Test
  void aMessageWhileTheChatIsBeingClosedPutsTheClosingOff() {
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<String> chats = duetime.queue("chats", Codec.string());
      chats.schedule("close-7", "7", Duration.ZERO);
      Lease<String> closing = chats.claim(1, Duration.ofSeconds(30), Duration.ofSeconds(30)).get(0);

      assertThat(chats.schedule("close-7", "7", Duration.ofMinutes(30)).outcome())
          .isEqualTo(ScheduleOutcome.KEPT_RUNNING);
      onMessage(chats, "7");
      closing.ack();

      assertThat(chats.find("close-7").orElseThrow().state()).isEqualTo(JobState.DELAYED);
    }
  }

  @Test
  void theDocumentHasThisCode() throws IOException {
    String here = squeezed(Files.readString(Path.of("src/test/java/io/duetime/RecipesTest.java")));

    assertThat(
            Pattern.compile("(?s)```java\n(.*?)```")
                .matcher(Files.readString(Path.of("../docs/recipes.md")))
                .results())
        .hasSize(1)
        .allSatisfy(code -> assertThat(here).contains(squeezed(code.group(1))));
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s", "");
  }
}
