package mailing;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Duetime;
import io.duetime.Worker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each subscriber gets one mail, and no second has more mails than the limit allows. */
@Tag("full")
class MailingTest {
  private static final int SUBSCRIBERS = 200_000;
  private static final List<String> READERS =
      IntStream.range(0, SUBSCRIBERS).mapToObj(i -> "reader-" + i).toList();

  private static final int PER_SECOND = 20_000;
  private static final int BURST = 2_000;
  private static final Duration STEP = Duration.ofMillis(50);
  private static final int PER_STEP = 1_000;

  @TempDir private Path folder;

  @Test
  void eachSubscriberGetsOneMailAndNoSecondHasMoreThanItsLimit() {
    SteppedTime time = new SteppedTime();
    Map<String, Integer> mails = new ConcurrentHashMap<>();
    Map<Instant, Integer> steps = new ConcurrentHashMap<>();
    try (Duetime duetime =
        Duetime.builder().uri("embedded:" + folder.resolve("data")).time(time).open()) {
      Mailing mailing = new Mailing(duetime, PER_SECOND);
      Instant due = time.instant().plusSeconds(2);
      assertThat(mailing.plan("june", READERS, due)).isEqualTo(SUBSCRIBERS);
      assertThat(mailing.plan("june", READERS, due)).isZero();
      Worker worker =
          mailing.start(reader -> {
            mails.merge(reader, 1, Integer::sum);
            steps.merge(time.instant(), 1, Integer::sum);
          });

      // A step waits for the mails that were claimed in the step before.
      while (mails.size() < SUBSCRIBERS) {
        if (mailing.running() == 0) {
          time.advance(STEP);
        }
      }
      worker.close();

      assertThat(mailing.open()).isZero();
      assertThat(mails).hasSize(SUBSCRIBERS);
      assertThat(mails.values()).containsOnly(1);
      assertThat(steps.keySet()).noneMatch(moment -> moment.isBefore(due));
      // A mail that is claimed at the end of a step may be sent in the next one.
      assertThat(mostInASecond(steps)).isBetween(PER_SECOND, PER_SECOND + BURST + PER_STEP);
    }
  }

  private static int mostInASecond(Map<Instant, Integer> steps) {
    NavigableMap<Instant, Integer> ordered = new TreeMap<>(steps);
    return ordered.keySet().stream()
        .map(from -> ordered.subMap(from, from.plusSeconds(1)).values())
        .mapToInt(second -> second.stream().mapToInt(Integer::intValue).sum())
        .max()
        .orElseThrow();
  }

  @Test
  void theCommandOfTheReadmeRuns() throws Exception {
    String readme = Files.readString(Path.of("..", "mailing", "README.md"));
    Matcher command =
        Pattern.compile("(?m)^java -cp 'duetime-server/target/lib/\\*' examples/java/(.*)$")
            .matcher(readme);
    assertThat(command.find()).isTrue();

    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Path.of(command.group(1)).toAbsolutePath().toString(),
                "500",
                "1000")
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(program.waitFor()).isZero();
    assertThat(printed)
        .startsWith("500 mails are planned, 500 are to be sent\n")
        .endsWith("\ndone: 500 mails\n");
    assertThat(readme).contains("200000 mails are planned, 200000 are to be sent\n");
  }
}
