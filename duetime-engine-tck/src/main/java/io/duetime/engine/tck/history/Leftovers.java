package io.duetime.engine.tck.history;

import io.duetime.JobPage;
import io.duetime.engine.Engine;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.Span;

/** Notes what a queue still has when all is over. */
public final class Leftovers {
  private static final int PAGE = 1_000;

  private Leftovers() {}

  /** Adds every job of a queue to a history. */
  public static void note(Engine engine, String queue, History history) {
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
                job.state().name(),
                job.times().dueAt(),
                null));
      }
      cursor = page.cursor();
    } while (cursor != null);
  }
}
