package io.duetime.transfer;

import io.duetime.DuetimeException;
import io.duetime.ScheduleOutcome;
import io.duetime.TimeSource;
import io.duetime.async.Waits;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Moves pages from a source to a target: takes a page, stores its entries, and only then has the
 * source forget them. An entry that cannot be stored stays with the source.
 */
public final class Mover {
  /** How long entries are repeated by default. */
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Source<JobSpec> source;
  private final Target target;
  private final TimeSource time;
  private final Duration patience;
  private final Report report;

  /**
   * Moves from {@code source} to {@code target}.
   *
   * @param patience how long to repeat entries that the target does not accept for now
   */
  public Mover(
      Source<JobSpec> source, Target target, TimeSource time, Duration patience, Report report) {
    this.source = source;
    this.target = target;
    this.time = time;
    this.patience = patience;
    this.report = report;
  }

  /** What became of one entry. */
  public enum Outcome {
    /** It is stored. */
    STORED,
    /** It was stored before. */
    PRESENT,
    /** It is not stored, and never will be. */
    REFUSED,
    /** It is not stored, but may be when it is sent again. */
    PUT_OFF
  }

  /**
   * The answer to one entry.
   *
   * @param text the outcome of its request, or why it is not stored
   */
  public record Answer(Outcome outcome, String text) {
    /** The answer to a request with this outcome. */
    public static Answer of(ScheduleOutcome outcome) {
      return switch (outcome) {
        case KEPT, KEPT_RUNNING -> new Answer(Outcome.PRESENT, outcome.name());
        default -> new Answer(Outcome.STORED, outcome.name());
      };
    }

    /** The answer to a request that was refused; it may be accepted later, or may have been. */
    public static Answer refused(DuetimeException refusal) {
      String why = String.valueOf(refusal.getMessage());
      return switch (refusal.code()) {
        case STORE_UNAVAILABLE,
            STORE_CLOSED,
            STORE_LOCKED,
            STORE_FULL,
            QUOTA_EXCEEDED,
            OUTCOME_UNKNOWN ->
            new Answer(Outcome.PUT_OFF, why + " (" + refusal.code() + ")");
        default -> new Answer(Outcome.REFUSED, why);
      };
    }
  }

  /** Where moved entries are stored. */
  @FunctionalInterface
  public interface Target extends AutoCloseable {
    /**
     * Stores entries of one queue. Jobs that are sent again with the same nonce are stored once.
     *
     * @return the answers in the order of the entries
     * @throws TransferException if no entry can be stored for a reason that does not pass
     */
    List<Answer> store(String queue, List<JobSpec> jobs);

    @Override
    default void close() {}
  }

  /** Counts what becomes of the entries. Called by one thread. */
  @FunctionalInterface
  public interface Report {
    /**
     * An entry is stored, was stored before, or stays in the source; {@link Outcome#PUT_OFF} is the
     * answer when the mover gives up.
     */
    void settled(Page<JobSpec> page, Entry<JobSpec> entry, Answer answer);

    /** So many entries are sent again. */
    default void repeated(int entries) {}

    /** The entries that were sent together are settled, apart from those that are put off. */
    default void answered() {}
  }

  /**
   * Moves what the source has now, or until {@code stopped}; returns how much that was. The next
   * page is taken while one is stored, but stored only after it: entries of one id keep their
   * order.
   *
   * @throws TransferException if the source fails, or the target has accepted nothing for too long
   */
  public long moveAll(BooleanSupplier stopped) throws InterruptedException {
    long moved = 0;
    boolean isAhead = false;
    while (isAhead || !stopped.getAsBoolean()) {
      Page<JobSpec> page = source.take();
      if (page.isEmpty()) {
        break;
      }
      // What is taken ahead is stored, too, before a stopped import ends.
      isAhead = !stopped.getAsBoolean() && source.takeAhead();
      Map<Entry<JobSpec>, Answer> putOff = store(page, usable(page));
      if (!putOff.isEmpty()) {
        repeat(page, putOff);
      }
      moved += page.entries().size();
    }
    return moved;
  }

  private List<Entry<JobSpec>> usable(Page<JobSpec> page) {
    List<Entry<JobSpec>> usable = new ArrayList<>();
    for (Entry<JobSpec> entry : page.entries()) {
      if (!entry.problem().isEmpty()) {
        report.settled(page, entry, new Answer(Outcome.REFUSED, entry.problem()));
      } else {
        usable.add(entry);
      }
    }
    return usable;
  }

  private void repeat(Page<JobSpec> page, Map<Entry<JobSpec>, Answer> first)
      throws InterruptedException {
    Map<Entry<JobSpec>, Answer> putOff = first;
    Duration pause = FIRST_PAUSE;
    long since = time.nanoTime();
    while (!putOff.isEmpty()) {
      if (time.nanoTime() - since >= patience.toNanos()) {
        throw givenUp(page, putOff);
      }
      Waits.pause(time, pause);
      pause = longer(pause);
      int before = putOff.size();
      report.repeated(before);
      putOff = store(page, List.copyOf(putOff.keySet()));
      if (putOff.size() < before) {
        since = time.nanoTime();
        pause = FIRST_PAUSE;
      }
    }
  }

  private TransferException givenUp(Page<JobSpec> page, Map<Entry<JobSpec>, Answer> putOff) {
    putOff.forEach((entry, answer) -> report.settled(page, entry, answer));
    return new TransferException(putOff.values().iterator().next().text());
  }

  /** Returns the entries that the target does not accept for now, in their order. */
  private Map<Entry<JobSpec>, Answer> store(Page<JobSpec> page, List<Entry<JobSpec>> entries) {
    if (entries.isEmpty()) {
      return Map.of();
    }
    List<Answer> answers = answers(page, entries);
    List<Entry<JobSpec>> done = new ArrayList<>();
    Map<Entry<JobSpec>, Answer> putOff = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      switch (answers.get(i).outcome()) {
        case STORED, PRESENT -> done.add(entries.get(i));
        case PUT_OFF -> putOff.put(entries.get(i), answers.get(i));
        case REFUSED -> {
          // The source keeps it.
        }
      }
    }
    source.forget(page, done);
    for (int i = 0; i < entries.size(); i++) {
      if (answers.get(i).outcome() != Outcome.PUT_OFF) {
        report.settled(page, entries.get(i), answers.get(i));
      }
    }
    report.answered();
    return putOff;
  }

  private List<Answer> answers(Page<JobSpec> page, List<Entry<JobSpec>> entries) {
    List<JobSpec> jobs =
        entries.stream().map(entry -> Objects.requireNonNull(entry.value())).toList();
    try {
      return target.store(page.queue(), jobs);
    } catch (TransferException failure) {
      Answer unknown = new Answer(Outcome.PUT_OFF, String.valueOf(failure.getMessage()));
      entries.forEach(entry -> report.settled(page, entry, unknown));
      throw failure;
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }
}
