package io.duetime.engine.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.LeaseFacts;
import io.duetime.engine.tck.history.Event.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final JobKey JOB = new JobKey("orders:/x", "id with spaces,\u00e9 and 100 %");

  @TempDir Path folder;

  private static Event scheduled(String outcome, long end) {
    return new Event(Kind.SCHEDULE, new Span(1, end), JOB, outcome, 50, null);
  }

  private static Event claimed() {
    LeaseFacts lease = new LeaseFacts("0.0", 77, 60, 90, false);
    return new Event(Kind.CLAIM, new Span(60, 61), JOB, "CLAIMED", 50, lease);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    Path file = folder.resolve("a");
    try (History history = History.to(file)) {
      long number = history.begin(scheduled(Event.UNKNOWN, Long.MAX_VALUE));
      history.add(claimed());
      history.end(number, scheduled("CREATED", 2));

      assertThat(History.read(List.of(file)))
          .isEqualTo(history.events())
          .containsExactly(scheduled("CREATED", 2), claimed());
    }
  }

  @Test
  void aCallThatWasNeverAnsweredStaysUnknown() {
    Path file = folder.resolve("a");
    History history = History.to(file);
    history.begin(scheduled(Event.UNKNOWN, Long.MAX_VALUE));

    assertThat(History.read(List.of(file))).allMatch(Event::isUnknown).hasSize(1);
    history.close();
  }

  @Test
  void aLineThatWasCutOffIsLeftOut() throws IOException {
    Path file = folder.resolve("a");
    try (History history = History.to(file)) {
      history.add(claimed());
    }
    Files.writeString(file, "2 SCHEDULE 17", StandardOpenOption.APPEND);

    assertThat(History.read(List.of(file))).containsExactly(claimed());
  }

  @Test
  void theFilesOfSeveralProcessesAreReadTogether() {
    for (String name : List.of("a", "b")) {
      try (History history = History.to(folder.resolve(name))) {
        history.add(claimed());
      }
    }

    assertThat(History.read(List.of(folder.resolve("a"), folder.resolve("b")))).hasSize(2);
  }

  @Test
  void oneFileIsWrittenByOneProcess() {
    Path file = folder.resolve("a");
    History.to(file).close();

    assertThatThrownBy(() -> History.to(file)).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aLineThatIsNoEventIsRefused() {
    assertThatThrownBy(() -> EventText.read("1 CLAIM 2"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
