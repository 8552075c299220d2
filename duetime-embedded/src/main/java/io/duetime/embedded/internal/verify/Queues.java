package io.duetime.embedded.internal.verify;

import io.duetime.InvalidRequestException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The queues by number, with what is kept of each beside its jobs. */
final class Queues {
  private static final byte[] ALL_END = {(byte) 0xff};
  private static final String CHECK = "queue";

  private final Findings findings;
  private final ServerDataCheck server;
  private final TreeMap<Integer, QueueFacts> byNumber = new TreeMap<>();

  Queues(Findings findings) {
    this.findings = findings;
    this.server = new ServerDataCheck(findings);
  }

  Collection<QueueFacts> all() {
    return byNumber.values();
  }

  @Nullable QueueFacts of(byte[] key) {
    return byNumber.get(Keys.queue(key));
  }

  Iterable<Map.Entry<Integer, QueueFacts>> entries() {
    return byNumber.entrySet();
  }

  void read(Disk disk) {
    try (Scan names = disk.scan(Family.META, new byte[] {'q'}, new byte[] {'q' + 1})) {
      for (; names.isValid(); names.next()) {
        String name = new String(names.value(), StandardCharsets.UTF_8);
        byNumber.put(ByteBuffer.wrap(names.key()).getInt(1), new QueueFacts(name));
      }
    }
    try (Scan records = disk.scan(Family.META, new byte[0], ALL_END)) {
      for (; records.isValid(); records.next()) {
        read(records.key(), records.value());
      }
    }
  }

  private void read(byte[] key, byte[] value) {
    switch (key[0]) {
      case 's', 't', 'f', 'r', 'c', 'l' -> ofQueue(key, value);
      case 'D', 'A' -> server.check(key, value);
      case 'q', 'N', 'F', 'B', 'n' -> {}
      default -> findings.failure(CHECK, "a record of an unknown kind " + key[0], Findings.REWRITE);
    }
  }

  private void ofQueue(byte[] key, byte[] value) {
    QueueFacts queue = byNumber.get(ByteBuffer.wrap(key).getInt(1));
    if (queue == null) {
      findings.warning(CHECK, "a record of a queue that is not there", Findings.NOTHING);
      return;
    }
    try {
      switch (key[0]) {
        case 's' -> Records.settings(value);
        case 't' -> queue.readTally(value);
        case 'r' -> Records.recurring(value);
        case 'c' -> Records.copy(value);
        case 'l' -> Records.past(value);
        default -> ByteBuffer.wrap(value).getLong();
      }
    } catch (UnreadableRecordException
        | BufferUnderflowException
        | InvalidRequestException malformed) {
      findings.failure(
          CHECK,
          "queue "
              + queue.name
              + ": "
              + what(key[0])
              + " cannot be understood: "
              + malformed.getMessage(),
          "restore the folder from a backup");
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
}
