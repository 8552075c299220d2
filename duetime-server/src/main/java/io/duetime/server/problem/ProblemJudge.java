package io.duetime.server.problem;

import io.duetime.QueueSettings;
import io.duetime.runtime.call.Presence;
import io.duetime.server.problem.StoreFacts.Attempts;
import io.duetime.server.problem.StoreFacts.QueueFacts;
import io.duetime.server.problem.StoreFacts.Warning;
import io.duetime.server.problem.StoreProblem.Kind;
import io.duetime.settings.InstantText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges facts: the same facts always are the same problems. Keeps nothing. */
final class ProblemJudge {
  /** So many failed attempts in a minute are no accident. */
  private static final int MANY_FAILED = 3;

  /** A failed attempt does as much harm as a job that is late by a minute. */
  private static final int SECONDS_OF_FAILURE = 60;

  /** So many starts must be allowed in a span to tell whether a rate is used up, and this part. */
  private static final int TELLING_STARTS = 5;

  private static final double USED_UP = 0.8;

  /** In so long a time a handler that works ends, or there is none that is free. */
  private static final long TELLING_MILLIS = 9_000;

  /** So many jobs are named. */
  private static final int MOST_IDS = 20;

  private static final long STORE_HARM = Long.MAX_VALUE;

  private final StoreFacts facts;
  private final List<StoreProblem> found = new ArrayList<>();

  /** The targets that take nothing, by name, as the process with the latest success tells. */
  private final Map<String, Presence.Target> down = new TreeMap<>();

  /** By queue: the target that takes nothing of it. */
  private final Map<String, Presence.Target> downOf = new HashMap<>();

  private ProblemJudge(StoreFacts facts) {
    this.facts = facts;
  }

  /** Judges the facts; the order of the problems has no meaning. */
  static List<StoreProblem> judge(StoreFacts facts) {
    ProblemJudge judge = new ProblemJudge(facts);
    facts.warnings().forEach(judge::warning);
    facts.present().forEach(judge::learnTargets);
    facts.queues().forEach(judge::queue);
    judge.abandoned();
    judge.targets();
    return judge.found;
  }

  private void warning(Warning warning) {
    // What a store is made for, such as memory, is no problem.
    Kind kind =
        warning.check().contains("clock")
            ? Kind.CLOCK
            : warning.check().contains("record") || warning.check().contains("data")
                ? Kind.DAMAGED
                : Kind.STORE;
    if (kind != Kind.STORE || warning.isFailure()) {
      add(
          kind,
          null,
          null,
          0,
          0,
          STORE_HARM,
          Map.of("check", warning.check(), "message", warning.message(), "todo", warning.remedy()));
    }
  }

  private void learnTargets(Presence process) {
    for (Presence.Target target : process.targets()) {
      if (!target.isMissing()) {
        down.merge(
            target.name(),
            target,
            (one, other) -> other.lastSuccessMillis() > one.lastSuccessMillis() ? other : one);
      }
      target.queues().forEach(queue -> downOf.put(queue, target));
    }
  }

  private void queue(QueueFacts queue) {
    Presence.Target target = downOf.get(queue.queue());
    boolean isPaused = queue.settings().isPausedAt(facts.nowMillis());
    if (target != null && target.isMissing()) {
      add(
          Kind.DESTINATION_MISSING,
          queue.queue(),
          target.name(),
          queue.ready(),
          lateMillis(queue),
          harm(queue),
          details(target));
    } else if (isLate(queue) && (isPaused || target == null)) {
      late(isPaused ? Kind.PAUSED : cause(queue), queue);
    }
    failing(queue);
    if (queue.counts().now().dead() > 0) {
      add(Kind.DEAD, queue.queue(), null, queue.counts().now().dead(), 0, 0, Map.of());
    }
  }

  private boolean isLate(QueueFacts queue) {
    return lateMillis(queue) > queue.settings().lateAfter().toMillis();
  }

  private long lateMillis(QueueFacts queue) {
    return queue.counts().oldestReady() == null
        ? 0
        : Math.max(0, facts.nowMillis() - queue.counts().oldestReady().toEpochMilli());
  }

  private long harm(QueueFacts queue) {
    return queue.ready() * (lateMillis(queue) / 1_000);
  }

  private void late(Kind kind, QueueFacts queue) {
    Map<String, String> details = new TreeMap<>();
    details.put("running", String.valueOf(queue.counts().now().running()));
    details.put("consumers", String.valueOf(queue.consumers()));
    if (kind == Kind.PAUSED) {
      queue
          .settings()
          .pausedUntil()
          .filter(end -> !end.equals(Instant.MAX))
          .ifPresent(end -> details.put("until", InstantText.format(end)));
    }
    if (kind == Kind.LIMITED) {
      if (isFull(queue)) {
        details.put("maxRunning", String.valueOf(queue.settings().maxRunning()));
      } else {
        queue.settings().rate().ifPresent(rate -> details.put("rate", rate.toString()));
      }
    }
    add(kind, queue.queue(), null, queue.ready(), lateMillis(queue), harm(queue), details);
  }

