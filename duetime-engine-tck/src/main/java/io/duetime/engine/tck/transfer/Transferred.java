package io.duetime.engine.tck.transfer;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Exports whole stores and imports them. */
public final class Transferred {
  private static final int PAGE = 3;

  private Transferred() {}

  /** The way in and out of a store. */
  public static Transfer of(Engine engine) {
    return ((Transfer.Movable) engine).transfer();
  }

  /** Everything in a store except documents, the jobs of a queue by their ids. */
  public static List<StoreEntry> all(Engine engine) {
    List<StoreEntry> all = new ArrayList<>(Answers.of(of(engine).common()));
    for (String queue : Answers.of(engine.queues())) {
      all.addAll(Answers.of(of(engine).queueEntries(queue)));
      List<StoreEntry.Job> jobs = jobs(engine, queue, PAGE, () -> {});
      jobs.sort(Comparator.comparing(entry -> entry.job().head().id()));
      all.addAll(jobs);
    }
    return all;
  }

  /** All jobs of a queue; something else is done after each page. */
  public static List<StoreEntry.Job> jobs(
      Engine engine, String queue, int limit, Runnable between) {
    List<StoreEntry.Job> jobs = new ArrayList<>();
    Transfer.JobWalk walk = of(engine).jobs(queue);
    Transfer.Page page;
    do {
      page = Answers.of(walk.next(limit));
      jobs.addAll(page.jobs());
      between.run();
    } while (!page.isLast());
    return jobs;
  }

  /** Puts entries in, one by one; answers for each whether it was put in. */
  public static List<Boolean> put(Engine engine, List<StoreEntry> entries) {
    List<Boolean> taken = new ArrayList<>();
    for (StoreEntry entry : entries) {
      taken.addAll(Answers.of(of(engine).take(List.of(entry))));
    }
    return taken;
  }
}
