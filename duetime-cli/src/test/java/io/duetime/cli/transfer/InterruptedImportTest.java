package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.SystemTime;
import io.duetime.transfer.EngineTarget;
import io.duetime.transfer.Mover;
import io.duetime.transfer.Mover.Answer;
import io.duetime.transfer.Mover.Outcome;
import io.duetime.transfer.Source;
import io.duetime.transfer.Source.Page;
import io.duetime.transfer.Transfers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends imports at each of their steps, runs all jobs that are stored by then, and imports again.
 * Every entry runs once.
 */
class InterruptedImportTest {
  private static final int ENTRIES = 2_500;
  private static final int STEPS = 9;

  private final SystemTime time = new SystemTime();
  private Engine engine = new MemoryEngine(time);
  private final Map<String, Integer> runs = new HashMap<>();
  private int stepsLeft;

  @AfterEach
  void close() {
    engine.close();
    time.close();
  }

  @ParameterizedTest
  @EnumSource
  void whateverStepAnImportEndsAtEachEntryRunsOnce(OldSystem system) throws InterruptedException {
    assumeTrue(system.isHere(), "not installed: " + system);
    for (int step = 1; step <= STEPS; step++) {
      String name = OldSystem.newName();
      system.fill(name, ENTRIES);
      runs.clear();
      // The names of entries are the same in each round.
      engine.close();
      engine = new MemoryEngine(time);

      int end = step;
      assertThatThrownBy(() -> move(system, name, end)).isInstanceOf(Ended.class);
      work();
      move(system, name, Integer.MAX_VALUE);
      work();

      assertThat(runs).as("ended at step " + step).hasSize(ENTRIES);
      assertThat(runs.values()).as("ended at step " + step).containsOnly(1);
    }
  }

  @Test
  void anImportThatIsInterruptedAgainAndAgainMovesAll() throws InterruptedException {
    String name = OldSystem.newName();
    OldSystem.SORTED_SET.fill(name, ENTRIES);
    for (int step = 1; step <= STEPS / 2; step++) {
      int end = step;
      assertThatThrownBy(() -> move(OldSystem.SORTED_SET, name, end)).isInstanceOf(Ended.class);
      work();
    }
    move(OldSystem.SORTED_SET, name, Integer.MAX_VALUE);
    work();

    assertThat(runs).hasSize(ENTRIES);
    assertThat(runs.values()).containsOnly(1);
  }

  /** Moves until so many steps are done: a page is taken, is stored, or is forgotten. */
  private void move(OldSystem system, String name, int steps) throws InterruptedException {
    stepsLeft = steps;
    try (Source<JobSpec> source = system.open(name, time)) {
      new Mover(
              new EndingSource(source),
              new EndingTarget(new EngineTarget(engine)),
              time,
              Duration.ofMinutes(1),
              new NoReport())
          .moveAll(() -> false);
    }
  }

  private void step() {
    stepsLeft--;
    if (stepsLeft == 0) {
      throw new Ended();
    }
  }

  private void work() {
    List<ClaimedJob> jobs = claim();
    while (!jobs.isEmpty()) {
      jobs.forEach(job -> runs.merge(text(job), 1, Integer::sum));
      Transfers.answer(
          engine.settle(
              OldSystem.QUEUE,
              jobs.stream().map(job -> Settlement.ack(job.lease())).toList(),
              Durability.NONE));
      jobs = claim();
    }
  }

  private List<ClaimedJob> claim() {
    return Transfers.answer(engine.claim(OldSystem.QUEUE, ClaimRequest.of(1_000, 60_000))).jobs();
  }

  private static String text(ClaimedJob job) {
    return new String(job.body().payload(), StandardCharsets.UTF_8);
  }

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final class EndingSource implements Source<JobSpec> {
    private final Source<JobSpec> source;

    EndingSource(Source<JobSpec> source) {
      this.source = source;
    }

    @Override
    public Page<JobSpec> take() {
      Page<JobSpec> page = source.take();
      step();
      return page;
    }

    @Override
    public void forget(Page<JobSpec> page, List<Source.Entry<JobSpec>> stored) {
      source.forget(page, stored);
      step();
    }

    @Override
    public void close() {
      source.close();
    }
  }

  private final class EndingTarget implements Mover.Target {
    private final Mover.Target target;

    EndingTarget(Mover.Target target) {
      this.target = target;
    }

    @Override
    public List<Answer> store(String queue, List<JobSpec> jobs) {
      List<Answer> answers = target.store(queue, jobs);
      step();
      return answers;
    }

    @Override
    public void close() {
      // The engine outlives the import.
    }
  }

  private static final class NoReport implements Mover.Report {
    @Override
    public void settled(Page<JobSpec> page, Source.Entry<JobSpec> entry, Answer answer) {
      if (answer.outcome() == Outcome.REFUSED) {
        throw new AssertionError(page.place() + " " + entry.handle() + ": " + answer.text());
      }
    }

    @Override
    public void repeated(int entries) {
      throw new AssertionError(entries + " entries were put off");
    }
  }
}
