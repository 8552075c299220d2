package io.duetime.server.cli;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends lines in batches of one queue. A batch that is not answered is sent again with the same
 * key, so that the server knows it by what it has done of it already.
 */
final class Uploader {
  private static final int MAX_LINES = 1_000;
  private static final int MAX_BYTES = 1 << 20;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Remote remote;
  private final Terminal terminal;
  private final LoadReport report;
  private final String key = UUID.randomUUID().toString();
  private final List<JobLines.Line> batch = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Uploader(Remote remote, Terminal terminal, LoadReport report) {
    this.remote = remote;
    this.terminal = terminal;
    this.report = report;
  }

  void add(JobLines.Line line) {
    if (line.queue() == null) {
      report.refused(line.number(), "names no \"queue\", and there is no --queue");
      return;
    }
    boolean fits = batch.size() < MAX_LINES && bytes.size() + line.json().length <= MAX_BYTES;
    if (!batch.isEmpty() && !(fits && Objects.equals(queue(), line.queue()))) {
      send();
    }
    batch.add(line);
    bytes.writeBytes(line.json());
    bytes.write('\n');
  }

  void finish() {
    if (!batch.isEmpty()) {
      send();
    }
  }

  private @Nullable String queue() {
    return batch.get(0).queue();
  }

  private void send() {
    long first = batch.get(0).number();
    String path = Remote.path("v1", "queues", String.valueOf(queue()), "jobs");
    byte[] body = bytes.toByteArray();
    Reply reply = repeatedly(first, () -> remote.postLines(path, body, key + "-" + first).orFail());
    report.answered(batch, reply);
    batch.clear();
    bytes.reset();
  }

  private interface Attempt {
    Reply make();
  }

  private Reply repeatedly(long firstLine, Attempt attempt) {
    long begun = terminal.time().nanoTime();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return attempt.make();
      } catch (RemoteFailure failure) {
        Duration passed = Duration.ofNanos(terminal.time().nanoTime() - begun);
        if (!failure.mayRepeat() || passed.compareTo(PATIENCE) > 0) {
          throw new RemoteFailure(
              failure.getMessage() + "; go on with --from-line " + firstLine, false);
        }
        sleep(pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
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
