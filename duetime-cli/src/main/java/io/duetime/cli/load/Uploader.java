package io.duetime.cli.load;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ApiPath;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends lines in batches of one queue. Repeats lines without an answer, and lines that are refused
 * for now, with the same key. Gives up when no line is accepted for as long as --patience allows.
 */
final class Uploader {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Remote remote;
  private final Terminal terminal;
  private final Duration patience;
  private final LoadReport report;
  private final String key = UUID.randomUUID().toString();
  private @Nullable LineBatch gathered;

  Uploader(Remote remote, Terminal terminal, Duration patience, LoadReport report) {
    this.remote = remote;
    this.terminal = terminal;
    this.patience = patience;
    this.report = report;
  }

  void add(JobLines.Line line) {
    String queue = line.queue();
    if (queue == null) {
      report.refused(
          line.number(), line.id(), "there is neither \"queue\" in the line nor --queue");
      return;
    }
    LineBatch batch = gathered;
    if (batch == null || !batch.hasRoomFor(line)) {
      finish();
      batch = new LineBatch(queue);
      gathered = batch;
    }
    batch.add(line);
  }

  void finish() {
    if (gathered != null) {
      settle(gathered);
      report.draw();
      gathered = null;
    }
  }

  private void settle(LineBatch batch) {
    long since = terminal.time().nanoTime();
    Duration pause = FIRST_PAUSE;
    send(batch);
    while (batch.left() > 0) {
      if (terminal.time().nanoTime() - since > patience.toNanos()) {
        throw gaveUp(batch);
      }
      sleep(pause);
      pause = longer(pause);
      int before = batch.left();
      report.repeated(before);
      send(batch);
      if (batch.left() < before) {
        since = terminal.time().nanoTime();
        pause = FIRST_PAUSE;
      }
    }
  }

  private void send(LineBatch batch) {
    Map<String, String> headers =
        Map.of(
            "Content-Type", "application/x-ndjson", "Idempotency-Key", key + "-" + batch.first());
    try {
      batch.answered(
          remote.send("POST", ApiPath.queue(batch.queue()) + "/jobs", batch.body(), headers),
          report);
    } catch (RemoteFailure failure) {
      batch.unanswered(String.valueOf(failure.getMessage()));
      if (!failure.mayRepeat()) {
        throw gaveUp(batch);
      }
    }
  }

  private RemoteFailure gaveUp(LineBatch batch) {
    batch.forEachLeft(report::notAccepted);
    return new RemoteFailure(batch.advice(), false);
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void sleep(Duration pause) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    terminal.time().after(pause, () -> over.complete(null));
    try {
      terminal.time().await(over);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new RemoteFailure("interrupted", false);
    }
  }
}
