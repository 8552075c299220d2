package io.duetime.wire;

import static io.duetime.wire.Values.ASKED_MOMENT;
import static io.duetime.wire.Values.TEXT;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.JobView;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.wire.Members.Value;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes and reads changes of jobs: by id, or by a selection. */
public final class ChangeJson {
  /** The fields of the change of a due time. */
  public static final List<String> RESCHEDULE_FIELDS = List.of("delay", "dueAt", "only", "ifDueAt");

  /** The fields of a filter. */
  public static final List<String> FILTER_FIELDS =
      List.of("state", "from", "to", "tag", "reason", "fingerprint", "errorLike");

  private static final List<String> FILTERS =
      List.of("from", "to", "tag", "reason", "fingerprint", "errorLike", "ids");
  private static final Set<String> REASONS =
      Set.of(JobView.End.EXHAUSTED, JobView.End.BURIED, JobView.End.EXPIRED);
  private static final Value<Collection<String>> SOME_TEXTS =
      new Value<>((out, texts) -> JsonShape.texts(texts).write(out), Fields::texts);

  private enum Only {
    EARLIER,
    LATER
  }

  private enum Kind {
    CANCEL,
    MOVE,
    UPDATE,
    SHIFT,
    UNDO_SHIFT,
    REDRIVE,
    PURGE
  }

  /** What a filter by state can name: the states, and the waiting jobs that have failed before. */
  private enum Listed {
    DELAYED,
    READY,
    RUNNING,
    DEAD,
    DONE,
    CANCELLED,
    RETRYING;

    private static final Value<Collection<Listed>> VALUE =
        new Value<>(
            (out, some) -> JsonShape.texts(some.stream().map(Enum::name).toList()).write(out),
            (fields, name) -> fields.someOf(name, Listed.class));

    static Collection<Listed> of(Selection selection) {
      Stream<Listed> states =
          selection.states().stream()
              .filter(
                  state -> !selection.retrying() || !hasAllWaiting(selection) || !state.isWaiting())
              .map(state -> valueOf(state.name()));
      return Stream.concat(states, selection.retrying() ? Stream.of(RETRYING) : Stream.empty())
          .toList();
    }

    private static boolean hasAllWaiting(Selection selection) {
      return selection.wants(JobState.DELAYED) && selection.wants(JobState.READY);
    }

    static Set<JobState> states(Collection<Listed> listed) {
      Set<JobState> states = EnumSet.noneOf(JobState.class);
      listed.stream()
          .filter(one -> one != RETRYING)
          .forEach(one -> states.add(JobState.valueOf(one.name())));
      if (listed.contains(RETRYING) && states.stream().noneMatch(JobState::isWaiting)) {
        states.addAll(Selection.WAITING.states());
      }
      return states;
    }
  }

  private ChangeJson() {}

  /** Writes the change of the due time of one job. */
  public static JsonShape of(Reschedule change) {
    return Members.shape(change, m -> reschedule(m, change.id()));
  }

  /** Reads the change of the due time of one job; requires {@code delay} or {@code dueAt}. */
  public static Reschedule reschedule(String id, Fields fields) {
    if (!fields.has("delay") && !fields.has("dueAt")) {
      throw new InvalidRequestException("delay", null, "delay or dueAt");
    }
    return Members.read(fields, m -> reschedule(m, id));
  }

  private static Reschedule reschedule(Members<Reschedule> m, String id) {
    m.show("id", TEXT, Reschedule::id);
    return new Reschedule(
        id, SpecJson.due(m.part(Reschedule::due)), condition(m.part(Reschedule::only)));
  }

  private static Reschedule.Condition condition(Members<Reschedule.Condition> m) {
    Only only = m.optional("only", Values.oneOf(Only.class), ChangeJson::only);
    Long ifDueAt =
        m.optional(
            "ifDueAt",
            ASKED_MOMENT,
            known ->
                known instanceof Reschedule.IfDueAt at ? Long.valueOf(at.epochMillis()) : null);
    if (only != null && ifDueAt != null) {
      throw new InvalidRequestException("only", only, "only without ifDueAt");
    }
    if (ifDueAt != null) {
      return new Reschedule.IfDueAt(ifDueAt);
    }
    if (only == null) {
      return Reschedule.Condition.ALWAYS;
    }
    return only == Only.EARLIER
        ? Reschedule.Condition.ONLY_EARLIER
        : Reschedule.Condition.ONLY_LATER;
  }

  private static @Nullable Only only(Reschedule.Condition known) {
    if (known instanceof Reschedule.OnlyEarlier) {
      return Only.EARLIER;
    }
    return known instanceof Reschedule.OnlyLater ? Only.LATER : null;
  }

  /** Writes the members of a selection. */
  public static JsonShape members(Selection selection) {
    return Members.inside(selection, ChangeJson::selection);
  }

  /** Reads a filter; without one, all jobs in {@code otherwise} states (none named for all). */
  public static Selection selection(Fields fields, Set<JobState> otherwise) {
    // A null must not turn a filter into no filter.
    for (String name : FILTERS) {
      if (fields.isNull(name)) {
        throw new InvalidRequestException(name, null, "a value, or omit it");
      }
    }
    Selection read = Members.read(fields, ChangeJson::selection);
    return read.states().isEmpty() ? read.in(otherwise.toArray(JobState[]::new)) : read;
  }

