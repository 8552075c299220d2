package io.duetime.server.transfer;

import io.duetime.DuetimeException;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Imports an export into a store. Existing entries stay as they are. */
public final class Importer {
  private static final long MOST_BYTES = 4L << 20;

  private final Transfer transfer;
  private final Sums taken = Sums.ofImport();
  private final Sums present = Sums.ofImport();
  private final List<StoreEntry> batch = new ArrayList<>();
  private long bytes;
  private long firstLine;

  /** Imports into the store of {@code engine}. */
  public Importer(Engine engine) {
    this.transfer = Transfers.of(engine);
  }

  /**
   * Checks a whole export without importing anything.
   *
   * @throws BrokenExport if a line is invalid; the message names it
   */
  public static void check(InputStream in) throws IOException {
    ExportReader lines = new ExportReader(in);
    try {
      lines.header();
      while (lines.next() != null) {
        // Each line is checked as it is read.
      }
    } catch (DuetimeException broken) {
      throw new BrokenExport(at(lines, broken) + "; nothing was imported");
    }
  }

  /**
   * Imports everything; call it once.
   *
   * @throws BrokenExport if a line is invalid or refused; the lines before it stay imported
   */
  public void run(InputStream in) throws IOException {
    ExportReader lines = new ExportReader(in);
    try {
      lines.header();
      StoreEntry entry = lines.next();
      while (entry != null) {
        add(entry, lines.number());
        entry = lines.next();
      }
    } catch (DuetimeException broken) {
      throw new BrokenExport(at(lines, broken) + soFar());
    }
    flush();
  }

  private String soFar() {
    return taken.all() == 0
        ? "; nothing was imported"
        : "; imported before it: "
            + taken.sentence()
            + "; once that is solved, import the whole file again: existing entries stay as they are";
  }

  private static String at(ExportReader lines, DuetimeException why) {
    return "line " + lines.number() + ": " + why.getMessage();
  }

  /** The entries that were imported. */
  public Sums taken() {
    return taken;
  }

  /** The entries that existed already. */
  public Sums present() {
    return present;
  }

  private void add(StoreEntry entry, long line) {
    boolean isFull = batch.size() == Transfer.MOST_ENTRIES || bytes > MOST_BYTES;
    if (isFull || (!batch.isEmpty() && !Objects.equals(entry.queue(), batch.get(0).queue()))) {
      flush();
    }
    if (batch.isEmpty()) {
      firstLine = line;
    }
    batch.add(entry);
    bytes += entry instanceof StoreEntry.Job job ? job.job().body().payload().length : 0;
  }

  private void flush() {
    List<Boolean> answers = put();
    for (int i = 0; i < answers.size(); i++) {
      if (!isDefault(batch.get(i))) {
        (answers.get(i) ? taken : present).add(batch.get(i));
      }
    }
    batch.clear();
    bytes = 0;
  }

  /** Default settings change nothing, so they count as neither imported nor existing. */
  private static boolean isDefault(StoreEntry entry) {
    return entry instanceof StoreEntry.Queue queue
        && queue.settings().equals(QueueSettings.DEFAULT);
  }

  // The batch is refused as a whole, so the line is unknown.
  private List<Boolean> put() {
    try {
      return Transfers.answer(transfer.take(List.copyOf(batch)));
    } catch (DuetimeException refused) {
      long last = firstLine + batch.size() - 1;
      throw new BrokenExport(
          "lines " + firstLine + " to " + last + ": " + refused.getMessage() + soFar());
    }
  }
}
