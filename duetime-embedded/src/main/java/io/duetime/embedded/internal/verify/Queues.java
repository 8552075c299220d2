package io.duetime.embedded.internal.verify;

import io.duetime.InvalidRequestException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.QueueTally;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.embedded.internal.verify.StoreCheck.Findings;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads what is kept beside jobs: of each queue, by its number, and for servers. */
final class Queues {
  private static final String CHECK = "queue";
  private static final String FROM_BACKUP = "restore the folder from a backup";

  private final Findings findings;
  private final TreeMap<Integer, QueueFacts> byNumber = new TreeMap<>();

  Queues(Findings findings) {
    this.findings = findings;
  }

  /** What is kept of a queue as a whole, and what its jobs come to. Not thread-safe. */
  static final class QueueFacts {
    final String name;
    final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);
    final Map<Long, Long> minutes = new HashMap<>();
    QueueTally tally = QueueTally.EMPTY;

    QueueFacts(String name) {
      this.name = name;
    }

    /** Whether a waiting job at a place has to be among the ready ones. */
    boolean isOrdered(Position place) {
      Position ordered = tally.ordered();
      return ordered != null && place.compareTo(ordered) <= 0;
    }
  }

  Map<Integer, QueueFacts> all() {
    return byNumber;
  }

  /** The queue that a key of another family than {@link Family#META} belongs to. */
  @Nullable QueueFacts of(byte[] key) {
    return byNumber.get(Keys.queue(key));
  }

  /** The same queue by its name, or by its number where it is not there. */
  String named(byte[] key) {
    QueueFacts queue = of(key);
    return "queue " + (queue == null ? "number " + Keys.queue(key) : queue.name);
  }

  void read(Disk disk) {
    disk.scan(Family.META, new byte[] {'q'}, new byte[] {'q' + 1})
        .forEach(at -> {
          String name = new String(at.value(), StandardCharsets.UTF_8);
          byNumber.put(Keys.queueOfName(at.key()), new QueueFacts(name));
        });
    disk.scan(Family.META).forEach(at -> read(at.key(), at.value()));
  }

  private void read(byte[] key, byte[] value) {
    switch (key[0]) {
      case 's' -> ofQueue(key, "its settings", queue -> Records.settings(value));
      case 't' -> ofQueue(key, "its counts", queue -> queue.tally = Records.tally(value));
      case 'r' -> ofQueue(key, "a recurring job", queue -> Records.recurring(value));
      case 'c' -> ofQueue(key, "a copy to be made", queue -> Records.copy(value));
      case 'e' -> ofQueue(key, "a span of the past", queue -> Records.pastEnds(value));
      case 'l' -> ofQueue(key, "a span of the past", queue -> Records.past(value));
      case 'f' -> ofQueue(key, "the bound of its fences", queue -> number(value, 0));
      case 'd' -> ofQueue(key, "what was redriven for a task", queue -> number(value, 16));
      case 'A' -> readAudit(key, value);
      case 'D' -> readDocument(key, value);
      case 'q', 'N', 'F', 'B', 'n', 'w' -> {}
      default -> findings.failure(CHECK, "a record of an unknown kind " + key[0], Findings.REWRITE);
    }
  }

  private static long number(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes).getLong(from);
  }

  private void ofQueue(byte[] key, String what, Consumer<QueueFacts> reading) {
    QueueFacts queue = byNumber.get(Keys.queueOfName(key));
    if (queue == null) {
      findings.warning(CHECK, "a record of a missing queue", Findings.NOTHING);
      return;
    }
    check(CHECK, "queue " + queue.name + ": " + what, FROM_BACKUP, () -> reading.accept(queue));
  }

  private void check(String check, String what, String remedy, Runnable reading) {
    try {
      reading.run();
    } catch (UnreadableRecordException
        | BufferUnderflowException
        | IndexOutOfBoundsException
        | InvalidRequestException malformed) {
      findings.failure(check, what + " cannot be understood: " + malformed.getMessage(), remedy);
    }
  }

  private void ofServer(String what, Runnable reading) {
    check("server", what, FROM_BACKUP + "; opened as it is, the store goes on without it", reading);
  }

  private void readAudit(byte[] key, byte[] value) {
    if (key.length == 1) {
      ofServer("the number of the last audit entry", () -> number(value, 0));
    } else {
      long entry = number(key, 1);
      ofServer("audit entry " + entry, () -> ServerCodec.audit(entry, value));
    }
  }

  // The name begins behind the collection and a zero.
  private void readDocument(byte[] key, byte[] value) {
    String[] names = new String(key, 1, key.length - 1, StandardCharsets.UTF_8).split("\0", 2);
    if (names[1].isEmpty()) {
      ofServer("collection " + names[0], () -> ServerCodec.collection(value));
    } else {
      ofServer(
          "document " + names[1] + " of " + names[0], () -> ServerCodec.document(names[1], value));
    }
  }
}
