package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** One queue as a whole. What is changed here holds for every process that uses the queue. */
public interface QueueAdmin {
  /** The queue's name. */
  String name();

  /** Its settings; the defaults where the queue does not exist yet. */
  QueueSettings settings();

  /** As {@link #settings}, without waiting. */
  CompletionStage<QueueSettings> settingsAsync();

  /**
   * Reads the settings, changes them and stores them. No change of another caller is lost: where
   * one came in between, the settings are read and changed again, at most 20 times in all.
   *
   * @param change may be called several times; without an effect but on the builder
   * @return the settings that now apply
   */
  QueueSettings configure(UnaryOperator<QueueSettings.Builder> change);

  /** As {@link #configure(UnaryOperator)}, without waiting. */
  CompletionStage<QueueSettings> configureAsync(UnaryOperator<QueueSettings.Builder> change);

  /**
   * Stores settings as a whole. Those that were read from the queue, and changed copies of them,
   * are stored only if no other caller has changed the queue's settings since; settings without a
   * {@link QueueSettings#version version} are stored in any case.
   */
  Configured configure(QueueSettings settings);

  /** As {@link #configure(QueueSettings)}, without waiting. */
  CompletionStage<Configured> configureAsync(QueueSettings settings);

  /** Lets no claim succeed until {@link #resume}; running jobs go on. */
  default QueueSettings pause() {
    return configure(QueueSettings.Builder::paused);
  }

  /** As {@link #pause}, without waiting. */
  default CompletionStage<QueueSettings> pauseAsync() {
    return configureAsync(QueueSettings.Builder::paused);
  }

  /** Lets no claim succeed before a moment. */
  default QueueSettings pauseUntil(Instant moment) {
    return configure(settings -> settings.pausedUntil(moment));
  }

  /** As {@link #pauseUntil}, without waiting. */
  default CompletionStage<QueueSettings> pauseUntilAsync(Instant moment) {
    return configureAsync(settings -> settings.pausedUntil(moment));
  }

  /** Lets claims succeed again. */
  default QueueSettings resume() {
    return configure(QueueSettings.Builder::notPaused);
  }

  /** As {@link #resume}, without waiting. */
  default CompletionStage<QueueSettings> resumeAsync() {
    return configureAsync(QueueSettings.Builder::notPaused);
  }

  /** How many jobs stand where. */
  Counts counts();

  /** As {@link #counts}, without waiting. */
  CompletionStage<Counts> countsAsync();

  /**
   * What is due when, and what ran when.
   *
   * @param buckets 1 to 1,000 stretches of equal length, each at least 1 ms
   */
  Timeline timeline(Instant from, Instant to, int buckets);

  /** As {@link #timeline}, without waiting. */
  CompletionStage<Timeline> timelineAsync(Instant from, Instant to, int buckets);

  /** Who has asked for jobs within the last minute. */
  List<QueueConsumer> consumers();

  /** As {@link #consumers}, without waiting. */
  CompletionStage<List<QueueConsumer>> consumersAsync();

  /** Forgets the queue and all its jobs, running ones too. Answers whether there was one. */
  boolean delete();

  /** As {@link #delete}, without waiting. */
  CompletionStage<Boolean> deleteAsync();
}
