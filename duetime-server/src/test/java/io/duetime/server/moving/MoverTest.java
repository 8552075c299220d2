package io.duetime.server.moving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.internal.time.VirtualTime;
import io.duetime.server.moving.MoveTarget.Answer;
import io.duetime.server.moving.MoveTarget.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoverTest {
  private static final JobTerms TERMS = new JobTerms(null, JobTerms.REMEMBER);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-01T00:00:00Z"));
  private final List<String> events = new ArrayList<>();
  private final Deque<Source.Page> pages = new ArrayDeque<>();
  private final Deque<List<Answer>> answers = new ArrayDeque<>();

  @Test
  void aPageIsStoredThenForgottenThenTheNextIsTaken() throws InterruptedException {
    page("a", "b");
    page("c");
    answer(Outcome.STORED, Outcome.PRESENT);
    answer(Outcome.STORED);

    assertThat(move()).isEqualTo(3);

    assertThat(events)
        .containsExactly(
            "store [a, b]", "forget [a, b]", "moved 1+1", "store [c]", "forget [c]", "moved 1+0");
  }

  @Test
  void anEntryThatIsUnusableOrRefusedIsReportedAndNotForgotten() throws InterruptedException {
    Source.Entry unusable = new Source.Entry("x", null, "not text");
    pages.add(new Source.Page("place", "q", List.of(unusable, entry("a"), entry("b"))));
    answer(Outcome.REFUSED, Outcome.STORED);

    move();

    assertThat(events)
        .containsExactly(
            "left x: not text", "store [a, b]", "left a: REFUSED", "forget [b]", "moved 1+0");
  }

  @Test
  void whatIsPutOffIsSentAgainWithGrowingPauses() throws InterruptedException {
    page("a", "b");
    answer(Outcome.PUT_OFF, Outcome.STORED);
    answer(Outcome.PUT_OFF);
    answer(Outcome.PUT_OFF);
    answer(Outcome.STORED);
    Instant begun = time.instant();

    move();

    assertThat(events).filteredOn(event -> event.equals("store [a]")).hasSize(3);
    assertThat(events).endsWith("repeated 1", "store [a]", "forget [a]", "moved 1+0");
    assertThat(Duration.between(begun, time.instant())).isEqualTo(Duration.ofMillis(1_400));
  }

  @Test
  void aTargetThatAcceptsNothingForTooLongEndsTheImport() {
    page("a");
    for (int i = 0; i < 40; i++) {
      answer(Outcome.PUT_OFF);
    }
    Instant begun = time.instant();

    assertThatThrownBy(this::move).isInstanceOf(MoveTarget.Failure.class).hasMessage("PUT_OFF");

    assertThat(Duration.between(begun, time.instant()))
        .isBetween(Duration.ofMinutes(1), Duration.ofSeconds(66));
    assertThat(events).doesNotContain("forget [a]");
  }

  @Test
  void aStoppedImportTakesNothingFurther() throws InterruptedException {
    page("a");
    page("b");
    answer(Outcome.STORED);

    mover().moveAll(() -> !events.isEmpty());

    assertThat(pages).hasSize(1);
  }

  private void page(String... names) {
    List<Source.Entry> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(entry(name));
    }
    pages.add(new Source.Page("place", "q", entries));
  }

  private static Source.Entry entry(String name) {
    return Source.Entry.read(name, () -> TERMS.job(name, new byte[0], DueTime.at(1), name).build());
  }

  private void answer(Outcome... outcomes) {
    List<Answer> all = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      all.add(new Answer(outcome, outcome.name()));
    }
    answers.add(all);
  }

  private long move() throws InterruptedException {
    return mover().moveAll(() -> false);
  }

  private Mover mover() {
    return new Mover(
        new ListedSource(), new AnsweringTarget(), time, Duration.ofMinutes(1), new NotedReport());
  }

  private final class ListedSource implements Source {
    @Override
    public Survey survey() {
      return Survey.EMPTY;
    }

    @Override
    public Source.Page take() {
      Source.Page next = pages.poll();
      return next == null ? Source.Page.EMPTY : next;
    }

    @Override
    public void forget(Source.Page page, List<Source.Entry> stored) {
      if (!stored.isEmpty()) {
        events.add("forget " + stored.stream().map(Source.Entry::handle).toList());
      }
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  private final class AnsweringTarget implements MoveTarget {
    @Override
    public List<Answer> store(String queue, List<JobSpec> jobs) {
      events.add("store " + jobs.stream().map(JobSpec::id).toList());
      return answers.remove();
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  private final class NotedReport implements Mover.Report {
    @Override
    public void moved(long stored, long present) {
      if (stored + present > 0) {
        events.add("moved " + stored + "+" + present);
      }
    }

    @Override
    public void left(String place, String handle, String why) {
      events.add("left " + handle + ": " + why);
    }

    @Override
    public void repeated(int entries) {
      events.add("repeated " + entries);
    }
  }
}
