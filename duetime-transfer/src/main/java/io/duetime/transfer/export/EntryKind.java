package io.duetime.transfer.export;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.DURATION_NUMBER;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.TickLog;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.settings.StoredSettings;
import io.duetime.wire.Fields;
import io.duetime.wire.Members;
import io.duetime.wire.Members.Value;
import io.duetime.wire.Values;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The kinds of entries of a store, and the members of their lines. */
enum EntryKind {
  JOB("job", "jobs", StoreEntry.Job.class, EntryKind::job),
  QUEUE("queue", "queues", StoreEntry.Queue.class, EntryKind::queue),
  RECURRING("recurring", "recurring", StoreEntry.RecurringJob.class, EntryKind::recurring),
  COPY("copy", "copies", StoreEntry.Copy.class, EntryKind::copy),
  DOCUMENT("document", "documents", StoreEntry.ServerDocument.class, EntryKind::document),
  NUMBERS("numbers", "numbers", StoreEntry.Numbers.class, EntryKind::numbers),
  DELETED_FENCES(
      "deletedFences", "deletedFences", StoreEntry.DeletedFences.class, EntryKind::fences);

  private static final Value<Long> FIRST = Values.upTo(1L << 53, number -> number);

  private final String text;
  private final String plural;
  private final Class<? extends StoreEntry> type;

  @SuppressWarnings("ImmutableEnumChecker") // a method
  private final Members.Codec<StoreEntry> codec;

  <E extends StoreEntry> EntryKind(
      String text, String plural, Class<E> type, Members.Codec<E> codec) {
    this.text = text;
    this.plural = plural;
    this.type = type;
    this.codec = members -> codec.members(members.part(type::cast));
  }

  /** The name of this kind in its lines. */
  String text() {
    return text;
  }

  /** The name of the count of this kind. */
  String plural() {
    return plural;
  }

  static EntryKind of(StoreEntry entry) {
    return Arrays.stream(values()).filter(kind -> kind.type.isInstance(entry)).findFirst().get();
  }

  /** Writes an entry as a JSON object. */
  static void write(JsonGenerator out, StoreEntry entry) {
    Members.write(out, entry, of(entry)::members);
  }

  /** Reads the entry of a line of a kind. */
  static StoreEntry read(String kind, Map<String, @Nullable Object> line) {
    EntryKind named =
        Arrays.stream(values())
            .filter(known -> known.text.equals(kind))
            .findFirst()
            .orElseThrow(
                () -> new InvalidRequestException("kind", kind, "the kind of a line of an export"));
    return Members.read(Fields.ofExport(line), named::members);
  }

  private StoreEntry members(Members<StoreEntry> m) {
    m.need("kind", TEXT, entry -> text);
    return codec.members(m);
  }

  private static StoreEntry.DeletedFences fences(Members<StoreEntry.DeletedFences> m) {
    return new StoreEntry.DeletedFences(
        m.need("upTo", JobCodec.NUMBER, StoreEntry.DeletedFences::upTo));
  }

  private static StoreEntry.Numbers numbers(Members<StoreEntry.Numbers> m) {
    Members<Block> block = m.part(StoreEntry.Numbers::block);
    return new StoreEntry.Numbers(
        new Block(
            Limits.queue(block.need("queue", TEXT, Block::queue)),
            block.need("first", FIRST, Block::first),
            block.need("size", COUNT, Block::size)));
  }

  private static StoreEntry.ServerDocument document(Members<StoreEntry.ServerDocument> m) {
    return new StoreEntry.ServerDocument(
        Limits.collection(m.need("collection", TEXT, StoreEntry.ServerDocument::collection)),
        Limits.documentName(m.need("name", TEXT, StoreEntry.ServerDocument::name)),
        Limits.documentContent(JobCodec.payload(m.part(StoreEntry.ServerDocument::content))));
  }

  private static StoreEntry.Queue queue(Members<StoreEntry.Queue> m) {
    String queue = queueOf(m);
    long fences = m.need("fences", JobCodec.NUMBER, StoreEntry.Queue::fences);
    return new StoreEntry.Queue(queue, settings(m.part(StoreEntry.Queue::settings)), fences);
  }

  private static QueueSettings settings(Members<QueueSettings> m) {
    Map<String, String> settings = m.need("settings", Values.TEXTS_BY_NAME, StoredSettings::write);
    Fields.requireKnown("field", settings.keySet(), Set.copyOf(StoredSettings.keys()));
    return StoredSettings.read(settings);
  }

