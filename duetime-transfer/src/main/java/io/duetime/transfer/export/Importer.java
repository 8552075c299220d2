package io.duetime.transfer.export;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.StoreEntry.ServerDocument;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.Page;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.Transfers;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Imports an export into a store. Existing entries stay as they are. */
public final class Importer {
  private final Engine engine;
  private final Transfer transfer;
  private final Sums taken = Sums.ofImport();
  private final Sums present = Sums.ofImport();

  /** Imports into the store of {@code engine}. */
  public Importer(Engine engine) {
    this.engine = engine;
    this.transfer = Transfers.of(engine);
  }

  /**
   * Checks a whole export without importing anything.
   *
   * @throws TransferException if a line is invalid; the message names it
   */
  public static void check(InputStream in) {
    ExportReader lines = new ExportReader(in);
    try {
      while (!lines.take().isEmpty()) {
        // Each line is checked as it is read.
      }
    } catch (DuetimeException broken) {
      throw new TransferException(
          "line " + lines.number() + ": " + broken.getMessage() + "; nothing was imported");
    }
  }

  /**
   * Imports everything; call it once.
   *
   * @throws TransferException if a line is invalid or refused; the lines before it stay imported
   */
  public void run(InputStream in) {
    ExportReader lines = new ExportReader(in);
    try {
      for (Page<StoreEntry> page = lines.take(); !page.isEmpty(); page = lines.take()) {
        take(page.entries().stream().map(Entry::value).map(Objects::requireNonNull).toList());
      }
    } catch (DuetimeException broken) {
      throw new TransferException(lines.place() + ": " + broken.getMessage() + soFar());
    }
  }

  private void take(List<StoreEntry> entries) {
    List<StoreEntry> others =
        entries.stream().filter(entry -> !(entry instanceof ServerDocument)).toList();
    others.forEach(this::requireRoom);
    List<Boolean> answers = others.isEmpty() ? List.of() : Transfers.answer(transfer.take(others));
    Iterator<Boolean> taken = answers.iterator();
    for (StoreEntry entry : entries) {
      count(entry, entry instanceof ServerDocument document ? put(document) : taken.next());
    }
  }

  private void requireRoom(StoreEntry entry) {
    int most = engine.capabilities().maxPayloadBytes();
    if (entry instanceof StoreEntry.Job job && job.job().body().payload().length > most) {
      throw new InvalidRequestException(
          "payload", job.job().body().payload().length + " bytes", "at most " + most + " bytes");
    }
  }

  /** Puts a document where there is none of its name; answers whether it did. */
  private boolean put(ServerDocument document) {
    String collection = document.collection();
    if (!Exporter.MOVING.contains(collection)) {
      throw new InvalidRequestException("collection", collection, "tokens or targets");
    }
    DocumentResult result =
        Transfers.answer(
            engine.putDocument(collection, document.name(), Document.ABSENT, document.content()));
    if (result.outcome() == DocumentResult.Outcome.FULL) {
      throw new InvalidRequestException(
          ErrorCode.QUOTA_EXCEEDED,
          "collection",
          collection,
          "at most " + Limits.MAX_DOCUMENTS + " documents");
    }
    return result.outcome() == DocumentResult.Outcome.DONE;
  }

  /** Counts an entry; default settings change nothing, so they count as neither. */
  private void count(StoreEntry entry, boolean isNew) {
    boolean isDefault =
        entry instanceof StoreEntry.Queue queue && queue.settings().equals(QueueSettings.DEFAULT);
    if (!isDefault) {
      (isNew ? taken : present).add(entry);
    }
  }

  private String soFar() {
    return taken.isEmpty()
        ? "; nothing was imported"
        : "; imported before it: "
            + taken.sentence()
            + "; once that is solved, import the whole file again: existing entries stay as they are";
  }

  /** The entries that were imported. */
  public Sums taken() {
    return taken;
  }

  /** The entries that existed already. */
  public Sums present() {
    return present;
  }
}
