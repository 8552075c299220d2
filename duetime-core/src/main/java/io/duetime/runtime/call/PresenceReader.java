package io.duetime.runtime.call;

import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.runtime.call.Presence.Working;
import io.duetime.settings.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds the abandoned handlers of all processes to what a store tells of consumers and jobs. Those
 * of this process are known at once, those of others from the {@link Presence} that they publish.
 * Thread safe.
 */
public final class PresenceReader {
  private static final Set<Why> DUE =
      EnumSet.of(Why.HANDLERS_BUSY, Why.NO_CONSUMER, Why.NEXT_IN_TURN);
  private static final Set<Why> ENDED = EnumSet.of(Why.UNKNOWN, Why.DONE, Why.CANCELLED, Why.DEAD);
  private static final int MOST_CONSUMERS = 10;

  /** How long what was read counts, since many queues are asked for at once. */
  private static final Duration KEPT = Duration.ofSeconds(1);

  /** How long an answer waits for the other processes at most. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final Engine engine;
  private final TimeSource time;
  private final Supplier<Own> own;
  private final Duration limit;
  private volatile @Nullable Read last;
  private volatile Heard heard = new Heard(0, Map.of());

  /**
   * This process.
   *
   * @param document the name of its document
   */
  public record Own(String document, Presence presence) {
    static final Own NONE = new Own("", new Presence("", 0, null, List.of(), List.of(), 0));
  }

  private record Read(long atNanos, CompletableFuture<Map<String, Presence>> processes) {}

  /** What was read last. */
  private record Heard(long atNanos, Map<String, Presence> processes) {}

  /** A consumer: the workers of its name, all of which are stuck if it is. */
  private record Hanging(Working worker, long seenMillis) {
    Hanging plus(Hanging other) {
      List<String> jobs = new ArrayList<>(worker.jobs());
      jobs.addAll(other.worker.jobs());
      Working both =
          new Working(
              worker.queue(),
              worker.name(),
              worker.concurrency() + other.worker.concurrency(),
              worker.running() + other.worker.running(),
              worker.abandoned() + other.worker.abandoned(),
              worker.stuck() && other.worker.stuck(),
              first(worker.sinceMillis(), other.worker.sinceMillis()),
              jobs);
      return new Hanging(both, Math.max(seenMillis, other.seenMillis));
    }

    private static long first(long one, long other) {
      return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    String words(String consumer) {
      String since =
          worker.sinceMillis() == 0
              ? ""
              : " since " + InstantText.format(Instant.ofEpochMilli(worker.sinceMillis()));
      return "%d of %s%s: %s"
          .formatted(worker.abandoned(), consumer, since, String.join(", ", worker.firstJobs()));
    }

    QueueConsumer of(QueueConsumer consumer) {
      return new QueueConsumer(
          consumer.name(),
          consumer.lastSeen(),
          consumer.running(),
          worker.abandoned(),
          worker.firstJobs());
    }
  }

  /**
   * Creates a reader.
   *
   * @param answerWithin how long callers wait for a whole answer
   */
  PresenceReader(Engine engine, TimeSource time, Duration answerWithin, Supplier<Own> own) {
    this.engine = engine;
    this.time = time;
    this.limit =
        Duration.ofNanos(Math.min(LONGEST_WAIT.toNanos(), answerWithin.dividedBy(2).toNanos()));
    this.own = own;
  }

  /**
   * Reads the processes that were heard of lately, by the names of their documents, and deletes
   * what others have left. It does not wait for the deletions, which may fail.
   */
  public static CompletionStage<Map<String, Presence>> readAndClean(Engine engine, long now) {
    return read(engine, one -> delete(engine, one), null, new LinkedHashMap<>(), now);
  }

  private static void delete(Engine engine, Document old) {
    Stages.onCompletion(
        Stages.call(() -> engine.deleteDocument(Presence.COLLECTION, old.name(), old.version())),
        (result, failure) -> {});
  }

  private static CompletionStage<Map<String, Presence>> read(
      Engine engine,
      Consumer<Document> old,
      @Nullable String after,
      Map<String, Presence> young,
      long now) {
    return engine
        .documents(Presence.COLLECTION, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          for (Document one : page) {
            Presence process = Presence.decode(one.content());
            if (process.isYoungAt(now)) {
              young.put(one.name(), process);
            } else {
              old.accept(one);
            }
          }
          return page.size() < Limits.MAX_DOCUMENT_PAGE
              ? Stages.done(young)
              : read(engine, old, page.get(page.size() - 1).name(), young, now);
        });
  }

  /** Adds the consumers with abandoned handlers. */
  CompletionStage<List<QueueConsumer>> consumers(
      String queue, CompletionStage<List<QueueConsumer>> told) {
    return isTold() ? told : told.thenCombine(hanging(queue), PresenceReader::with);
  }