  private Kind cause(QueueFacts queue) {
    long running = queue.counts().now().running();
    if (isFull(queue)) {
      return Kind.LIMITED;
    }
    // Consumers that are busy need not ask.
    long stuck = workers(queue.queue()).filter(Presence.Working::stuck).count();
    if (running == 0 && queue.consumers() <= stuck) {
      return workers(queue.queue()).count() > stuck
          ? Kind.BEHIND
          : stuck > 0 ? Kind.HANDLERS_BUSY : Kind.NO_CONSUMER;
    }
    if (isAtRate(queue)) {
      return Kind.LIMITED;
    }
    Attempts recent = queue.recent();
    boolean isAnyEnding = recent.begun() + recent.ended() > 0;
    boolean isBusy = recent.millis() >= TELLING_MILLIS ? !isAnyEnding : queue.consumers() == 0;
    return running > 0 && isBusy ? Kind.HANDLERS_BUSY : Kind.BEHIND;
  }

  private Stream<Presence.Working> workers(String queue) {
    return facts.present().stream()
        .flatMap(process -> process.workers().stream())
        .filter(worker -> worker.queue().equals(queue));
  }

  private static boolean isFull(QueueFacts queue) {
    int most = queue.settings().maxRunning();
    return most > 0 && queue.counts().now().running() >= most;
  }

  /** Whether the queue starts about as many jobs as its rate allows. */
  private static boolean isAtRate(QueueFacts queue) {
    QueueSettings.Rate rate = queue.settings().rate().orElse(null);
    if (rate == null) {
      return false;
    }
    double allowed = (double) rate.permits() * queue.minute().millis() / rate.per().toMillis();
    return allowed < TELLING_STARTS
        ? queue.counts().now().running() == 0
        : queue.minute().begun() >= allowed * USED_UP;
  }

  private void failing(QueueFacts queue) {
    Attempts minute = queue.minute();
    if (minute.failed() >= MANY_FAILED && minute.failed() >= minute.done()) {
      add(
          Kind.FAILING,
          queue.queue(),
          null,
          minute.failed(),
          0,
          minute.failed() * minute.failed() * SECONDS_OF_FAILURE / minute.ended(),
          Map.of(
              "failed", String.valueOf(minute.failed()), "ended", String.valueOf(minute.ended())));
    }
  }

  private void abandoned() {
    Map<String, List<String>> ids = new TreeMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    Map<String, String> processes = new HashMap<>();
    for (Presence process : facts.present()) {
      for (Presence.Working worker : process.workers()) {
        if (worker.abandoned() > 0) {
          ids.computeIfAbsent(worker.queue(), none -> new ArrayList<>()).addAll(worker.jobs());
          numbers.merge(worker.queue(), worker.abandoned(), Integer::sum);
          processes.putIfAbsent(worker.queue(), worker.name() + " of " + process.process());
        }
      }
    }
    ids.forEach((queue, jobs) -> {
      int number = numbers.getOrDefault(queue, 0);
      add(
          Kind.HANDLERS_ABANDONED,
          queue,
          null,
          number,
          0,
          (long) number * SECONDS_OF_FAILURE,
          Map.of(
              "abandoned",
              String.valueOf(number),
              "process",
              processes.getOrDefault(queue, ""),
              "jobIds",
              first(jobs)));
    });
  }

  private static String first(List<String> ids) {
    String some = String.join(", ", ids.subList(0, Math.min(MOST_IDS, ids.size())));
    return ids.size() > MOST_IDS ? some + " and " + (ids.size() - MOST_IDS) + " more" : some;
  }

  private void targets() {
    Map<String, QueueFacts> byName = new HashMap<>();
    facts.queues().forEach(queue -> byName.put(queue.queue(), queue));
    down.forEach((name, target) -> {
      Map<String, Long> waiting = new TreeMap<>();
      long late = 0;
      long harm = 0;
      for (Map.Entry<String, Presence.Target> one : downOf.entrySet()) {
        String queue = one.getKey();
        if (one.getValue().isMissing() || !one.getValue().name().equals(name)) {
          continue;
        }
        QueueFacts known = byName.get(queue);
        waiting.put(queue, known == null ? 0 : known.ready());
        late = Math.max(late, known == null ? 0 : lateMillis(known));
        harm += known == null ? 0 : harm(known);
      }
      long jobs = waiting.values().stream().mapToLong(Long::longValue).sum();
      found.add(
          new StoreProblem(
              Kind.TARGET_DOWN,
              null,
              name,
              facts.nowMillis(),
              jobs,
              late,
              harm,
              waiting,
              details(target),
              true,
              null));
    });
  }

  private static Map<String, String> details(Presence.Target target) {
    Map<String, String> details = new TreeMap<>(Map.of("failure", target.failure()));
    if (target.lastSuccessMillis() > 0) {
      Instant moment = Instant.ofEpochMilli(target.lastSuccessMillis());
      details.put("lastSuccessAt", InstantText.format(moment));
    }
    return details;
  }

  private void add(
      Kind kind,
      @Nullable String queue,
      @Nullable String target,
      long jobs,
      long lateMillis,
      long harm,
      Map<String, String> details) {
    found.add(
        new StoreProblem(
            kind,
            queue,
            target,
            facts.nowMillis(),
            jobs,
            lateMillis,
            harm,
            Map.of(),
            details,
            true,
            null));
  }
}
