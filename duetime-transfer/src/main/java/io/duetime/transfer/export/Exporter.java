package io.duetime.transfer.export;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.server.Documents.Document;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.transfer.Transfers;
import io.duetime.wire.JsonShape;
import io.duetime.wire.TimeText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a whole store as lines of JSON, page by page. Work may go on meanwhile: a job that exists
 * throughout is written once, in a state it had.
 */
public final class Exporter {
  /** The collections that move; a task belongs to the jobs of its store. */
  static final List<String> MOVING = List.of("tokens", "targets");

  private static final int PAGE = 500;

  private final Engine engine;
  private final Transfer transfer;
  private final OutputStream out;
  private final Sums sums = Sums.ofLines();

  /** Writes the store of {@code engine} to {@code out}, which should be buffered. */
  public Exporter(Engine engine, OutputStream out) {
    this.engine = engine;
    this.transfer = Transfers.of(engine);
    this.out = out;
  }

  /**
   * The result of an export.
   *
   * @param unreadable how many jobs were left out because their records cannot be read
   * @param left what was left out, as far as it can be named
   */
  public record Exported(Sums sums, long unreadable, List<String> left) {
    /** Copies the list. */
    public Exported {
      left = List.copyOf(left);
    }

    /** Whether nothing was left out. */
    public boolean isWhole() {
      return unreadable == 0 && left.isEmpty();
    }
  }

  /** Writes everything; call it once. */
  public Exported run() throws IOException {
    long now = Transfers.answer(engine.nowMillis());
    line(
        new ExportReader.Header(engine.capabilities().name(), String.valueOf(TimeText.iso(now)))
            ::write);
    for (StoreEntry entry : Transfers.answer(transfer.common())) {
      line(entry);
    }
    long unreadable = 0;
    List<String> left = new ArrayList<>();
    for (String queue : Transfers.answer(engine.queues())) {
      try {
        unreadable += queue(queue);
      } catch (StoreFailureException failure) {
        left.add(requireDamage(failure, "a part of queue " + queue));
      }
    }
    if (unreadable > 0) {
      left.addAll(setAside());
    }
    // Last, as an older state of a token must not come back.
    for (String collection : MOVING) {
      documents(collection);
    }
    line(json -> ExportReader.writeEnd(json, sums));
    out.flush();
    return new Exported(sums, unreadable, left);
  }

  // What is damaged must not keep back what can be read.
  private static String requireDamage(StoreFailureException failure, String what) {
    if (failure.code() != ErrorCode.STORE_DAMAGED) {
      throw failure;
    }
    return what + ": " + failure.getMessage();
  }

  private List<String> setAside() {
    return Transfers.answer(engine.selfCheck()).stream()
        .filter(finding -> finding.check().equals("records"))
        .filter(finding -> finding.verdict() != Finding.Verdict.OK)
        .map(Finding::message)
        .toList();
  }

  private long queue(String queue) throws IOException {
    for (StoreEntry entry : Transfers.answer(transfer.queueEntries(queue))) {
      line(entry);
    }
    Transfer.JobWalk walk = transfer.jobs(queue);
    long unreadable = 0;
    Transfer.Page page;
    do {
      page = Transfers.answer(walk.next(PAGE));
      for (StoreEntry job : page.jobs()) {
        line(job);
      }
      unreadable += page.unreadable();
    } while (!page.isLast());
    // Records that the store set aside while it was read.
    return unreadable + Transfers.answer(engine.counts(queue)).since().setAside();
  }

  private void documents(String collection) throws IOException {
    List<Document> page;
    String after = null;
    do {
      page = Transfers.answer(engine.documents(collection, after, Limits.MAX_DOCUMENT_PAGE));
      for (Document document : page) {
        after = document.name();
        line(new StoreEntry.ServerDocument(collection, after, document.content()));
      }
    } while (page.size() == Limits.MAX_DOCUMENT_PAGE);
  }

  private void line(StoreEntry entry) throws IOException {
    line(json -> EntryKind.write(json, entry));
    sums.add(entry);
  }

  private void line(JsonShape shape) throws IOException {
    out.write(shape.bytes());
    out.write('\n');
  }
}
