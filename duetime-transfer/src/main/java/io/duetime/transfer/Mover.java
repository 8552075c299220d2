package io.duetime.transfer;

import io.duetime.TimeSource;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import io.duetime.transfer.TransferTarget.Answer;
import io.duetime.transfer.TransferTarget.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves pages from a source to a target: takes a page, stores its entries, and only then has the
 * source forget them. An entry that cannot be stored stays with the source.
 *
 * @param <T> what is moved
 */
public final class Mover<T> {
  /** How long entries are repeated by default. */
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Source<T> source;
  private final TransferTarget<T> target;
  private final @Nullable TimeSource time;
  private final Duration patience;
  private final Report<T> report;

  /**
   * Moves from {@code source} to {@code target}.
   *
   * @param patience how long to repeat entries that the target does not accept for now
   */
  public Mover(
      Source<T> source,
      TransferTarget<T> target,
      TimeSource time,
      Duration patience,
      Report<T> report) {
    this.source = source;
    this.target = target;
    this.time = time;
    this.patience = patience;
    this.report = report;
  }

  private Mover(Source<T> source, TransferTarget<T> target, Report<T> report) {
    this.source = source;
    this.target = target;
    this.time = null;
    this.patience = Duration.ZERO;
    this.report = report;
  }

  /** Counts what becomes of the entries. Called by one thread. */
  @FunctionalInterface
  public interface Report<T> {
    /**
     * An entry is stored, was stored before, or stays in the source; {@link Outcome#PUT_OFF} is the
     * answer when the mover gives up.
     */
    void settled(Page<T> page, Entry<T> entry, Answer answer);

    /** So many entries are sent again. */
    default void repeated(int entries) {}

    /** The entries that were sent together are settled, apart from those that are put off. */
    default void answered() {}
  }

  /** Moves all that a source has to a target that accepts each entry at once or never. */
  public static <T> void moveAll(Source<T> source, TransferTarget<T> target, Report<T> report) {
    Mover<T> mover = new Mover<>(source, target, report);
    for (Page<T> page = source.take(); !page.isEmpty(); page = source.take()) {
      Map<Entry<T>, Answer> putOff = mover.store(page, mover.usable(page));
      if (!putOff.isEmpty()) {
        throw mover.givenUp(page, putOff);
      }
    }
  }

  /**
   * Moves what the source has now, or until {@code stopped}; returns how much that was.
   *
   * @throws TransferException if the source fails, or the target has accepted nothing for too long
   */
  public long moveAll(BooleanSupplier stopped) throws InterruptedException {
    long moved = 0;
    while (!stopped.getAsBoolean()) {
      Page<T> page = source.take();
      if (page.isEmpty()) {
        break;
      }
      Map<Entry<T>, Answer> putOff = store(page, usable(page));
      if (!putOff.isEmpty()) {
        repeat(page, putOff, Objects.requireNonNull(time));
      }
      moved += page.entries().size();
    }
    return moved;
  }

  private List<Entry<T>> usable(Page<T> page) {
    List<Entry<T>> usable = new ArrayList<>();
    for (Entry<T> entry : page.entries()) {
      if (!entry.problem().isEmpty()) {
        report.settled(page, entry, new Answer(Outcome.REFUSED, entry.problem()));
      } else {
        usable.add(entry);
      }
    }
    return usable;
  }

  private void repeat(Page<T> page, Map<Entry<T>, Answer> first, TimeSource clock)
      throws InterruptedException {
    Map<Entry<T>, Answer> putOff = first;
    Duration pause = FIRST_PAUSE;
    long since = clock.nanoTime();
    while (!putOff.isEmpty()) {
      if (clock.nanoTime() - since >= patience.toNanos()) {
        throw givenUp(page, putOff);
      }
      await(pause, clock);
      pause = longer(pause);
      int before = putOff.size();
      report.repeated(before);
      putOff = store(page, List.copyOf(putOff.keySet()));
      if (putOff.size() < before) {
        since = clock.nanoTime();
        pause = FIRST_PAUSE;
      }
    }
  }

  private TransferException givenUp(Page<T> page, Map<Entry<T>, Answer> putOff) {
    putOff.forEach((entry, answer) -> report.settled(page, entry, answer));
    return new TransferException(putOff.values().iterator().next().text());
  }

  /** Returns the entries that the target does not accept for now, in their order. */
  private Map<Entry<T>, Answer> store(Page<T> page, List<Entry<T>> entries) {
    if (entries.isEmpty()) {
      return Map.of();
    }
    List<Answer> answers = answers(page, entries);
    List<Entry<T>> done = new ArrayList<>();
    Map<Entry<T>, Answer> putOff = new LinkedHashMap<>();
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

  private List<Answer> answers(Page<T> page, List<Entry<T>> entries) {
    List<T> values = entries.stream().map(entry -> Objects.requireNonNull(entry.value())).toList();
    try {
      return target.store(page.queue(), values);
    } catch (TransferException failure) {
      Answer unknown = new Answer(Outcome.PUT_OFF, String.valueOf(failure.getMessage()));
      entries.forEach(entry -> report.settled(page, entry, unknown));
      throw failure;
    }
  }

  private static void await(Duration pause, TimeSource clock) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    clock.after(pause, () -> over.complete(null));
    clock.await(over);
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }
}
