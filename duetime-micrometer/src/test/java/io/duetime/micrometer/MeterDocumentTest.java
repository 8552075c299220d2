package io.duetime.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.test.TestDuetime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of meters says what the code registers. */
class MeterDocumentTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void theDocumentListsEachMeterWithItsTypeUnitAndTags() throws IOException {
    useEverything();

    assertThat(documented()).isEqualTo(registered());
  }

  @Test
  void everyMeterHasADescription() {
    useEverything();

    assertThat(meters()).extracting(meter -> meter.getId().getDescription()).doesNotContainNull();
  }

  private void useEverything() {
    DuetimeMetrics metrics = DuetimeMetrics.in(registry);
    try (TestDuetime duetime = TestDuetime.startingAt(TestDuetime.DEFAULT_START, metrics)) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      queue.worker(job -> loseLease(metrics, job)).start();
      queue.schedule("a", "x", Duration.ZERO);
      duetime.runDue();
    }
  }

  private static void loseLease(JobListener listener, Job<?> job) {
    listener.leaseLost(job);
    listener.abandoned(job);
  }

  private Set<String> registered() {
    return meters().stream()
        .map(MeterDocumentTest::row)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Without the gauges that this registry adds for the buckets of a histogram. */
  private List<Meter> meters() {
    return registry.getMeters().stream()
        .filter(meter -> !meter.getId().getName().endsWith(".histogram"))
        .toList();
  }

  private static String row(Meter meter) {
    Meter.Id id = meter.getId();
    String tags = id.getTags().stream().map(Tag::getKey).collect(Collectors.joining(", "));
    return String.join(
        " ",
        id.getName(),
        id.getType().name().toLowerCase(Locale.ROOT),
        Objects.requireNonNullElse(id.getBaseUnit(), "-"),
        sorted(tags).toString());
  }

  private static Set<String> documented() throws IOException {
    try (var lines = Files.lines(Path.of("..", "docs", "observability.md"))) {
      return lines
          .filter(line -> line.startsWith("| `duetime."))
          .map(line -> line.split("\\|", -1))
          .filter(cells -> cells.length == 7)
          .map(MeterDocumentTest::row)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String row(String[] cells) {
    String unit = cells[3].strip();
    return String.join(
        " ",
        cells[1].strip().replace("`", ""),
        cells[2].strip(),
        unit.isEmpty() ? "-" : unit,
        sorted(cells[4].strip()).toString());
  }

  private static Set<String> sorted(String tags) {
    return new TreeSet<>(Set.of(tags.split(", ", -1)));
  }
}
