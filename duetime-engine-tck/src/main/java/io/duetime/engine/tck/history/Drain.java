package io.duetime.engine.tck.history;

import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Runs everything that a queue still has to run, and notes what it still has when all is over. */
public final class Drain {
  private static final int PAGE = 1_000;

  private Drain() {}

  /**
   * Acknowledges whatever becomes due, until nothing more is to come, and adds every job that is
   * left to a history.
   *
   * @param clock moves the store's clock on, to each next moment
   */
  public static void run(Engine engine, String queue, Consumer<Duration> clock, History history) {
    while (true) {
      ClaimResult result = Answers.of(engine.claim(queue, ClaimRequest.of(1_000, 60_000)));
      List<Settlement> acks =
          result.jobs().stream().<Settlement>map(job -> Settlement.ack(job.lease())).toList();
      Answers.of(engine.settle(queue, acks, engine.capabilities().defaultDurability()));
      if (acks.isEmpty() && result.comeBackAtMillis() == ClaimResult.NEVER) {
        noteLeft(engine, queue, history);
        return;
      }
      if (acks.isEmpty() && result.comeBackAtMillis() > result.nowMillis()) {
        clock.accept(Duration.ofMillis(result.comeBackAtMillis() - result.nowMillis()));
      }
    }
  }

  /** Adds every job that a queue has to a history. */
  public static void noteLeft(Engine engine, String queue, History history) {
    long now = Answers.of(engine.nowMillis());
    String cursor = null;
    do {
      JobPage<JobView> page = Answers.of(engine.list(queue, Selection.ALL, cursor, PAGE));
      for (JobView job : page.jobs()) {
        history.add(
            new Event(
                Kind.LEFT,
                new Span(now, now),
                new JobKey(queue, job.id()),
                state(job),
                job.times().dueAt(),
                null));
      }
      cursor = page.cursor();
    } while (cursor != null);
  }

  private static String state(JobView job) {
    JobView.End end = job.end();
    boolean isExplained = job.state() != JobState.DEAD || (end != null && !end.reason().isEmpty());
    return isExplained ? job.state().name() : Event.UNEXPLAINED;
  }
}
