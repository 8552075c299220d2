package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Administers one queue. Changes apply to every process that uses the queue. */
public interface QueueAdmin {
  /** The queue's name. */
  String name();

  /** Reads the settings of the queue; of a queue that does not exist, the defaults. */
  QueueSettings settings();

  /**
   * Reads the settings, changes them and stores them. No change of another caller is lost: after a
   * concurrent change the settings are read and changed again, at most 20 times.
   *
   * @param change is called once for each attempt; changes only the builder
   * @return the settings that now apply
   * @throws RetryableException if other callers changed the settings at each of 20 attempts
   */
  QueueSettings configure(UnaryOperator<QueueSettings.Builder> change);

  /**
   * Stores settings as a whole (compare and set). Settings that were read from the queue, and
   * changed copies of them, are stored only if no other caller has changed the queue's settings
   * since. Settings without a {@link QueueSettings#version version} are always stored.
   */
  Configured configure(QueueSettings settings);

  /** Pauses the queue until {@link #resume}: claims answer no jobs; running jobs continue. */
  default QueueSettings pause() {
    return configure(QueueSettings.Builder::paused);
  }

  /** Pauses the queue until a moment. */
  default QueueSettings pauseUntil(Instant moment) {
    return configure(settings -> settings.pausedUntil(moment));
  }

  /** Resumes the queue. */
  default QueueSettings resume() {
    return configure(QueueSettings.Builder::notPaused);
  }

  /** Counts the jobs in each state. */
  Counts counts();

  /**
   * Counts the jobs that are due in the future and that ran in the past, by time.
   *
   * @param from inclusive
   * @param to exclusive
   * @param buckets the number of buckets of equal length, 1 to 1,000, each at least 1 ms long
   */
  Timeline timeline(Instant from, Instant to, int buckets);

  /** Lists the consumers that have asked for jobs within the last minute, run some or hang. */
  List<QueueConsumer> consumers();

  /** Deletes the queue and all its jobs, also running ones. Answers whether the queue existed. */
  boolean delete();
}