  /**
   * Reads the selection of a change. A state alone is no filter, and only {@code all} selects every
   * job.
   */
  public static Selection selectionForChange(Fields fields, Set<JobState> otherwise) {
    Selection selection = selection(fields, otherwise);
    // An empty list of tags is no filter.
    if (!selection.isFilter() && !fields.isOn("all")) {
      throw new InvalidRequestException(
          "filter",
          null,
          "from, to, tag, reason, fingerprint, errorLike or ids, or all=true for every job");
    }
    return selection;
  }

  private static Selection selection(Members<Selection> m) {
    Collection<String> ids = m.optional("ids", SOME_TEXTS, Selection::ids);
    Collection<Listed> listed = m.or("state", Listed.VALUE, List.of(), Listed::of);
    long from = m.or("from", ASKED_MOMENT, 0L, Selection::fromMillis);
    long to = m.or("to", ASKED_MOMENT, Long.MAX_VALUE, Selection::toMillis);
    Collection<String> tags = m.or("tag", SOME_TEXTS, List.of(), Selection::tags);
    LastFailure failure = failure(m.part(Selection::failure));
    return new Selection(
        Listed.states(listed),
        from,
        to,
        Set.copyOf(tags),
        listed.contains(Listed.RETRYING),
        failure,
        ids == null ? null : new HashSet<>(ids));
  }

  /** The members of a filter by the last failure. */
  public static LastFailure failure(Members<LastFailure> m) {
    String reason = m.optional("reason", TEXT, LastFailure::reason);
    if (reason != null && !m.isWriting() && !REASONS.contains(reason)) {
      throw new InvalidRequestException("reason", reason, "EXHAUSTED, BURIED or EXPIRED");
    }
    return new LastFailure(
        reason,
        m.optional("fingerprint", TEXT, LastFailure::fingerprint),
        m.optional("errorLike", TEXT, LastFailure::errorLike));
  }

  /** The members of a change of all jobs of a selection. */
  public static JsonShape members(BulkChange change) {
    return Members.inside(change, ChangeJson::change);
  }

  /** Reads a change of all jobs of a selection. */
  public static BulkChange change(Fields fields) {
    return Members.read(fields, ChangeJson::change);
  }

  private static BulkChange change(Members<BulkChange> m) {
    if (m.isOn("dryRun", BulkChange.Count.class::isInstance)) {
      return new BulkChange.Count(kind(m.part(known -> ((BulkChange.Count) known).change())));
    }
    return kind(m);
  }

  private static BulkChange kind(Members<BulkChange> m) {
    Kind kind = m.optional("change", Values.oneOf(Kind.class), ChangeJson::kind);
    if (kind == null) {
      throw new InvalidRequestException(
          "change", null, "CANCEL, MOVE, SHIFT, UNDO_SHIFT, UPDATE, REDRIVE or PURGE");
    }
    return switch (kind) {
      case CANCEL -> new BulkChange.Cancel();
      case MOVE ->
          new BulkChange.Move(SpecJson.due(m.part(known -> ((BulkChange.Move) known).due())));
      case UPDATE ->
          new BulkChange.Update(
              UpdateJson.change(m.part(known -> ((BulkChange.Update) known).change())));
      case SHIFT -> shift(m);
      case UNDO_SHIFT ->
          new BulkChange.UndoShift(
              m.need("task", TEXT, known -> ((BulkChange.UndoShift) known).task()));
      case REDRIVE ->
          new BulkChange.Redrive(
              m.or(
                  "spread",
                  Values.MILLIS,
                  0L,
                  known -> ((BulkChange.Redrive) known).spreadMillis()),
              m.optional("task", TEXT, known -> ((BulkChange.Redrive) known).task()),
              m.or("upTo", Values.WHOLE, 0L, known -> ((BulkChange.Redrive) known).upTo()));
      case PURGE -> new BulkChange.Purge();
    };
  }

  /** Reads how far jobs are to be shifted, in milliseconds. */
  public static long by(Fields fields) {
    return Members.read(fields, m -> m.need("by", Values.SHIFT_MILLIS, known -> known));
  }

  private static BulkChange shift(Members<BulkChange> m) {
    return new BulkChange.Shift(
        m.need("task", TEXT, known -> ((BulkChange.Shift) known).task()),
        m.need("by", Values.SHIFT_MILLIS, known -> ((BulkChange.Shift) known).byMillis()),
        m.or("spread", Values.MILLIS, 0L, known -> ((BulkChange.Shift) known).spreadMillis()),
        m.need("begunAt", ASKED_MOMENT, known -> ((BulkChange.Shift) known).begunAtMillis()));
  }

  private static Kind kind(BulkChange change) {
    if (change instanceof BulkChange.Shift) {
      return Kind.SHIFT;
    }
    if (change instanceof BulkChange.UndoShift) {
      return Kind.UNDO_SHIFT;
    }
    if (change instanceof BulkChange.Cancel) {
      return Kind.CANCEL;
    }
    if (change instanceof BulkChange.Move) {
      return Kind.MOVE;
    }
    if (change instanceof BulkChange.Update) {
      return Kind.UPDATE;
    }
    return change instanceof BulkChange.Redrive ? Kind.REDRIVE : Kind.PURGE;
  }
}
