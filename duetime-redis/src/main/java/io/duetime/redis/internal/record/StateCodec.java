package io.duetime.redis.internal.record;

import io.duetime.engine.AttemptRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the states of jobs, which scripts write. */
public final class StateCodec {
  private static final int MARKED = 1;
  private static final int HAS_MORE = 2;
  private static final int MOMENT_BYTES = 6;

  private StateCodec() {}

  /** How far a job has come. */
  public enum Stage {
    WAITING,
    LEASED,
    DEAD,
    DONE,
    CANCELLED
  }

  /**
   * How far a job has come.
   *
   * @param marked whether it was cancelled while it runs
   * @param attempt attempts so far
   * @param fence of its last claim, 0 for none
   * @param since leased: since when; ended: when
   * @param until leased: until when; done or cancelled: when it is forgotten
   * @param consumer that has the lease, or had the last one
   * @param rare the parts that few jobs have
   */
  public record State(
      Stage stage,
      boolean marked,
      int attempt,
      long fence,
      long dueAt,
      long firstDueAt,
      long since,
      long until,
      String consumer,
      Rare rare) {}

  /**
   * The parts of a state that few jobs have.
   *
   * @param history failed attempts, oldest first
   * @param successorDueAt when the successor is due, or null when there is none
   * @param reason of a dead job, otherwise empty
   * @param message of a dead or a done job, otherwise empty
   * @param priority in place of the record's, or null
   * @param interruptions how often in a row the handler was interrupted by the close of its worker
   * @param mayHaveArrived whether an earlier attempt may have had its effect
   */
  public record Rare(
      List<AttemptRecord> history,
      @Nullable Long successorDueAt,
      String reason,
      String message,
      @Nullable Long priority,
      int interruptions,
      boolean mayHaveArrived) {
    static final Rare NOTHING = new Rare(List.of(), null, "", "", null, 0, false);
  }

  /** A job that waits for the first time, due at a moment: it has no state of its own. */
  public static State fresh(long dueAt) {
    return new State(Stage.WAITING, false, 0, 0, dueAt, dueAt, 0, 0, "", Rare.NOTHING);
  }

  /**
   * Reads a state.
   *
   * @throws DamagedRecordException if it is none
   */
  public static State read(byte[] state) {
    return RecordCodec.understood(() -> read(new Bytes(state)));
  }

  /** The flags of a state that is not plain. */
  static int flags(boolean marked, boolean hasMore) {
    return (marked ? MARKED : 0) | (hasMore ? HAS_MORE : 0);
  }

  /**
   * The parts of a state that only exports need.
   *
   * @param anchor 0 for the moment of the record
   * @param more the rare part
   */
  record Inner(long anchor, Map<?, ?> more) {}

  static Inner inner(byte[] state) {
    Bytes from = new Bytes(state);
    from.u8();
    int flags = from.u8();
    from.raw(Integer.BYTES + Long.BYTES + 2 * MOMENT_BYTES);
    long anchor = from.u48();
    from.raw(2 * MOMENT_BYTES);
    from.shortText();
    boolean hasMore = (flags & HAS_MORE) != 0;
    return new Inner(
        anchor, hasMore && MessagePack.read(from) instanceof Map<?, ?> more ? more : Map.of());
  }

  /** Whether a state is that of a running job, even if it cannot be decoded. */
  public static boolean isLeased(byte[] state) {
    return state.length > 0 && isStage(state[0]) && stage(state[0]) == Stage.LEASED;
  }

  /** Whether a state is that of a dead job, even if it cannot be decoded. */
  public static boolean isDead(byte[] state) {
    return state.length > 0 && isStage(state[0]) && stage(state[0]) == Stage.DEAD;
  }

  private static State read(Bytes from) {
    Stage stage = stage(from.u8());
    int flags = from.u8();
    int attempt = Math.toIntExact(from.u32());
    long fence = from.i64();
    long dueAt = from.u48();
    long firstDueAt = from.u48();
    from.u48(); // the anchor, which is the scripts' business
    long since = from.u48();
    long until = from.u48();
    String consumer = from.shortText();
    Rare rare = (flags & HAS_MORE) == 0 ? Rare.NOTHING : rare(MessagePack.read(from));
    boolean marked = (flags & MARKED) != 0;
    return new State(
        stage, marked, attempt, fence, dueAt, firstDueAt, since, until, consumer, rare);
  }

  private static Stage stage(int code) {
    if (!isStage(code)) {
      throw new DamagedRecordException("no stage of number " + code);
    }
    return Stage.values()[code - 1];
  }

  private static boolean isStage(int code) {
    return code >= 1 && code <= Stage.values().length;
  }

  private static Rare rare(@Nullable Object packed) {
    if (!(packed instanceof Map<?, ?> more)) {
      throw new DamagedRecordException("a state whose rare part is no map");
    }
    List<AttemptRecord> history = new ArrayList<>();
    list(more.get("h")).forEach(attempt -> history.add(attempt(list(attempt))));
    Object successor = more.get("s");
    List<?> end = list(more.get("e"));
    Object priority = more.get("p");
    return new Rare(
        List.copyOf(history),
        successor instanceof Map<?, ?> next ? (Long) number(next.get("due")) : null,
        end.isEmpty() ? "" : text(end.get(0)),
        end.size() < 2 ? "" : text(end.get(1)),
        priority == null ? null : (Long) number(priority),
        (int) numberOr0(more.get("i")),
        numberOr0(more.get("u")) != 0);
  }

  private static AttemptRecord attempt(List<?> parts) {
    AttemptRecord.Outcome outcome = Codes.outcome((int) number(parts.get(3)));
    String error = text(parts.get(4));
    return new AttemptRecord(
        (int) number(parts.get(0)),
        number(parts.get(1)),
        number(parts.get(2)),
        outcome,
        error,
        parts.size() > 5 ? text(parts.get(5)) : outcome.fingerprint(error));
  }

  private static long numberOr0(@Nullable Object value) {
    return value == null ? 0 : number(value);
  }

  static List<?> list(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new DamagedRecordException("a list was expected");
  }

  static long number(@Nullable Object value) {
    if (value instanceof Long whole) {
      return whole;
    }
    if (value instanceof Double number) {
      return number.longValue();
    }
    throw new DamagedRecordException("a number was expected");
  }

  private static String text(@Nullable Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  static byte[] bytes(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    throw new DamagedRecordException("a text was expected");
  }
}
