package io.duetime.bench.peer;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A system that delays jobs, opened by one process: a function for each call that it has. */
public final class Peer {
  /** Schedules one job and waits until it is stored as durably as this system stores jobs. */
  public final Call<Job> schedule;

  /** Starts consumers that run until the process ends. */
  public final Consuming consume;

  /** Schedules jobs by one call, or by one pipeline. */
  public @Nullable Call<List<Job>> scheduleAll;

  /** Cancels a job that waits. */
  public @Nullable Change cancel;

  /** Moves a job that waits to the time it is given with. */
  public @Nullable Change move;

  /** The finest step of due times. */
  public long stepMillis = 1;

  /** A call. */
  public interface Call<T> {
    void make(T jobs) throws Exception;
  }

  /** Consumers, each of which handles a due job and acknowledges it, again and again. */
  public interface Consuming {
    void start(int consumers, Consumer<Job> handler) throws Exception;
  }

  /** A call that changes a job. */
  public interface Change {
    /** Returns whether it did. */
    boolean make(Job job) throws Exception;
  }

  Peer(Call<Job> schedule, Consuming consume) {
    this.schedule = schedule;
    this.consume = consume;
  }

  Peer batches(Call<List<Job>> call) {
    scheduleAll = call;
    return this;
  }

  Peer cancel(Change change) {
    cancel = change;
    return this;
  }

  Peer move(Change change) {
    move = change;
    return this;
  }

  Peer step(long millis) {
    stepMillis = millis;
    return this;
  }
}
