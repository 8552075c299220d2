package io.duetime.bench.peer;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A system with a client in Java: a function for each call that it has. */
final class JavaPeer implements Peer {
  private static final int SAMPLES = 500;
  private static final long SAMPLING_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Call<Job> schedule;
  private final Consuming consume;
  private final List<Job> waiting = Collections.synchronizedList(new ArrayList<>());
  private @Nullable Call<List<Job>> scheduleAll;
  private @Nullable Change cancel;
  private @Nullable Change move;
  private long stepMillis = 1;

  /** A call. */
  interface Call<T> {
    void make(T jobs) throws Exception;
  }

  /** Starts consumers, each of which handles a due job and acknowledges it, again and again. */
  interface Consuming {
    void start(int consumers, Consumer<Job> handler) throws Exception;
  }

  /** A call that changes a job, and returns whether it did. */
  interface Change {
    boolean make(Job job) throws Exception;
  }

  JavaPeer(Call<Job> schedule, Consuming consume) {
    this.schedule = schedule;
    this.consume = consume;
  }

  JavaPeer batches(Call<List<Job>> call) {
    scheduleAll = call;
    return this;
  }

  JavaPeer cancel(Change change) {
    cancel = change;
    return this;
  }

  /** Moves a job that waits to the time it is given with. */
  JavaPeer move(Change change) {
    move = change;
    return this;
  }

  /** The finest step of due times. */
  JavaPeer step(long millis) {
    stepMillis = millis;
    return this;
  }

  @Override
  public boolean hasBatches() {
    return scheduleAll != null;
  }

  @Override
  public long schedule(Plan plan) {
    AtomicInteger left = new AtomicInteger(plan.jobs() > 0 ? plan.jobs() : Integer.MAX_VALUE);
    long begun = System.nanoTime();
    long end = begun + (long) (plan.seconds() * 1e9);
    long interval = plan.perSecond() > 0 ? (long) (plan.callers() * 1e9 / plan.perSecond()) : 0;
    return new Callers(plan.callers())
        .asLongAs(
            () -> left.get() > 0 && System.nanoTime() < end,
            caller -> {
              JobSource source = new JobSource(caller);
              long[] tick = {begun + interval * caller / plan.callers()};
              return () -> {
                Lateness.await(tick[0]);
                tick[0] += interval;
                int count = Math.min(plan.size(), left.getAndAdd(-plan.size()));
                return schedule(source, plan, Math.max(0, count));
              };
            })
        .jobs();
  }

  private int schedule(JobSource source, Plan plan, int count) throws Exception {
    List<Job> jobs = Stream.generate(() -> jobOf(source, plan.dues())).limit(count).toList();
    Call<List<Job>> batches = scheduleAll;
    if (batches != null && count > 1) {
      batches.make(jobs);
    } else {
      for (Job job : jobs) {
        schedule.make(job);
      }
    }
    if (plan.jobs() > 0) {
      waiting.addAll(jobs);
    }
    return count;
  }

  /** Rounds up to a delay that the system can keep. */
  private Job jobOf(JobSource source, Dues dues) {
    long delay = ThreadLocalRandom.current().nextLong(dues.fromMillis(), dues.toMillis());
    return dues.atMillis() > 0
        ? Job.of(source, dues.atMillis() + delay)
        : Job.of(
            source,
            System.currentTimeMillis() + (delay + stepMillis - 1) / stepMillis * stepMillis);
  }

  @Override
  public void consume(int consumers, Handler handler) throws Exception {
    consume.start(
        consumers,
        job -> {
          Instant due = Instant.ofEpochMilli(job.dueMillis());
          handler.handle(job.id(), job.dueMillis(), ChronoUnit.MICROS.between(due, Instant.now()));
        });
  }

  @Override
  public Optional<Calls> change(Kind kind) throws Exception {
    Change change =
        switch (kind) {
          case CANCEL -> cancel;
          case MOVE -> move;
          case SCHEDULE ->
              job -> {
                schedule.make(job);
                return true;
              };
        };
    return change == null ? Optional.empty() : Optional.of(timed(kind, change));
  }

  private Calls timed(Kind kind, Change change) throws Exception {
    JobSource source = new JobSource(-1);
    List<Job> jobs = new ArrayList<>(waiting);
    Set<String> changed = new HashSet<>();
    LongStream.Builder micros = LongStream.builder();
    int failed = 0;
    int samples = Math.min(SAMPLES, jobs.size() / 4);
    long end = System.nanoTime() + SAMPLING_NANOS;
    for (int i = 0; i < samples && System.nanoTime() < end; i++) {
      Job fresh = jobOf(source, Dues.FAR);
      Job old = jobs.get(jobs.size() / samples * i);
      long begun = System.nanoTime();
      failed += change.make(kind == Kind.SCHEDULE ? fresh : old.movedTo(fresh.dueMillis())) ? 0 : 1;
      micros.add((System.nanoTime() - begun) / 1_000);
      changed.add(old.id());
    }
    if (kind == Kind.CANCEL) {
      waiting.removeIf(job -> changed.contains(job.id()));
    }
    return new Calls(micros.build(), failed);
  }

  @Override
  public double cpuSeconds() {
    return Callers.cpuSeconds();
  }
}