  private static List<QueueConsumer> with(
      List<QueueConsumer> consumers, Map<String, Hanging> hanging) {
    if (hanging.isEmpty()) {
      return consumers;
    }
    Map<String, QueueConsumer> byName = new TreeMap<>();
    hanging.forEach((name, one) ->
        byName.put(name, new QueueConsumer(name, Instant.ofEpochMilli(one.seenMillis), 0)));
    consumers.forEach(one -> byName.put(one.name(), one));
    hanging.forEach((name, one) -> byName.computeIfPresent(name, (same, known) -> one.of(known)));
    return List.copyOf(byName.values());
  }

  /** Adds the abandoned handlers of the queue, if a job is due, and those of the job itself. */
  CompletionStage<Explanation> explain(String queue, String id, CompletionStage<Explanation> told) {
    return isTold()
        ? told
        : told.thenCompose(known ->
            ENDED.contains(known.why())
                ? Stages.done(known)
                : hanging(queue).thenCompose(all -> explain(queue, id, known, all)));
  }

  private CompletionStage<Explanation> explain(
      String queue, String id, Explanation known, Map<String, Hanging> all) {
    Map<String, Hanging> those = new TreeMap<>(all);
    if (!DUE.contains(known.why())) {
      those.values().removeIf(one -> !one.worker.jobs().contains(id));
    }
    if (those.isEmpty()) {
      return Stages.done(known);
    }
    Explanation told = new Explanation(known.why(), with(known.details(), those));
    List<String> stuck =
        all.entrySet().stream()
            .filter(one -> one.getValue().worker.stuck())
            .map(Map.Entry::getKey)
            .toList();
    return stuck.isEmpty() || !DUE.contains(known.why()) || known.why() == Why.HANDLERS_BUSY
        ? Stages.done(told)
        : engine
            .consumers(queue)
            .thenApply(consumers ->
                consumers.stream().allMatch(one -> stuck.contains(one.name()))
                    ? new Explanation(Why.HANDLERS_BUSY, told.details())
                    : told);
  }

  private static Map<String, String> with(
      Map<String, String> details, Map<String, Hanging> hanging) {
    Map<String, String> all = new HashMap<>(details);
    all.put(
        "abandoned",
        hanging.entrySet().stream()
            .limit(MOST_CONSUMERS)
            .map(one -> one.getValue().words(one.getKey()))
            .collect(Collectors.joining("; ")));
    return all;
  }

  /** Whether a server has added them, or will. */
  private boolean isTold() {
    return engine.capabilities().served();
  }

  /** The consumers of a queue with abandoned handlers, by name. */
  private CompletionStage<Map<String, Hanging>> hanging(String queue) {
    Own here = own.get();
    return processes()
        .thenApply(all -> {
          Map<String, Hanging> found = new TreeMap<>();
          add(found, queue, here.presence);
          all.forEach((document, process) -> {
            if (!document.equals(here.document)) {
              add(found, queue, process);
            }
          });
          found.values().removeIf(one -> one.worker.abandoned() == 0);
          return found;
        });
  }

  private static void add(Map<String, Hanging> found, String queue, Presence process) {
    for (Working worker : process.workers()) {
      if (worker.queue().equals(queue)) {
        found.merge(
            Presence.consumer(worker.name(), process.process()),
            new Hanging(worker, process.atMillis()),
            Hanging::plus);
      }
    }
  }

  /** The other processes; those read before if the store fails or does not answer in time. */
  private CompletionStage<Map<String, Presence>> processes() {
    Read known = last;
    if (known == null || time.nanoTime() - known.atNanos >= KEPT.toNanos()) {
      known = new Read(time.nanoTime(), read());
      last = known;
    }
    return known.processes;
  }

  // Jobs are told of whatever becomes of this: it may lie on another node, which is down.
  private CompletableFuture<Map<String, Presence>> read() {
    CompletableFuture<Map<String, Presence>> answer = new CompletableFuture<>();
    Stages.whenDone(
        Stages.call(() ->
            engine
                .nowMillis()
                .thenCompose(now -> read(engine, one -> {}, null, new LinkedHashMap<>(), now))),
        (all, failure) -> {
          if (all != null) {
            heard = new Heard(time.nanoTime(), all);
          }
          answer.complete(lately());
        });
    if (!answer.isDone()) {
      Timer end = time.after(limit, () -> answer.complete(lately()));
      Stages.onCompletion(answer, (all, failure) -> end.cancel());
    }
    return answer;
  }

  private Map<String, Presence> lately() {
    Heard known = heard;
    return time.nanoTime() - known.atNanos < Presence.YOUNG.toNanos() ? known.processes : Map.of();
  }
}
