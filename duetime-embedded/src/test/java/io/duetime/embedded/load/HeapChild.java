package io.duetime.embedded.load;

import static io.duetime.embedded.fixture.Calls.answer;

import io.duetime.Durability;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Schedules jobs, opens the store again, and runs them all. */
final class HeapChild {
  private static final long YEAR_9999 = 253_370_764_800_000L;
  static final int PAYLOAD = 1_000;

  private static final String QUEUE = "heap";
  private static final int BATCH = 500;

  private HeapChild() {}

  /** Takes the store's folder and how many jobs. */
  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    int jobs = Integer.parseInt(arguments[1]);
    try (EmbeddedEngine engine = open(folder)) {
      for (int i = 0; i < jobs; i += BATCH) {
        answer(engine.schedule(QUEUE, batch(i), Durability.NONE));
      }
      System.out.println("scheduled " + waiting(engine));
    }
    try (EmbeddedEngine engine = open(folder)) {
      System.out.println("reopened " + waiting(engine));
      System.out.println("ran " + runAll(engine));
    }
  }

  private static EmbeddedEngine open(Path folder) {
    return EmbeddedEngine.open(folder, EmbeddedOptions.DEFAULT.space(0, 0), InstantSource.system());
  }

  private static long waiting(EmbeddedEngine engine) {
    return answer(engine.counts(QUEUE)).now().waiting();
  }

  private static List<JobSpec> batch(int from) {
    List<JobSpec> batch = new ArrayList<>();
    for (int i = from; i < from + BATCH; i++) {
      DueTime due = DueTime.after(i % 2 == 0 ? 0 : 3_600_000L + i);
      batch.add(JobSpec.builder("job-" + i, JobBody.of(new byte[PAYLOAD]), due).build());
    }
    return batch;
  }

  private static int runAll(EmbeddedEngine engine) {
    ClaimRequest ahead = ClaimRequest.of(BATCH, 60_000).dueBefore(YEAR_9999);
    int ran = 0;
    while (true) {
      List<ClaimedJob> jobs = answer(engine.claim(QUEUE, ahead)).jobs();
      if (jobs.isEmpty()) {
        return ran;
      }
      List<Settlement> acks =
          jobs.stream().<Settlement>map(job -> Settlement.ack(job.lease())).toList();
      answer(engine.settle(QUEUE, acks, Durability.NONE));
      ran += jobs.size();
    }
  }
}
