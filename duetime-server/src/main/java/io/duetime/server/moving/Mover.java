package io.duetime.server.moving;

import io.duetime.TimeSource;
import io.duetime.engine.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Moves pages from a source to a target: takes a page, stores its jobs, and only then has the
 * source forget them. An entry that cannot be stored stays with the source.
 */
public final class Mover {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Source source;
  private final MoveTarget target;
  private final TimeSource time;
  private final Duration patience;
  private final Report report;

  /**
   * Moves from {@code source} to {@code target}.
   *
   * @param patience how long to repeat jobs that the target does not accept for now
   */
  public Mover(
      Source source, MoveTarget target, TimeSource time, Duration patience, Report report) {
    this.source = source;
    this.target = target;
    this.time = time;
    this.patience = patience;
    this.report = report;
  }

  /** Moves what the source has now, or until {@code stopped}; returns how much that was. */
  public long moveAll(BooleanSupplier stopped) throws InterruptedException {
    long moved = 0;
    while (!stopped.getAsBoolean()) {
      Source.Page page = source.take();
      if (page.entries().isEmpty()) {
        break;
      }
      move(page);
      moved += page.entries().size();
    }
    return moved;
  }

  private void move(Source.Page page) throws InterruptedException {
    List<Source.Entry> waiting = new ArrayList<>();
    for (Source.Entry entry : page.entries()) {
      if (entry.job() == null) {
        report.left(page.place(), entry.handle(), entry.problem());
      } else {
        waiting.add(entry);
      }
    }
    if (!waiting.isEmpty()) {
      storeAll(page, waiting);
    }
  }

  private void storeAll(Source.Page page, List<Source.Entry> waiting) throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    long since = time.nanoTime();
    PutOff putOff = store(page, waiting);
    while (!putOff.entries().isEmpty()) {
      if (time.nanoTime() - since > patience.toNanos()) {
        throw new MoveTarget.Failure(putOff.why());
      }
      await(pause);
      pause = longer(pause);
      int before = putOff.entries().size();
      report.repeated(before);
      putOff = store(page, putOff.entries());
      if (putOff.entries().size() < before) {
        since = time.nanoTime();
        pause = FIRST_PAUSE;
      }
    }
  }

  /** The entries that the target does not accept for now, and why the last of them. */
  private record PutOff(List<Source.Entry> entries, String why) {}

  private PutOff store(Source.Page page, List<Source.Entry> entries) {
    List<JobSpec> jobs =
        entries.stream().map(entry -> Objects.requireNonNull(entry.job())).toList();
    List<MoveTarget.Answer> answers = target.store(page.queue(), jobs);
    List<Source.Entry> done = new ArrayList<>();
    List<Source.Entry> putOff = new ArrayList<>();
    String why = "";
    long present = 0;
    for (int i = 0; i < entries.size(); i++) {
      Source.Entry entry = entries.get(i);
      MoveTarget.Answer answer = answers.get(i);
      switch (answer.outcome()) {
        case STORED -> done.add(entry);
        case PRESENT -> {
          done.add(entry);
          present++;
        }
        case PUT_OFF -> {
          putOff.add(entry);
          why = answer.why();
        }
        case REFUSED -> report.left(page.place(), entry.handle(), answer.why());
      }
    }
    source.forget(page, done);
    report.moved(done.size() - present, present);
    return new PutOff(putOff, why);
  }

  private void await(Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    time.after(pause, () -> over.complete(null));
    time.await(over);
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  /** Hears what becomes of the entries. Called by one thread. */
  public interface Report {
    /** So many entries are stored and forgotten by the source, or existed already. */
    void moved(long stored, long present);

    /** An entry stays in the source, which names it so. */
    void left(String place, String handle, String why);

    /** So many entries are sent again. */
    void repeated(int entries);
  }
}
