package io.duetime.embedded.disk;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Opens a store, writes until that is refused or enough is written, and says what came of it. */
final class ReadOnlyChild {
  private static final EmbeddedOptions OPTIONS =
      new EmbeddedOptions(1 << 20, 0, 0, 8 << 20, 8 << 20, 100);

  private ReadOnlyChild() {}

  /** Takes the store, how many jobs to schedule, and a command to run after the first, if any. */
  public static void main(String[] arguments) throws Exception {
    int jobs = Integer.parseInt(arguments[1]);
    try (EmbeddedEngine engine =
        EmbeddedEngine.open(Path.of(arguments[0]), OPTIONS, InstantSource.system())) {
      for (int i = 0; i < jobs; i++) {
        JobSpec job =
            JobSpec.builder("job-" + i, JobBody.of(new byte[20_000]), DueTime.at(0)).build();
        answer(engine.schedule("q", List.of(job), Durability.FSYNCED));
        System.out.println("job-" + i);
        if (i == 0 && arguments.length > 2) {
          new ProcessBuilder("sh", "-c", arguments[2]).inheritIO().start().waitFor();
        }
      }
      System.out.println("all");
    } catch (DuetimeException failure) {
      System.out.println(failure.code() + " " + failure.getMessage());
    }
  }
}
