package io.duetime.server.problem;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.PresenceReader;
import io.duetime.server.problem.StoreFacts.Attempts;
import io.duetime.server.problem.StoreFacts.QueueFacts;
import io.duetime.server.problem.StoreProblem.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Reads the facts of a store. Of each queue it reads the counts; the settings and consumers only if
 * jobs are due. It keeps the counts of the last minute. Not for several callers at once.
 */
final class FactReader {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long RECENT = Duration.ofSeconds(10).toMillis();

  /** How many samples of a queue are kept, those of about a minute. */
  private static final int MOST_SAMPLES = 13;

  private final Engine engine;
  private final WarningKeeper warnings;
  private final Map<String, Deque<Sample>> samples = new HashMap<>();
  private long begunMillis = Long.MAX_VALUE;
  private long nowMillis;
  private long readMillis;
  private volatile List<Presence> present = List.of();

  private record Sample(long atMillis, long begun, long done, long failed) {
    static Sample of(Counts.Events since, long now) {
      return new Sample(now, since.claimed(), since.acked(), since.retried() + since.died());
    }
  }

  FactReader(Engine engine) {
    this.engine = engine;
    this.warnings = new WarningKeeper(engine);
  }

  /** The processes that were heard of lately. */
  List<Presence> present() {
    return present;
  }

  /** Whether the counts are not kept for long enough to tell that a problem has gone. */
  boolean isNew(StoreProblem problem) {
    return problem.kind() == Kind.FAILING && nowMillis - begunMillis < MINUTE;
  }

  CompletionStage<StoreFacts> read() {
    return engine
        .nowMillis()
        .thenCompose(now ->
            processes(now)
                .thenCompose(all ->
                    queues(now)
                        .thenCombine(
                            warnings.current(),
                            (queues, found) -> new StoreFacts(now, queues, all, found))));
  }

  private CompletionStage<List<Presence>> processes(long now) {
    return PresenceReader.readAndClean(engine, now)
        .thenApply(read -> present = List.copyOf(read.values()));
  }

  private CompletionStage<List<QueueFacts>> queues(long now) {
    readMillis = nowMillis;
    nowMillis = now;
    begunMillis = Math.min(begunMillis, now);
    return engine
        .queues()
        .thenCompose(names -> {
          samples.keySet().retainAll(new HashSet<>(names));
          return Stages.each(names, name -> engine.counts(name).thenCompose(c -> facts(name, c)));
        })
        .thenApply(all -> all.stream().map(this::withAttempts).toList());
  }

  private CompletionStage<QueueFacts> facts(String queue, Counts counts) {
    return counts.now().ready() == 0
        ? Stages.done(
            new QueueFacts(
                queue, counts, QueueSettings.DEFAULT, 0, Attempts.UNKNOWN, Attempts.UNKNOWN))
        : engine
            .settings(queue)
            .thenCombine(
                engine.consumers(queue),
                (settings, consumers) ->
                    new QueueFacts(
                        queue,
                        counts,
                        settings,
                        consumers.size(),
                        Attempts.UNKNOWN,
                        Attempts.UNKNOWN));
  }

  private QueueFacts withAttempts(QueueFacts queue) {
    Sample last = Sample.of(queue.counts().since(), nowMillis);
    Deque<Sample> kept = samples.computeIfAbsent(queue.queue(), this::begun);
    // A queue that was created again has fewer.
    if (!kept.isEmpty() && kept.getLast().begun > last.begun) {
      kept.clear();
    }
    kept.addLast(last);
    while (kept.size() > MOST_SAMPLES || kept.getFirst().atMillis < nowMillis - MINUTE) {
      kept.removeFirst();
    }
    return new QueueFacts(
        queue.queue(),
        queue.counts(),
        queue.settings(),
        queue.consumers(),
        since(kept, last, nowMillis - MINUTE),
        since(kept, last, nowMillis - RECENT));
  }

  /** A queue that is new since the last reading begins with nothing, then. */
  private Deque<Sample> begun(String queue) {
    Deque<Sample> kept = new ArrayDeque<>(2);
    if (readMillis > 0) {
      kept.add(new Sample(readMillis, 0, 0, 0));
    }
    return kept;
  }

  private static Attempts since(Deque<Sample> kept, Sample last, long moment) {
    Sample base = kept.getFirst();
    for (Sample sample : kept) {
      if (sample.atMillis <= moment) {
        base = sample;
      }
    }
    return new Attempts(
        last.atMillis - base.atMillis,
        last.begun - base.begun,
        Math.max(0, last.done - base.done),
        Math.max(0, last.failed - base.failed));
  }
}
