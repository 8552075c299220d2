package io.duetime.server.problem;

import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.MOMENT;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS_BY_NAME;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.Limits;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.StrictJson;
import io.duetime.wire.Values;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a queue, a target or the store.
 *
 * @param kind what is wrong
 * @param queue the queue; null for a target and the store
 * @param target the target; null without one
 * @param sinceMillis since when, by the store's clock
 * @param jobs how many jobs wait, are dead or have failed because of it
 * @param lateMillis how late the first of them is; 0 if none waits
 * @param harm larger for what should be looked at first
 * @param queues the jobs that wait, by queue; of a target alone
 * @param details facts by name, of which the cause tells
 * @param isOpen false for one that has gone, of which a note is kept
 * @param known what somebody has said about it; null for nothing
 */
public record StoreProblem(
    Kind kind,
    @Nullable String queue,
    @Nullable String target,
    long sinceMillis,
    long jobs,
    long lateMillis,
    long harm,
    Map<String, Long> queues,
    Map<String, String> details,
    boolean isOpen,
    @Nullable Known known) {
  /** The kinds, in the order in which those of the same harm are told. */
  public enum Kind {
    /** The store does not answer, or a check of it failed. */
    STORE("duetime doctor", "duetimestoredown"),
    /** Records could not be read and were set aside, or data was lost. */
    DAMAGED("duetime doctor", "duetimedatalost"),
    /** Clocks differ. */
    CLOCK("duetime doctor", "duetimeclockskew"),
    /** Due jobs wait, and no consumer asks for them. */
    NO_CONSUMER("duetime work %s --exec COMMAND", "duetimejobsoverdue"),
    /** Due jobs wait while all handlers are busy and none ends. */
    HANDLERS_BUSY("duetime list %s --state RUNNING", "duetimejobsoverdue"),
    /** Handlers do not end although they were interrupted. */
    HANDLERS_ABANDONED("duetime list %s --state RUNNING", "duetimejobsoverdue"),
    /** Most attempts fail. */
    FAILING("duetime list %s --state RETRYING", "duetimeretries"),
    /** Due jobs wait although handlers run them. */
    BEHIND("duetime top --sort OLDEST", "duetimejobsoverdue"),
    /** Due jobs wait for the limits of the queue. */
    LIMITED("duetime settings %s", "duetimejobsoverdue"),
    /** Due jobs wait, as the queue is paused. */
    PAUSED("duetime resume %s", "duetimejobsoverdue"),
    /** Jobs are dead. */
    DEAD("duetime dead list %s", "duetimejobsdied"),
    /** A target of hand-overs takes nothing. */
    TARGET_DOWN("duetime target show %s", "duetimehandoverstopped"),
    /** A target takes nothing of a queue: its exchange, topic or settings are wrong. */
    DESTINATION_MISSING("duetime target show %s", "duetimehandoverstopped");

    private final String command;
    private final String chapter;

    Kind(String command, String chapter) {
      this.command = command;
      this.chapter = chapter;
    }
  }

  /**
   * What somebody has said about a problem.
   *
   * @param untilMillis until when it is known, so that it alerts nobody
   * @param by who said so
   */
  public record Known(long untilMillis, String by, String note) {}

  /** So many queues of a target are named, those with the most jobs. */
  private static final int MOST_QUEUES = 100;

  /** The order in which problems are told: known ones last, otherwise by harm. */
  public static Comparator<StoreProblem> orderAt(long nowMillis) {
    return Comparator.comparing((StoreProblem one) -> one.isKnownAt(nowMillis))
        .thenComparing(Comparator.comparingLong(StoreProblem::harm).reversed())
        .thenComparing(StoreProblem::kind)
        .thenComparing(StoreProblem::id);
  }

  /** Its id, which is the same as long as it is open, and the name of its document. */
  public String id() {
    String of = queue != null ? queue : target != null ? target : details.getOrDefault("check", "");
    String id = kind.name().toLowerCase(Locale.ROOT) + ":" + of;
    return id.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_DOCUMENT_NAME_BYTES
        ? id
        : id.substring(0, 100) + "~" + Integer.toHexString(id.hashCode());
  }

  /** Whether it alerts nobody at a moment. */
  public boolean isKnownAt(long nowMillis) {
    return known != null && known.untilMillis > nowMillis;
  }

  StoreProblem since(long moment) {
    return new StoreProblem(
        kind, queue, target, moment, jobs, lateMillis, harm, queues, details, isOpen, known);
  }

  StoreProblem open(boolean open) {
    return new StoreProblem(
        kind, queue, target, sinceMillis, jobs, lateMillis, harm, queues, details, open, known);
  }

  StoreProblem known(@Nullable Known newKnown) {
    return new StoreProblem(
        kind,
        queue,
        target,
        sinceMillis,
        jobs,
        lateMillis,
        harm,
        queues,
        details,
        isOpen,
        newKnown);
  }

  /**
   * As a caller sees it; null if it may not see it. A problem of a target is shown with the queues
   * that the caller may read, one of the store to callers that may read every queue.
   *
   * @param reads whether the caller may read a queue; asked with null for the store
   * @param seesErrors whether it may see the errors of a queue
   */
  public @Nullable StoreProblem shownTo(
      Predicate<@Nullable String> reads, Predicate<@Nullable String> seesErrors) {
    String of = queue;
    if (of != null || target == null) {
      return reads.test(of) ? withFailure(seesErrors.test(of)) : null;
    }
    Map<String, Long> some = new TreeMap<>(queues);
    some.keySet().removeIf(reads.negate());
    if (some.isEmpty() && !reads.test(null)) {
      return null;
    }
    long sum = some.values().stream().mapToLong(Long::longValue).sum();
    boolean errors = seesErrors.test(null) || some.keySet().stream().anyMatch(seesErrors);
    return new StoreProblem(
            kind, null, target, sinceMillis, sum, lateMillis, harm, some, details, isOpen, known)
        .withFailure(errors)
        .withSomeQueues();
  }

  /** The same, naming few queues, so that neither its document nor an answer grows with them. */
  private StoreProblem withSomeQueues() {
    if (queues.size() <= MOST_QUEUES) {
      return this;
    }
    Map<String, Long> some = new TreeMap<>();
    queues.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_QUEUES)
        .forEach(one -> some.put(one.getKey(), one.getValue()));
    Map<String, String> told = new TreeMap<>(details);
    told.put("moreQueues", String.valueOf(queues.size() - MOST_QUEUES));
    return new StoreProblem(
        kind, queue, target, sinceMillis, jobs, lateMillis, harm, some, told, isOpen, known);
  }

  private StoreProblem withFailure(boolean shown) {
    if (shown || !details.containsKey("failure")) {
      return this;
    }
    Map<String, String> less = new TreeMap<>(details);
    less.remove("failure");
    return new StoreProblem(
        kind, queue, target, sinceMillis, jobs, lateMillis, harm, queues, less, isOpen, known);
  }

  byte[] stored() {
    return Members.shape(withSomeQueues(), StoreProblem::members).bytes();
  }

  static StoreProblem read(byte[] content) {
    return Members.read(Fields.ofAnswer(StrictJson.tree(content)), StoreProblem::members);
  }

  private static StoreProblem members(Members<StoreProblem> m) {
    return new StoreProblem(
        m.need("kind", Values.oneOf(Kind.class), StoreProblem::kind),
        m.optional("queue", TEXT, StoreProblem::queue),
        m.optional("target", TEXT, StoreProblem::target),
        m.need("since", MOMENT, StoreProblem::sinceMillis),
        m.need("jobs", WHOLE, StoreProblem::jobs),
        m.need("lateMs", WHOLE, StoreProblem::lateMillis),
        m.need("harm", WHOLE, StoreProblem::harm),
        numbers(m),
        m.need("details", TEXTS_BY_NAME, StoreProblem::details),
        m.need("open", FLAG, StoreProblem::isOpen),
        m.optional("known", Values.object(StoreProblem::known), StoreProblem::known));
  }

  private static Map<String, Long> numbers(Members<StoreProblem> m) {
    Map<String, Long> numbers = new TreeMap<>();
    m.need("queues", TEXTS_BY_NAME, one -> texts(one.queues))
        .forEach((name, number) -> numbers.put(name, Long.valueOf(number)));
    return numbers;
  }

  private static Map<String, String> texts(Map<String, Long> numbers) {
    Map<String, String> texts = new TreeMap<>();
    numbers.forEach((name, number) -> texts.put(name, number.toString()));
    return texts;
  }

  private static Known known(Members<Known> m) {
    return new Known(
        m.need("until", MOMENT, Known::untilMillis),
        m.need("by", TEXT, Known::by),
        m.need("note", TEXT, Known::note));
  }

  /** The problem as callers see it. */
  public JsonShape shape() {
    return JsonShape.object(out -> {
      out.writeStringProperty("id", id());
      out.writeStringProperty("kind", kind.name());
      JsonShape.text(out, "queue", queue);
      JsonShape.text(out, "target", target);
      if (!queues.isEmpty()) {
        out.writeName("queues");
        JsonShape.texts(List.copyOf(queues.keySet())).write(out);
      }
      JsonShape.moment(out, "since", sinceMillis);
      out.writeNumberProperty("jobs", jobs);
      out.writeNumberProperty("lateMs", lateMillis);
      out.writeStringProperty("cause", ProblemText.cause(this));
      out.writeStringProperty("command", command());
      out.writeStringProperty("link", "docs/runbook.md#" + kind.chapter);
      out.writeName("details");
      JsonShape.value(details).write(out);
      if (known != null) {
        out.writeName("known");
        Members.write(out, known, StoreProblem::known);
      }
    });
  }

  private String command() {
    return kind.command.contains("%s")
        ? kind.command.formatted(target != null ? target : queue)
        : kind.command;
  }
}
