package io.duetime.embedded.load;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Selection;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Asks for pages of large jobs, many at once. */
final class PagesChild {
  static final int CALLS = 100;
  static final int JOBS = 4;

  private static final String QUEUE = "pages";
  private static final int PAYLOAD = 1 << 20;

  private PagesChild() {}

  /** Takes the store's folder. */
  public static void main(String[] arguments) {
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(
            Path.of(arguments[0]), EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system())) {
      for (int i = 0; i < JOBS; i++) {
        JobSpec job =
            JobSpec.builder("job-" + i, JobBody.of(new byte[PAYLOAD]), DueTime.after(0)).build();
        answer(engine.schedule(QUEUE, List.of(job), Durability.NONE));
      }
      List<CompletionStage<Integer>> pages = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        pages.add(
            engine.list(QUEUE, Selection.ALL, null, 100).thenApply(page -> page.jobs().size()));
      }
      System.out.println("listed " + pages.stream().mapToInt(page -> answer(page)).sum());
    }
  }
}
