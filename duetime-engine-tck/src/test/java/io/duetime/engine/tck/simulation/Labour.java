package io.duetime.engine.tck.simulation;

import io.duetime.Job;
import io.duetime.JobFailed;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What handlers do: some return at once, others take their time, fail, ignore interrupts, hang. */
final class Labour {
  // Without stacks, which would be stored with each job.
  private final RuntimeException failure = withoutStack(new IllegalStateException("fails"));
  private final RuntimeException permanent = withoutStack(JobFailed.permanently("fails"));

  private static RuntimeException withoutStack(RuntimeException failure) {
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  private final World world;
  private final Weather weather;
  private final Witness witness;
  private final SplittableRandom random;

  private enum Way {
    RETURNS(55),
    WORKS(20),
    FAILS(12),
    GIVES_UP(3),
    IGNORES_INTERRUPTS(5),
    HANGS(5);

    private final int percent;

    Way(int percent) {
      this.percent = percent;
    }
  }

  Labour(World world, Weather weather, Witness witness) {
    this.world = world;
    this.weather = weather;
    this.witness = witness;
    this.random = world.random.split();
  }

  private Way way() {
    int choice = weather.calm ? 0 : random.nextInt(100);
    for (Way way : Way.values()) {
      choice -= way.percent;
      if (choice < 0) {
        return way;
      }
    }
    throw new IllegalStateException("the ways are no 100 percent");
  }

  private Duration time() {
    return Duration.ofMillis(1 + random.nextInt(random.nextInt(4) == 0 ? 2_000 : 100));
  }

  /** Runs a job on the present thread. */
  void run(Witness.Post post, Job<?> job) throws InterruptedException {
    Witness.Attempt attempt = witness.begins(post, job);
    try {
      switch (way()) {
        case RETURNS -> {}
        case WORKS -> post.process().sleep(time());
        case FAILS -> throw failure;
        case GIVES_UP -> throw permanent;
        case IGNORES_INTERRUPTS -> ignoreInterrupts(post, world.nanos() + time().toNanos());
        case HANGS -> ignoreInterrupts(post, Weather.FAULTS.toNanos());
      }
    } finally {
      witness.ends(attempt);
    }
  }

  private void ignoreInterrupts(Witness.Post post, long until) {
    while (world.nanos() < until) {
      try {
        post.process().sleep(Duration.ofNanos(until - world.nanos()));
      } catch (InterruptedException ignored) {
        world.note(post.name() + " ignores an interrupt");
      }
    }
  }

  /** Runs a job without a thread. */
  CompletionStage<Void> start(Witness.Post post, Job<?> job) {
    Witness.Attempt attempt = witness.begins(post, job);
    Way way = way();
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> ended = end.whenComplete((done, failure) -> witness.ends(attempt));
    switch (way) {
      case RETURNS -> end.complete(null);
      case WORKS, IGNORES_INTERRUPTS -> post.process().after(time(), () -> end.complete(null));
      case FAILS -> end.completeExceptionally(failure);
      case GIVES_UP -> end.completeExceptionally(permanent);
      case HANGS -> post.process().after(untilCalm(), () -> end.complete(null));
    }
    return way == Way.WORKS ? cancelling(end, ended) : ended.minimalCompletionStage();
  }

  // Cancelled, it ends the work, and only then itself.
  private static CompletionStage<Void> cancelling(
      CompletableFuture<Void> work, CompletableFuture<Void> ended) {
    CompletableFuture<Void> given =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean interrupts) {
            return work.cancel(interrupts);
          }
        };
    FaultyEngine.pass(ended, given);
    return given;
  }

  private Duration untilCalm() {
    return Weather.FAULTS.minusNanos(world.nanos());
  }
}
