package io.duetime.server.problem;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.runtime.call.Presence;
import io.duetime.server.access.Grant;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import io.duetime.server.problem.StoreProblem.Kind;
import io.duetime.server.problem.StoreProblem.Known;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the problems of a store that are open. They are documents, so that all servers of a store
 * tell the same of them, and since when. A problem opens after two judgements in a row that found
 * it, and closes after three that did not. Thread safe.
 */
public final class ProblemKeeper {
  /** How often the store is judged, unless that takes long. */
  public static final Duration PACE = Duration.ofSeconds(5);

  /** The collection of the documents. */
  static final String COLLECTION = "problems";

  /** The most problems that are open; those that do the most harm come first. */
  static final int MOST = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(ProblemKeeper.class);
  private static final int BAD_TO_OPEN = 2;
  private static final int GOOD_TO_CLOSE = 3;
  private static final int FAILURES_TO_OPEN = 2;

  /** A judgement takes at most this part of the time, however many queues there are. */
  private static final int SHARE = 10;

  private final FactReader reader;
  private final TimeSource time;
  private final StoredDocuments<StoreProblem> store;
  private final AtomicBoolean isJudging = new AtomicBoolean();
  private volatile long notBeforeNanos;
  private volatile Judgement last = Judgement.NONE;

  // Used by one judgement at a time: how often each problem was found, and was missed, in a row.
  private final Map<String, Integer> bad = new HashMap<>();
  private final Map<String, Integer> good = new HashMap<>();
  private int failures;

  /**
   * What was last judged.
   *
   * @param number grows with each judgement
   * @param nowMillis the store's clock; 0 before the first
   * @param problems those that are open, the most harmful first
   * @param more how many were found beyond the most that are kept
   * @param texts the problems as JSON, by what a caller may see; written once for many callers
   */
  public record Judgement(
      long number,
      long nowMillis,
      List<StoreProblem> problems,
      long more,
      Map<List<Grant>, String> texts) {
    public static final Judgement NONE =
        new Judgement(0, 0, List.of(), 0, new ConcurrentHashMap<>());

    Judgement next(long now, List<StoreProblem> newProblems, long newMore) {
      return new Judgement(number + 1, now, newProblems, newMore, new ConcurrentHashMap<>());
    }

    /** How many there are, without those that are known. */
    public long count() {
      return problems.stream().filter(one -> !one.isKnownAt(nowMillis)).count();
    }

    /** How many there are of a kind, without those that are known. */
    public long count(Kind kind) {
      return problems.stream()
          .filter(one -> one.kind() == kind && !one.isKnownAt(nowMillis))
          .count();
    }
  }

  /** Judges nothing yet. */
  public ProblemKeeper(Engine engine, TimeSource time) {
    this.reader = new FactReader(engine);
    this.time = time;
    this.notBeforeNanos = time.nanoTime();
    this.store =
        new StoredDocuments<>(
            engine,
            COLLECTION,
            StoreProblem::id,
            document -> StoreProblem.read(document.content()),
            StoreProblem::stored);
  }

  /** What was last judged. */
  public Judgement last() {
    return last;
  }

  /** The processes that were heard of when the store was last judged. */
  public List<Presence> present() {
    return reader.present();
  }

  /**
   * Judges the store, unless a judgement is under way or the last one took long. To be repeated
   * every {@link #PACE}.
   *
   * @return false if it was not judged
   */
  public CompletionStage<Boolean> runOnce() {
    long began = time.nanoTime();
    if (began - notBeforeNanos < 0 || !isJudging.compareAndSet(false, true)) {
      return Stages.done(false);
    }
    return Stages.call(() -> reader.read().thenCombine(store.all(), this::judgedOrFault))
        .thenCompose(stage -> stage)
        .handle((judged, failure) -> {
          failures = failure == null ? 0 : failures + 1;
          if (failure != null) {
            LOG.debug("Could not judge the store; judging again later", failure);
            if (failures >= FAILURES_TO_OPEN) {
              last = storeAway(Stages.cause(failure));
            }
          }
          // A call that timed out is repeated soon.
          notBeforeNanos =
              failure == null ? began + (time.nanoTime() - began) * SHARE : time.nanoTime();
          isJudging.set(false);
          return failure == null;
        });
  }

  /** What was last known, and before it that the store does not answer. */
  private Judgement storeAway(Throwable failure) {
    List<StoreProblem> all = new ArrayList<>(last.problems);
    all.removeIf(ProblemKeeper::isStoreAway);
    String why = "the store does not answer: " + failure.getMessage();
    StoreProblem away =
        last.problems.stream()
            .filter(ProblemKeeper::isStoreAway)
            .findFirst()
            .orElseGet(() ->
                new StoreProblem(
                    Kind.STORE,
                    null,
                    null,
                    time.instant().toEpochMilli(),
                    0,
                    0,
                    Long.MAX_VALUE,
                    Map.of(),
                    Map.of("check", "answer", "message", why),
                    true,
                    null));
    all.add(0, away);
    return last.next(last.nowMillis, all, last.more);
  }