  private static StoreEntry.Copy copy(Members<StoreEntry.Copy> m) {
    String queue = queueOf(m);
    Members<DeadCopy> copy = m.part(StoreEntry.Copy::copy);
    return new StoreEntry.Copy(
        queue,
        new DeadCopy(
            copy.need("key", TEXT, DeadCopy::key),
            Limits.queue(copy.need("to", TEXT, DeadCopy::targetQueue)),
            copy.need("request", Values.object(JobCodec::request), DeadCopy::job)));
  }

  private static StoreEntry.Job job(Members<StoreEntry.Job> m) {
    String queue = queueOf(m);
    String id = m.need("id", TEXT, job -> job.job().head().id());
    return new StoreEntry.Job(queue, JobCodec.job(m.part(StoreEntry.Job::job), id));
  }

  private static String queueOf(Members<? extends StoreEntry> m) {
    return Limits.queue(m.need("queue", TEXT, StoreEntry::queue));
  }

  private static StoreEntry.RecurringJob recurring(Members<StoreEntry.RecurringJob> m) {
    String queue = queueOf(m);
    Members<RecurringState> state = m.part(StoreEntry.RecurringJob::state);
    Members<RecurringJob> job = state.part(RecurringState::job);
    String name = job.need("name", TEXT, RecurringJob::name);
    String schedule = job.need("schedule", TEXT, definition -> definition.schedule().toString());
    TickRules rules = rules(job.part(RecurringJob::rules));
    boolean isPaused = state.need("paused", FLAG, RecurringState::paused);
    TickLog ticks = ticks(state.part(RecurringState::ticks));
    String owner = job.optional("owner", TEXT, RecurringJob::owner);
    JobSpec request = job.need("request", Values.object(JobCodec::request), RecurringJob::template);
    return new StoreEntry.RecurringJob(
        queue,
        new RecurringState(
            new RecurringJob(name, Schedule.parse(schedule), request, rules, owner),
            isPaused,
            ticks,
            0,
            RecurringJob.ABSENT));
  }

  private static TickRules rules(Members<TickRules> m) {
    MissedTicks missed = m.need("missed", Values.oneOf(MissedTicks.class), TickRules::missed);
    Duration grace = m.always("grace", DURATION_NUMBER, TickRules.DEFAULT_GRACE, TickRules::grace);
    Long end =
        m.optional(
            "endsAt",
            JobCodec.MILLIS,
            rules -> rules.until() == null ? null : Long.valueOf(rules.until().toEpochMilli()));
    return new TickRules(
        missed,
        grace,
        end == null ? null : Instant.ofEpochMilli(end),
        m.or("times", WHOLE, 0L, TickRules::times),
        m.isOn("firstNow", TickRules::firstNow),
        m.or("overlap", Values.oneOf(Overlap.class), Overlap.ALLOW, TickRules::overlap));
  }

  /** Which ticks of a recurring definition were decided. */
  private static TickLog ticks(Members<TickLog> m) {
    // Known also where the ticks are those of an earlier export.
    List.of("made", "place", "startsNow").forEach(name -> m.has(name, ticks -> false));
    if (!m.has("until", ticks -> true)) {
      return onlyLast(m.need("lastTick", JobCodec.MILLIS, TickLog::last));
    }
    long until = m.need("until", JobCodec.MILLIS, TickLog::until);
    long last = m.need("lastTick", JobCodec.MILLIS, TickLog::last);
    List<Long> ahead =
        m
            .need("ahead", TEXTS, ticks -> ticks.ahead().stream().map(EntryKind::iso).toList())
            .stream()
            .map(EntryKind::tick)
            .toList();
    if (ahead.size() > TickLog.MOST_AHEAD) {
      throw new InvalidRequestException("ahead", ahead.size(), "at most " + TickLog.MOST_AHEAD);
    }
    long skipped = m.need("skipped", JobCodec.NUMBER, TickLog::skipped);
    return new TickLog(
        until,
        last,
        ahead,
        skipped,
        m.always("made", JobCodec.NUMBER, 0L, TickLog::made),
        m.or("place", JobCodec.MILLIS, 0L, TickLog::place),
        m.isOn("startsNow", TickLog::startsNow));
  }

  // That tick has its job already, and may be in the future.
  private static TickLog onlyLast(long lastTick) {
    List<Long> ahead = lastTick == 0 ? List.of() : List.of(lastTick);
    return new TickLog(lastTick, 0, ahead, 0, 0, 0, false);
  }

  private static String iso(long tick) {
    return Instant.ofEpochMilli(tick).toString();
  }

  private static long tick(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException wrong) {
      throw new InvalidRequestException("ahead", text, "moments as ISO-8601");
    }
  }
}
