package io.duetime.server.transfer;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import io.duetime.server.json.JsonShape;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a whole store as lines of JSON, page by page. Work may go on meanwhile: a job that exists
 * throughout is written once, in a state it had.
 */
public final class Exporter {
  /** The name of the format in the first line. */
  static final String FORMAT = "duetime export";

  /** The version of the format. */
  static final int VERSION = 1;

  /** How the last line begins. */
  static final byte[] END = "{\"kind\":\"end\"".getBytes(StandardCharsets.US_ASCII);

  /** How the line of a document begins. */
  static final byte[] DOCUMENT = "{\"kind\":\"document\"".getBytes(StandardCharsets.US_ASCII);

  private static final int PAGE = 500;

  private final Engine engine;
  private final Transfer transfer;
  private final OutputStream out;
  private final @Nullable UnfinishedExport before;
  private final Sums sums;

  /** Writes the store of {@code engine} to {@code out}, which should be buffered. */
  public Exporter(Engine engine, OutputStream out) {
    this(engine, out, null);
  }

  /** Appends to {@code out} what an interrupted export, if any, has not written. */
  public Exporter(Engine engine, OutputStream out, @Nullable UnfinishedExport before) {
    this.engine = engine;
    this.transfer = Transfers.of(engine);
    this.out = out;
    this.before = before;
    this.sums = before == null ? Sums.ofLines() : before.sums();
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
    if (before == null) {
      header();
    }
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
    for (StoreEntry document : Transfers.answer(transfer.documents())) {
      line(document);
    }
    line(json -> {
      json.writeStartObject();
      json.writeStringProperty("kind", Kind.END.text());
      sums.write(json);
      json.writeEndObject();
    });
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

  private void header() throws IOException {
    long now = Transfers.answer(engine.nowMillis());
    line(json -> {
      json.writeStartObject();
      json.writeStringProperty("kind", Kind.HEADER.text());
      json.writeStringProperty("format", FORMAT);
      json.writeNumberProperty("version", VERSION);
      json.writeStringProperty("engine", engine.capabilities().name());
      JsonShape.moment(json, "exportedAt", now);
      json.writeEndObject();
    });
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

  private void line(StoreEntry entry) throws IOException {
    if (before == null || before.isNew(entry)) {
      line(json -> EntryForm.write(json, entry));
      sums.add(entry);
    }
  }

  private void line(JsonShape shape) throws IOException {
    out.write(shape.bytes());
    out.write('\n');
  }
}