  private static boolean isStoreAway(StoreProblem one) {
    return one.kind() == Kind.STORE && "answer".equals(one.details().get("check"));
  }

  /** A fault in here does not tell that the store is away. */
  private CompletionStage<Boolean> judgedOrFault(
      StoreFacts facts, List<Stored<StoreProblem>> stored) {
    try {
      return judged(facts, stored);
    } catch (RuntimeException fault) {
      LOG.error("A fault in the judgement of problems", fault);
      return Stages.done(false);
    }
  }

  private CompletionStage<Boolean> judged(StoreFacts facts, List<Stored<StoreProblem>> stored) {
    long now = facts.nowMillis();
    List<StoreProblem> found = new ArrayList<>(ProblemJudge.judge(facts));
    found.sort(StoreProblem.orderAt(now));
    long more = Math.max(0, found.size() - MOST);
    Map<String, StoreProblem> current = new LinkedHashMap<>();
    found.stream().limit(MOST).forEach(one -> current.put(one.id(), one));
    bad.keySet().retainAll(current.keySet());
    current.keySet().forEach(id -> bad.merge(id, 1, Integer::sum));
    Map<String, Stored<StoreProblem>> known = new LinkedHashMap<>();
    stored.forEach(one -> known.put(one.value().id(), one));
    good.keySet().retainAll(known.keySet());
    Map<String, StoreProblem> open = new LinkedHashMap<>();
    List<Change> changes = new ArrayList<>();
    known.forEach((id, one) -> keep(one, current.get(id), now, open, changes));
    current.forEach((id, one) -> {
      boolean hasRoom = known.size() + changes.size() < 2 * MOST;
      if (hasRoom && !known.containsKey(id) && bad.getOrDefault(id, 0) >= BAD_TO_OPEN) {
        changes.add(new Change(one, Document.ABSENT));
      }
    });
    return Stages.inTurn(changes, change -> madeOrRefused(change, now, open))
        .thenApply(made -> {
          List<StoreProblem> all = new ArrayList<>(open.values());
          all.sort(StoreProblem.orderAt(now));
          last = last.next(now, all, more);
          return true;
        });
  }

  /** A problem to be stored in place of the document of a version; null to delete that. */
  private record Change(StoreProblem problem, long version) {}

  private void keep(
      Stored<StoreProblem> stored,
      @Nullable StoreProblem found,
      long now,
      Map<String, StoreProblem> open,
      List<Change> changes) {
    StoreProblem one = stored.value();
    String id = one.id();
    if (found != null) {
      good.remove(id);
      StoreProblem told = found.known(one.known());
      if (one.isOpen()) {
        open.put(id, told.since(one.sinceMillis()));
      } else if (bad.getOrDefault(id, 0) >= BAD_TO_OPEN) {
        changes.add(new Change(told, stored.version()));
      }
    } else if (one.isOpen()
        && (reader.isNew(one) || good.merge(id, 1, Integer::sum) < GOOD_TO_CLOSE)) {
      open.put(id, one);
    } else if (one.isOpen() || !one.isKnownAt(now)) {
      changes.add(new Change(one.open(false), stored.version()));
    }
  }

  /** A problem that cannot be stored is shown, and leaves the others alone. */
  private CompletionStage<Boolean> madeOrRefused(
      Change change, long now, Map<String, StoreProblem> open) {
    StoreProblem one = change.problem;
    return Stages.call(() -> made(change, now, open))
        .exceptionally(failure -> {
          if (!(Stages.cause(failure) instanceof InvalidRequestException refused)) {
            throw new CompletionException(Stages.cause(failure));
          }
          LOG.warn("Could not store the problem {}: {}", one.id(), refused.getMessage());
          if (one.isOpen()) {
            open.put(one.id(), one);
          }
          return false;
        });
  }

  /** Stores a change; another server may have made it before. */
  private CompletionStage<Boolean> made(Change change, long now, Map<String, StoreProblem> open) {
    StoreProblem one = change.problem;
    String id = one.id();
    if (!one.isOpen() && !one.isKnownAt(now)) {
      return store.delete(id, change.version).thenApply(deleted -> true);
    }
    return store
        .put(one, change.version)
        .thenCompose(put -> put.isPresent() ? Stages.done(put) : store.find(id))
        .thenApply(current -> {
          current
              .map(Stored::value)
              .filter(StoreProblem::isOpen)
              .ifPresent(
                  value -> open.put(id, one.since(value.sinceMillis()).known(value.known())));
          return true;
        });
  }

  /**
   * Notes that a problem is known.
   *
   * @param known null to forget that
   * @return empty if there is no such problem
   */
  public CompletionStage<Optional<StoreProblem>> note(String id, @Nullable Known known) {
    return store
        .change(id, one -> one.known(known))
        .thenApply(changed -> {
          List<StoreProblem> all = new ArrayList<>(last.problems);
          all.replaceAll(one -> one.id().equals(id) ? one.known(known) : one);
          all.sort(StoreProblem.orderAt(last.nowMillis));
          last = last.next(last.nowMillis, all, last.more);
          return changed.filter(StoreProblem::isOpen);
        });
  }
}
