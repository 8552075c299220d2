package io.duetime.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.time.VirtualTime;
import io.duetime.transfer.Mover.Answer;
import io.duetime.transfer.Mover.Outcome;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MoverTest {
  private static final JobTerms TERMS = new JobTerms(null, JobTerms.REMEMBER);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-01T00:00:00Z"));
  private final List<String> events = new ArrayList<>();
  private final Deque<Page<JobSpec>> pages = new ArrayDeque<>();
  private final Deque<List<Answer>> answers = new ArrayDeque<>();
  private boolean takesAhead;

  @Test
  void aPageIsStoredThenForgottenThenTheNextIsTaken() throws InterruptedException {
    page("a", "b");
    page("c");
    answer(Outcome.STORED, Outcome.PRESENT);
    answer(Outcome.STORED);

    assertThat(move()).isEqualTo(3);

    assertThat(events)
        .containsExactly(
            "store [a, b]",
            "forget [a, b]",
            "STORED a",
            "PRESENT b",
            "store [c]",
            "forget [c]",
            "STORED c");
  }

  @Test
  void anEntryThatIsUnusableOrRefusedIsReportedAndNotForgotten() throws InterruptedException {
    Entry<JobSpec> unusable = new Entry<>("x", null, "not text");
    pages.add(new Page<>("place", "q", List.of(unusable, entry("a"), entry("b"))));
    answer(Outcome.REFUSED, Outcome.STORED);

    move();

    assertThat(events)
        .containsExactly(
            "REFUSED x: not text", "store [a, b]", "forget [b]", "REFUSED a: REFUSED", "STORED b");
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
    assertThat(events).endsWith("repeated 1", "store [a]", "forget [a]", "STORED a");
    assertThat(Duration.between(begun, time.instant())).isEqualTo(Duration.ofMillis(1_400));
  }

  @Test
  void aTargetThatAcceptsNothingForTooLongEndsTheImport() {
    page("a");
    for (int i = 0; i < 40; i++) {
      answer(Outcome.PUT_OFF);
    }
    Instant begun = time.instant();

    assertThatThrownBy(this::move).isInstanceOf(TransferException.class).hasMessage("PUT_OFF");

    assertThat(Duration.between(begun, time.instant()))
        .isBetween(Duration.ofMinutes(1), Duration.ofSeconds(66));
    assertThat(events).doesNotContain("forget [a]").endsWith("PUT_OFF a: PUT_OFF");
  }

  @Test
  void aStoppedImportTakesNothingFurther() throws InterruptedException {
    page("a");
    page("b");
    answer(Outcome.STORED);

    mover().moveAll(() -> !events.isEmpty());

    assertThat(pages).hasSize(1);
  }

  @Test
  void thePageBehindIsTakenBeforeAPageIsStored() throws InterruptedException {
    takesAhead = true;
    page("a");
    page("b");
    answer(Outcome.STORED);
    answer(Outcome.STORED);

    assertThat(move()).isEqualTo(2);

    assertThat(events)
        .containsExactly(
            "take [a]",
            "ahead [b]",
            "store [a]",
            "forget [a]",
            "STORED a",
            "store [b]",
            "forget [b]",
            "STORED b");
  }

  @Test
  void aStoppedImportStoresWhatItHasTakenAhead() throws InterruptedException {
    takesAhead = true;
    page("a");
    page("b");
    page("c");
    answer(Outcome.STORED);
    answer(Outcome.STORED);

    assertThat(mover().moveAll(() -> events.contains("store [a]"))).isEqualTo(2);

    assertThat(events).endsWith("store [b]", "forget [b]", "STORED b");
    assertThat(pages).hasSize(1);
  }

  private void page(String... names) {
    List<Entry<JobSpec>> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(entry(name));
    }
    pages.add(new Page<>("place", "q", entries));
  }

  private static Entry<JobSpec> entry(String name) {
    return Entry.read(name, () -> TERMS.job(name, new byte[0], DueTime.at(1), name).build());
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

  private final class ListedSource implements Source<JobSpec> {
    private @Nullable Page<JobSpec> ahead;

    @Override
    public boolean takeAhead() {
      if (takesAhead) {
        ahead = next("ahead");
      }
      return takesAhead;
    }

    @Override
    public Page<JobSpec> take() {
      Page<JobSpec> taken = ahead == null ? next("take") : ahead;
      ahead = null;
      return taken;
    }

    private Page<JobSpec> next(String how) {
      Page<JobSpec> next = pages.poll();
      if (next != null && takesAhead) {
        events.add(how + " " + next.entries().stream().map(Entry::handle).toList());
      }
      return next == null ? Page.empty() : next;
    }

    @Override
    public void forget(Page<JobSpec> page, List<Entry<JobSpec>> stored) {
      if (!stored.isEmpty()) {
        events.add("forget " + stored.stream().map(Entry::handle).toList());
      }
    }
  }

  private final class AnsweringTarget implements Mover.Target {
    @Override
    public List<Answer> store(String queue, List<JobSpec> jobs) {
      events.add("store " + jobs.stream().map(JobSpec::id).toList());
      return answers.remove();
    }
  }

  private final class NotedReport implements Mover.Report {
    @Override
    public void settled(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer) {
      boolean isStored = answer.outcome() == Outcome.STORED || answer.outcome() == Outcome.PRESENT;
      events.add(answer.outcome() + " " + entry.handle() + (isStored ? "" : ": " + answer.text()));
    }

    @Override
    public void repeated(int entries) {
      events.add("repeated " + entries);
    }
  }
}
