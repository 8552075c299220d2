package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many jobs wait for each minute, kept on disk beside them.
 *
 * <p>What a group adds up to is written once a minute touched. A minute touched for the first time
 * gets a blind addition, which costs no reading; one that is touched again is read once and from
 * then on written as a whole, so that a busy minute does not pile up additions that a reader has to
 * sum up later.
 */
final class MinuteCounts {
  private static final long MILLIS = 60_000;
  private static final int BUSY = 4_096;
  private static final int FEW = 64;
  private static final float LOAD_FACTOR = 0.75f;
  private static final long UNREAD = -1;

  private final WriteGroup group;
  private final Keys keys;
  private Map<Long, int[]> pending = new HashMap<>();
  private final Map<Long, Long> touched = new Touched();

  /** All minutes before {@code pastEnd}, in which {@code past} jobs wait; or not summed up yet. */
  private long pastEnd = UNREAD;

  private long past;

  MinuteCounts(WriteGroup group, Keys keys) {
    this.group = group;
    this.keys = keys;
  }

  private static final class Touched extends LinkedHashMap<Long, Long> {
    private static final long serialVersionUID = 1L;

    Touched() {
      super(FEW, LOAD_FACTOR, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
      return size() > BUSY;
    }
  }

  static long minute(long moment) {
    return moment / MILLIS;
  }

  /** The first moment of a minute. */
  static long start(long minute) {
    return minute * MILLIS;
  }

  void add(long dueAt, int change) {
    pending.computeIfAbsent(minute(dueAt), minute -> new int[1])[0] += change;
  }

  void complete(Batch batch) {
    pending.forEach((minute, sum) -> {
      if (sum[0] != 0) {
        write(batch, minute, sum[0]);
      }
    });
    // A map that was large once takes as long to clear for ever after.
    if (pending.size() > FEW) {
      pending = new HashMap<>();
    } else {
      pending.clear();
    }
  }

  private void write(Batch batch, long minute, int change) {
    if (minute < pastEnd) {
      past += change;
    }
    Long known = touched.get(minute);
    if (known == null) {
      touched.put(minute, UNREAD);
      batch.add(Family.MINUTE, keys.minute(minute), number(change));
      return;
    }
    Reading stored =
        known == UNREAD
            ? group.read(Family.MINUTE, keys.minute(minute))
            : new Reading(number(known), null);
    if (stored.damage() != null) {
      batch.add(Family.MINUTE, keys.minute(minute), number(change));
      return;
    }
    byte[] before = stored.value();
    long count = (before == null ? 0 : number(before)) + change;
    touched.put(minute, count);
    if (count == 0) {
      batch.delete(Family.MINUTE, keys.minute(minute));
    } else {
      batch.put(Family.MINUTE, keys.minute(minute), number(count));
    }
  }

  private long read(long minute) {
    byte[] value = group.get(Family.MINUTE, keys.minute(minute));
    return value == null ? 0 : number(value);
  }

  long in(long minute) {
    group.write();
    return read(minute);
  }

  /** How many jobs wait for the minutes before one. */
  long before(long minute) {
    group.write();
    if (minute < pastEnd) {
      return sum(0, minute);
    }
    if (minute > pastEnd) {
      past = pastEnd == UNREAD ? sum(0, minute) : past + sum(pastEnd, minute);
      pastEnd = minute;
    }
    return past;
  }

  private long sum(long from, long to) {
    long sum = 0;
    try (Scan scan = scan(from, to)) {
      for (; scan.isValid(); scan.next()) {
        sum += number(scan.value());
      }
    }
    return sum;
  }

  /** Walks through the minutes of {@code [from, to)} for which jobs wait or waited. */
  Scan scan(long from, long to) {
    return group.scan(Family.MINUTE, keys.minute(from), keys.minute(to));
  }

  /** The number of jobs at the place of such a walk. */
  static long number(byte[] value) {
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  // The order of bytes is that of the database's own operator for adding up.
  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
