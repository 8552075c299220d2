package io.duetime.transfer.export;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.MissedTicks;
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
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

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
  static StoreEntry read(String kind, Map<String, JsonNode> line) {
    EntryKind named =
        Arrays.stream(values())
            .filter(known -> known.text.equals(kind))
            .findFirst()
            .orElseThrow(
                () -> new InvalidRequestException("kind", kind, "the kind of a line of an export"));
    return Members.read(line, named::members);
  }

  private StoreEntry members(Members<StoreEntry> m) {
    m.text("kind", entry -> text);
    return codec.members(m);
  }

  private static StoreEntry.DeletedFences fences(Members<StoreEntry.DeletedFences> m) {
    return new StoreEntry.DeletedFences(
        m.upTo("upTo", Long.MAX_VALUE, StoreEntry.DeletedFences::upTo));
  }

  private static StoreEntry.Numbers numbers(Members<StoreEntry.Numbers> m) {
    Members<Block> block = m.part(StoreEntry.Numbers::block);
    return new StoreEntry.Numbers(
        new Block(
            Limits.queue(block.text("queue", Block::queue)),
            block.upTo("first", 1L << 53, Block::first),
            block.count("size", Block::size)));
  }

  private static StoreEntry.ServerDocument document(Members<StoreEntry.ServerDocument> m) {
    return new StoreEntry.ServerDocument(
        Limits.collection(m.text("collection", StoreEntry.ServerDocument::collection)),
        Limits.documentName(m.text("name", StoreEntry.ServerDocument::name)),
        Limits.documentContent(m.payload(StoreEntry.ServerDocument::content)));
  }

  private static StoreEntry.Queue queue(Members<StoreEntry.Queue> m) {
    String queue = queueOf(m);
    long fences = m.upTo("fences", Long.MAX_VALUE, StoreEntry.Queue::fences);
    return new StoreEntry.Queue(queue, settings(m.part(StoreEntry.Queue::settings)), fences);
  }

  private static QueueSettings settings(Members<QueueSettings> m) {
    Map<String, String> settings = m.textsByName("settings", StoredSettings::write);
    Members.requireKnown(settings.keySet(), Set.copyOf(StoredSettings.keys()));
    return StoredSettings.read(settings);
  }

  private static StoreEntry.Copy copy(Members<StoreEntry.Copy> m) {
    String queue = queueOf(m);
    Members<DeadCopy> copy = m.part(StoreEntry.Copy::copy);
    return new StoreEntry.Copy(
        queue,
        new DeadCopy(
            copy.text("key", DeadCopy::key),
            Limits.queue(copy.text("to", DeadCopy::targetQueue)),
            copy.object("request", JobCodec::request, DeadCopy::job)));
  }

  private static StoreEntry.Job job(Members<StoreEntry.Job> m) {
    String queue = queueOf(m);
    String id = m.text("id", job -> job.job().head().id());
    return new StoreEntry.Job(queue, JobCodec.job(m.part(StoreEntry.Job::job), id));
  }

  private static String queueOf(Members<? extends StoreEntry> m) {
    return Limits.queue(m.text("queue", StoreEntry::queue));
  }

  private static StoreEntry.RecurringJob recurring(Members<StoreEntry.RecurringJob> m) {
    String queue = queueOf(m);
    Members<RecurringState> state = m.part(StoreEntry.RecurringJob::state);
    Members<RecurringJob> job = state.part(RecurringState::job);
    String name = job.text("name", RecurringJob::name);
    String schedule = job.text("schedule", definition -> definition.schedule().toString());
    TickRules rules = rules(job.part(RecurringJob::rules));
    boolean isPaused = state.flag("paused", RecurringState::paused);
    TickLog ticks = ticks(state.part(RecurringState::ticks));
    JobSpec request = job.object("request", JobCodec::request, RecurringJob::template);
    return new StoreEntry.RecurringJob(
        queue,
        new RecurringState(
            new RecurringJob(name, Schedule.parse(schedule), request, rules),
            isPaused,
            ticks,
            0,
            RecurringJob.ABSENT));
  }

  private static TickRules rules(Members<TickRules> m) {
    MissedTicks missed = m.oneOf("missed", MissedTicks.class, TickRules::missed);
    Duration grace =
        m.has("grace", rules -> true)
            ? Duration.ofMillis(m.whole("grace", rules -> rules.grace().toMillis()))
            : TickRules.DEFAULT_GRACE;
    boolean ends = m.has("endsAt", rules -> rules.until() != null);
    return new TickRules(
        missed,
        grace,
        ends ? Instant.ofEpochMilli(m.moment("endsAt", EntryKind::end)) : null,
        m.has("times", rules -> rules.times() > 0) ? m.whole("times", TickRules::times) : 0,
        m.isOn("firstNow", TickRules::firstNow));
  }

  private static long end(TickRules rules) {
    Instant until = rules.until();
    return until == null ? 0 : until.toEpochMilli();
  }

  /** Which ticks of a recurring definition were decided. */
  private static TickLog ticks(Members<TickLog> m) {
    boolean hasMade = m.has("made", ticks -> true);
    boolean hasPlace = m.has("place", ticks -> ticks.place() > 0);
    boolean startsNow = m.has("startsNow", TickLog::startsNow);
    if (!m.has("until", ticks -> true)) {
      return onlyLast(m.moment("lastTick", TickLog::last));
    }
    long until = m.moment("until", TickLog::until);
    long last = m.moment("lastTick", TickLog::last);
    List<Long> ahead =
        m.texts("ahead", ticks -> ticks.ahead().stream().map(EntryKind::iso).toList()).stream()
            .map(EntryKind::tick)
            .toList();
    if (ahead.size() > TickLog.MOST_AHEAD) {
      throw new InvalidRequestException("ahead", ahead.size(), "at most " + TickLog.MOST_AHEAD);
    }
    long skipped = m.upTo("skipped", Long.MAX_VALUE, TickLog::skipped);
    return new TickLog(
        until,
        last,
        ahead,
        skipped,
        hasMade ? m.upTo("made", Long.MAX_VALUE, TickLog::made) : 0,
        hasPlace ? m.moment("place", TickLog::place) : 0,
        startsNow && m.flag("startsNow", TickLog::startsNow));
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
