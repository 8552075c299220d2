package io.duetime.server.event;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.document.StoredDocuments.Stored;
import io.duetime.server.event.EventStreams.EventReader;
import io.duetime.server.json.QueueBrief;
import io.duetime.server.json.QueueJson;
import io.duetime.server.problem.ProblemJson;
import io.duetime.server.problem.ProblemKeeper.Judgement;
import io.duetime.server.problem.WarningKeeper;
import io.duetime.server.task.Task;
import io.duetime.server.task.TaskJson;
import io.duetime.server.task.TaskKeeper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at the store for what there is to be told. Thread safe; one look at a time. */
final class EventFeed {
  /** The most queues whose counts are told, over all callers. */
  static final int MAX_QUEUES = 1_000;

  private final Engine engine;
  private final TaskKeeper tasks;
  private final WarningKeeper warnings;
  private final QueueBriefs briefs;
  private final Supplier<Judgement> problems;
  private volatile FeedState state = FeedState.NONE;

  EventFeed(
      Engine engine,
      TaskKeeper tasks,
      WarningKeeper warnings,
      QueueBriefs briefs,
      Supplier<Judgement> problems) {
    this.engine = engine;
    this.tasks = tasks;
    this.warnings = warnings;
    this.briefs = briefs;
    this.problems = problems;
  }

