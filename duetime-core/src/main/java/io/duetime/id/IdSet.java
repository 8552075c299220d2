package io.duetime.id;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Knows which ids have been seen, by the first 16 bytes of their SHA-256: 22 to 43 bytes an id,
 * however long it is. Not thread safe.
 */
public final class IdSet {
  private static final int FIRST_ROOM = 1 << 10;

  private final MessageDigest digest = sha256();
  private long[] slots = new long[2 * FIRST_ROOM];
  private int size;

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-256", missing);
    }
  }

  /** Adds an id; answers whether it is new. */
  public boolean add(String id) {
    ByteBuffer hash = ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
    // 0 marks a free slot.
    long high = hash.getLong() | 1;
    if (!put(high, hash.getLong())) {
      return false;
    }
    size++;
    // Three quarters full, since each id takes two of them.
    if (size > slots.length / 8 * 3) {
      grow();
    }
    return true;
  }

  private boolean put(long high, long low) {
    int places = slots.length / 2;
    int at = Math.floorMod(low, places);
    while (slots[2 * at] != 0) {
      if (slots[2 * at] == high && slots[2 * at + 1] == low) {
        return false;
      }
      at = at + 1 == places ? 0 : at + 1;
    }
    slots[2 * at] = high;
    slots[2 * at + 1] = low;
    return true;
  }

  private void grow() {
    long[] before = slots;
    slots = new long[Math.multiplyExact(before.length, 2)];
    for (int i = 0; i < before.length; i += 2) {
      if (before[i] != 0) {
        put(before[i], before[i + 1]);
      }
    }
  }
}
