package io.duetime.redis.version;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.JobQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process that schedules, cancels and works, and says on its standard output what it was
 * answered: {@code scheduled}, {@code cancelled}, {@code ran} or {@code early}, then the id. It
 * stops to schedule when its input ends, and works until it is killed. It calls what the versions
 * of the library that may run together all have.
 */
final class VersionChild {
  static final String QUEUE = "orders";
  static final Duration LEASE = Duration.ofSeconds(2);

  private static final int LONGEST_MILLIS = 1_000;

  private VersionChild() {}

  /** Takes the URI of the store, a prefix for its ids, and a seed. */
  public static void main(String... arguments) throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    Thread input =
        new Thread(() -> {
          awaitEndOfInput();
          stopped.set(true);
        });
    input.setDaemon(true);
    input.start();
    try (Duetime duetime = Duetime.open(arguments[0])) {
      JobQueue<String> queue = duetime.queue(QUEUE, Codec.string());
      queue
          .worker(job -> say(Instant.now().isBefore(job.dueAt()) ? "early" : "ran", job.id()))
          .with(settings -> settings.concurrency(4).lease(LEASE))
          .start();
      produce(queue, arguments[1], new SplittableRandom(Long.parseLong(arguments[2])), stopped);
      say("stopped", "");
      Thread.currentThread().join();
    }
  }

  private static void produce(
      JobQueue<String> queue, String prefix, SplittableRandom random, AtomicBoolean stopped) {
    for (int i = 0; !stopped.get(); i++) {
      String id = prefix + "-" + i;
      try {
        queue.schedule(id, "x", Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        say("scheduled", id);
        if (random.nextInt(3) == 0) {
          // One that is killed here may have cancelled it or not.
          say("cancelling", id);
          say(queue.cancel(id) == CancelOutcome.CANCELLED ? "cancelled" : "late", id);
        } else if (random.nextInt(3) == 0) {
          queue.reschedule(id, Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        }
      } catch (DuetimeException failure) {
        say("failed", id + " " + failure.getMessage());
      }
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // What it is told does not matter.
      }
    } catch (java.io.IOException ended) {
      // That is the end, too.
    }
  }

  private static synchronized void say(String what, String id) {
    System.out.println(what + " " + id);
  }
}