  /** Looks again; counts only the queues that are watched. */
  CompletionStage<FeedState> look(List<EventReader> readers) {
    return tasks
        .stored()
        .thenCombine(warnings.stored(), (all, current) -> withQueues(all, current, readers))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<FeedState> withQueues(
      List<Stored<Task>> all, List<Document> warned, List<EventReader> readers) {
    List<FeedState.Versioned> told = all.stream().map(EventFeed::versioned).toList();
    List<FeedState.Versioned> current = warned.stream().map(EventFeed::versioned).toList();
    return engine
        .queues()
        .thenCompose(names -> {
          Set<String> watched = watched(names, readers);
          List<String> counted = watched.stream().limit(MAX_QUEUES).toList();
          Set<String> left = watched.stream().skip(MAX_QUEUES).collect(Collectors.toSet());
          Set<String> existing = new HashSet<>(names);
          return briefs
              .read(counted)
              .thenApply(found -> told(told, current, byName(found), existing, left));
        });
  }

  private static FeedState.Versioned versioned(Stored<Task> stored) {
    Task task = stored.value();
    return new FeedState.Versioned(
        stored.version(), task.work().queue(), TaskJson.shown(task).text());
  }

  private static FeedState.Versioned versioned(Document warning) {
    String json = new String(warning.content(), StandardCharsets.UTF_8);
    return new FeedState.Versioned(warning.version(), null, json);
  }

  /**
   * The queues that are watched, those of the callers that want few first; of a caller that wants
   * more than are counted the first by name, and one more.
   */
  private static Set<String> watched(List<String> names, List<EventReader> readers) {
    return readers.stream()
        .map(one -> names.stream().filter(one::counts).limit(MAX_QUEUES + 1L).toList())
        .sorted(Comparator.comparingInt(List::size))
        .flatMap(List::stream)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private synchronized FeedState told(
      List<FeedState.Versioned> newTasks,
      List<FeedState.Versioned> newWarnings,
      Map<String, String> found,
      Set<String> existing,
      Set<String> left) {
    state =
        state.after(newTasks, newWarnings, found, existing::contains, left).with(problems.get());
    return state;
  }

  private static Map<String, String> byName(List<QueueBrief> briefs) {
    Map<String, String> found = new LinkedHashMap<>();
    for (QueueBrief brief : briefs) {
      found.put(brief.queue(), QueueJson.brief(brief).text());
    }
    return found;
  }

  /**
   * What there is to be told: the state of all tasks, warnings and queues. Callers get what differs
   * from what they know, so nothing has to be kept for them.
   *
   * @param tasks those that are kept
   * @param warnings those that are kept
   * @param queues by name
   * @param problems as they were last judged
   * @param number grows with each look at the queues
   */
  record FeedState(
      List<Versioned> tasks,
      List<Versioned> warnings,
      Queues queues,
      Judgement problems,
      long number) {
    static final FeedState NONE =
        new FeedState(
            List.of(), List.of(), new Queues(Map.of(), Map.of(), Set.of()), Judgement.NONE, 0);

    /** The most deleted queues that are remembered. */
    private static final int MAX_GONE = 1_000;

    /**
     * A task or a warning.
     *
     * @param version of its document
     * @param queue that it concerns; null if it may name any queue
     */
    record Versioned(long version, @Nullable String queue, String json) {}

    /**
     * The counts of a queue.
     *
     * @param since the number of the look that found them changed
     */
    record Counted(String json, long since) {}

    /**
     * The queues that are watched.
     *
     * @param counts by name
     * @param gone by name, the number of the look that missed it
     * @param left names that are watched and not counted; at least one of those of each caller that
     *     lacks any
     */
    record Queues(Map<String, Counted> counts, Map<String, Long> gone, Set<String> left) {}

    /**
     * The state after a look.
     *
     * @param found the JSON of the queues that were looked at, by name
     * @param exists whether there is still a queue of a name
     * @param left names that are watched and were not looked at
     */
    FeedState after(
        List<Versioned> newTasks,
        List<Versioned> newWarnings,
        Map<String, String> found,
        Predicate<String> exists,
        Set<String> left) {
      long next = number + 1;
      Map<String, Counted> counts = new TreeMap<>();
      found.forEach((name, json) -> {
        Counted before = queues.counts().get(name);
        boolean isSame = before != null && before.json().equals(json);
        counts.put(name, isSame ? before : new Counted(json, next));
      });
      Map<String, Long> gone = new LinkedHashMap<>(queues.gone());
      gone.keySet().removeAll(found.keySet());
      for (String name : queues.counts().keySet()) {
        if (!exists.test(name)) {
          gone.put(name, next);
        }
      }
      List<String> oldest = new ArrayList<>(gone.keySet());
      gone.keySet().removeAll(oldest.subList(0, Math.max(0, oldest.size() - MAX_GONE)));
      return new FeedState(newTasks, newWarnings, new Queues(counts, gone, left), problems, next);
    }

    FeedState with(Judgement newest) {
      return new FeedState(tasks, warnings, queues, newest, number);
    }
  }

  /**
   * How much a caller knows: the versions of the last task and the last warning, which are the id
   * of an event, and the number of the last look at the queues. Confined to one event loop.
   */
  static final class EventPosition {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");
    private static final int NOTHING = -1;

    private final EventReader reader;
    private long task;
    private long warning;
    private long look = NOTHING;
    private long judgement;
    private String toldProblems = "";

    /** Begins behind an event; null for all that is known. */
    EventPosition(@Nullable String lastEventId, EventReader reader) {
      this.reader = reader;
      if (lastEventId != null && !lastEventId.isEmpty()) {
        Matcher matcher = FORM.matcher(lastEventId);
        if (!matcher.matches()) {
          throw new InvalidRequestException(
              "Last-Event-ID", lastEventId, "the id of an event, such as 17-5");
        }
        this.task = Long.parseLong(matcher.group(1));
        this.warning = Long.parseLong(matcher.group(2));
      }
    }

    /** Writes the events that lead to a state, and moves there; empty if there are none. */
    String advance(FeedState state) {
      StringBuilder events = new StringBuilder();
      for (FeedState.Versioned next : newer(state.tasks(), task)) {
        task = next.version();
        event(events, "task", next);
      }
      for (FeedState.Versioned next : newer(state.warnings(), warning)) {
        warning = next.version();
        event(events, "warning", next);
      }
      problems(events, state.problems());
      queues(events, state);
      look = state.number();
      return events.toString();
    }

    private static List<FeedState.Versioned> newer(List<FeedState.Versioned> all, long version) {
      return all.stream()
          .filter(one -> one.version() > version)
          .sorted(Comparator.comparingLong(FeedState.Versioned::version))
          .toList();
    }

    private void event(StringBuilder events, String kind, FeedState.Versioned what) {
      if (!reader.mayRead(what.queue())) {
        return;
      }
      events.append("event: ").append(kind).append("\nid: ").append(task).append('-');
      events.append(warning).append("\ndata: ").append(what.json()).append("\n\n");
    }

    private void problems(StringBuilder events, Judgement judged) {
      if (judged.number() == judgement) {
        return;
      }
      judgement = judged.number();
      String problems = ProblemJson.problems(judged, reader.caller());
      if (!problems.equals(toldProblems)) {
        toldProblems = problems;
        events.append("event: problems\ndata: ");
        events.append(ProblemJson.page(judged, reader.caller()).text()).append("\n\n");
      }
    }

    private void queues(StringBuilder events, FeedState state) {
      StringJoiner changed = new StringJoiner(",", "[", "]");
      StringJoiner deleted = new StringJoiner(",", "[", "]");
      FeedState.Queues queues = state.queues();
      boolean isAny = look == NOTHING;
      for (var queue : queues.counts().entrySet()) {
        if (queue.getValue().since() > look && reader.counts(queue.getKey())) {
          changed.add(queue.getValue().json());
          isAny = true;
        }
      }
      for (var queue : queues.gone().entrySet()) {
        // A queue's name has no character that JSON escapes.
        if (look != NOTHING && queue.getValue() > look && reader.counts(queue.getKey())) {
          deleted.add('"' + queue.getKey() + '"');
          isAny = true;
        }
      }
      if (isAny) {
        events.append("event: queues\ndata: {\"snapshot\":").append(look == NOTHING);
        events.append(",\"complete\":").append(queues.left().stream().noneMatch(reader::counts));
        events.append(",\"queues\":").append(changed);
        events.append(",\"deleted\":").append(deleted).append("}\n\n");
      }
    }
  }
}
