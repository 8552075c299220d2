package io.duetime.embedded.internal.verify;

import io.duetime.InvalidRequestException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.ByteReader;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.embedded.internal.record.UnreadableRecordException;
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
import org.jspecify.annotations.Nullable;

/** Reads what is kept beside jobs: of each queue, by its number, and for servers. */
final class Queues {
  private static final String CHECK = "queue";
  private static final byte AUDIT = 'A';

  private final Findings findings;
  private final TreeMap<Integer, QueueFacts> byNumber = new TreeMap<>();

  Queues(Findings findings) {
    this.findings = findings;
  }

  /** What is kept of a queue as a whole, and what its jobs come to. Not thread-safe. */
  static final class QueueFacts {
    private static final int TALLY_VERSION = 1;

    final String name;

    /** By its jobs. */
    final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);

    final Map<Long, Long> minutes = new HashMap<>();

    /** By its tally. */
    final EnumMap<Stage, Long> toldStages = new EnumMap<>(Stage.class);

    /** A moment before which no job is due. */
    long toldFloor;

    /** The place up to which jobs are ordered by priority. */
    private Position toldOrdered = new Position(-1, "");

    QueueFacts(String name) {
      this.name = name;
    }

    private void readTally(byte[] record) {
      ByteReader from = new ByteReader(record);
      if (from.u8() != TALLY_VERSION) {
        throw new UnreadableRecordException("counts of an unknown version");
      }
      for (Stage stage : Numbered.STAGES.values()) {
        toldStages.put(stage, from.varint());
      }
      toldFloor = from.varint();
      if (from.u8() == 0) {
        from.varint();
      } else {
        toldOrdered = new Position(from.varint() - 1, from.text());
      }
      from.end();
    }

    /** Whether a waiting job at a place has to be among the ready ones. */
    boolean isOrdered(Position place) {
      return place.compareTo(toldOrdered) <= 0;
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
      case 's', 't', 'f', 'r', 'c', 'l' -> ofQueue(key, value);
      case 'D', AUDIT -> ofServer(key, value);
      case 'q', 'N', 'F', 'B', 'n' -> {}
      default -> findings.failure(CHECK, "a record of an unknown kind " + key[0], Findings.REWRITE);
    }
  }

  private void ofQueue(byte[] key, byte[] value) {
    QueueFacts queue = byNumber.get(Keys.queueOfName(key));
    if (queue == null) {
      findings.warning(CHECK, "a record of a queue that is not there", Findings.NOTHING);
      return;
    }
    String malformed =
        malformed(() -> {
          switch (key[0]) {
            case 's' -> Records.settings(value);
            case 't' -> queue.readTally(value);
            case 'r' -> Records.recurring(value);
            case 'c' -> Records.copy(value);
            case 'l' -> Records.past(value);
            default -> ByteBuffer.wrap(value).getLong();
          }
        });
    if (malformed != null) {
      findings.failure(
          CHECK,
          "queue " + queue.name + ": " + what(key[0]) + malformed,
          "restore the folder from a backup");
    }
  }

  private static @Nullable String malformed(Runnable reading) {
    try {
      reading.run();
      return null;
    } catch (UnreadableRecordException
        | BufferUnderflowException
        | InvalidRequestException malformed) {
      return " cannot be understood: " + malformed.getMessage();
    }
  }

  private static String what(byte letter) {
    return switch (letter) {
      case 's' -> "its settings";
      case 't' -> "its counts";
      case 'r' -> "a recurring job";
      case 'c' -> "a copy to be made";
      case 'l' -> "a span of the past";
      default -> "the bound of its fences";
    };
  }

  private void ofServer(byte[] key, byte[] value) {
    String malformed =
        malformed(() -> {
          if (key[0] != AUDIT) {
            readDocument(key, value);
          } else if (key.length == 1) {
            ByteBuffer.wrap(value).getLong();
          } else {
            ServerCodec.audit(ByteBuffer.wrap(key).getLong(1), value);
          }
        });
    if (malformed != null) {
      findings.failure(
          "server",
          whatOfServer(key) + malformed,
          "restore the folder from a backup; opened as it is, the store goes on without it");
    }
  }

  private static void readDocument(byte[] key, byte[] value) {
    String name = text(key, nameAt(key), key.length);
    if (name.isEmpty()) {
      ServerCodec.collection(value);
    } else {
      ServerCodec.document(name, value);
    }
  }

  private static String whatOfServer(byte[] key) {
    if (key[0] == AUDIT) {
      return key.length == 1
          ? "the number of the last audit entry"
          : "audit entry " + ByteBuffer.wrap(key).getLong(1);
    }
    String collection = text(key, 1, nameAt(key) - 1);
    String name = text(key, nameAt(key), key.length);
    return name.isEmpty() ? "collection " + collection : "document " + name + " of " + collection;
  }

  /** Where the name begins, behind the collection and a zero. */
  private static int nameAt(byte[] key) {
    int at = 1;
    while (key[at] != 0) {
      at++;
    }
    return at + 1;
  }

  private static String text(byte[] key, int from, int to) {
    return new String(key, from, to - from, StandardCharsets.UTF_8);
  }
}
