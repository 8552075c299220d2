package io.duetime.engine.tck.simulation;

import io.duetime.Job;
import io.duetime.engine.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sees every handler begin and end, and every lease that is granted, and tells what must not be. It
 * computes by itself how long a process may rely on a lease: from before the call was sent.
 */
final class Witness {
  private static final long MILLI = 1_000_000;

  private final World world;
  private final Weather weather;
  private final Map<String, Long> leases = new HashMap<>();
  private final List<Attempt> running = new ArrayList<>();
  private final Set<Post> closed = new HashSet<>();
  private long begun;

  Witness(World world, Weather weather) {
    this.world = world;
    this.weather = weather;
  }

  /** A worker of a process. */
  record Post(World.Node process, String name, int concurrency, Duration abandonAfter) {}

  /** A handler at work. */
  record Attempt(Post post, Job<?> job, long since) {}

  /** A process may rely on a lease, counted from a moment; the store rounds its clock down. */
  void leased(LeaseToken lease, long sentNanos, long millis) {
    leases.merge(key(lease.id(), lease.fence()), sentNanos + (millis - 1) * MILLI, Math::max);
  }

  /** A handler of a worker begins. */
  Attempt begins(Post post, Job<?> job) {
    begun++;
    long now = world.nanos();
    world.note(post.name + " begins " + job.id() + " with fence " + job.fence());
    if (closed.contains(post)) {
      world.violated(post.name + " began " + job.id() + " after its close had ended");
    }
    if (until(job) <= now) {
      world.violated(post.name + " began " + job.id() + " though its lease was over");
    }
    for (Attempt other : running) {
      boolean isHeld = until(other.job) > now && !weather.storeSteps;
      if (isHeld && other.job.id().equals(job.id()) && !other.job.isCancelRequested()) {
        world.violated(
            post.name + " began " + job.id() + " while " + other.post.name + " had its lease");
      }
    }
    Attempt attempt = new Attempt(post, job, now);
    running.add(attempt);
    countHandlers(post, now);
    return attempt;
  }

  // An abandoned handler does not count, and none is abandoned before the worker's limit.
  private void countHandlers(Post post, long now) {
    long young =
        running.stream()
            .filter(one -> one.post.equals(post))
            .filter(one -> now - one.since < post.abandonAfter.toNanos())
            .count();
    if (young > post.concurrency) {
      world.violated(post.name + " runs " + young + " handlers, but may " + post.concurrency);
    }
  }

  /** The close of a worker has ended. */
  void closed(Post post) {
    closed.add(post);
  }

  /** A handler has returned. */
  void ends(Attempt attempt) {
    world.note(attempt.post.name + " ends " + attempt.job.id());
    running.remove(attempt);
  }

  /** Whatever was due before the present moment has run: handlers know of leases that were over. */
  void look() {
    for (Attempt one : running) {
      long until = until(one.job);
      boolean hadTime =
          until < world.nanosBefore() && one.post.process.ranSince() <= world.nanosBefore();
      if (hadTime && !one.job.isLeaseLost()) {
        world.violated(
            one.post.name + " does not know that the lease of " + one.job.id() + " is over");
      }
    }
  }

  private long until(Job<?> job) {
    return leases.getOrDefault(key(job.id(), job.fence()), Long.MAX_VALUE);
  }

  // The jobs of one claim have the same fence.
  private static String key(String id, long fence) {
    return fence + " " + id;
  }

  /** How many handlers have begun. */
  long begun() {
    return begun;
  }
}
