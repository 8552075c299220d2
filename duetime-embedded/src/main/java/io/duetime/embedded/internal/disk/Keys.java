package io.duetime.embedded.internal.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes the keys of one queue and reads them back. A key begins with the queue's number; numbers
 * are written with the highest byte first and ids in UTF-8, so that keys sort as jobs do.
 */
public final class Keys {
  private static final int QUEUE = Integer.BYTES;
  private static final int MOMENT = Long.BYTES;

  /** Where the id begins in a key of {@link Family#DUE} and of {@link Family#ENDED}. */
  private static final int ID_BEHIND_MOMENT = QUEUE + 1 + MOMENT;

  private static final int FENCE = Long.BYTES;
  private static final int ID_BEHIND_FENCE = QUEUE + FENCE;

  /** The kinds of {@link Family#ENDED}. */
  public enum End {
    /** A dead job, at the moment of its death. */
    DEAD(0),
    /** A done or cancelled job, at the moment of that. */
    REMEMBERED(1),
    /** A done or cancelled job, at the moment when it is to be forgotten. */
    FORGET(2);

    private final int number;

    End(int number) {
      this.number = number;
    }
  }

  private final int queue;

  /** For the queue with a number. */
  public Keys(int queue) {
    this.queue = queue;
  }

  /** In {@link Family#JOB} and {@link Family#HEAD}. */
  public byte[] job(String id) {
    byte[] utf8 = utf8(id);
    return ByteBuffer.allocate(QUEUE + utf8.length).putInt(queue).put(utf8).array();
  }

  /** In {@link Family#LEASE}. */
  public byte[] lease(long fence, String id) {
    byte[] utf8 = utf8(id);
    return ByteBuffer.allocate(ID_BEHIND_FENCE + utf8.length)
        .putInt(queue)
        .putLong(fence)
        .put(utf8)
        .array();
  }

  /** In {@link Family#DUE}. */
  public byte[] due(int level, long dueAt, String id) {
    return momented(level, dueAt, utf8(id));
  }

  /** In {@link Family#DUE}, before all of a level that are due at a moment or later. */
  public byte[] dueFrom(int level, long dueAt) {
    return momented(level, dueAt, new byte[0]);
  }

  /** In {@link Family#DUE}, behind all of a level. */
  public byte[] behindLevel(int level) {
    return behind(ByteBuffer.allocate(QUEUE + 1).putInt(queue).put((byte) level).array());
  }

  /** In {@link Family#ENDED}. */
  public byte[] ended(End kind, long moment, String id) {
    return momented(kind.number, moment, utf8(id));
  }

  /** In {@link Family#ENDED}, before all of a kind with that moment or a later one. */
  public byte[] endedFrom(End kind, long moment) {
    return momented(kind.number, moment, new byte[0]);
  }

  private byte[] momented(int kind, long moment, byte[] id) {
    return ByteBuffer.allocate(ID_BEHIND_MOMENT + id.length)
        .putInt(queue)
        .put((byte) kind)
        .putLong(moment)
        .put(id)
        .array();
  }

  /** In {@link Family#ENDED}, behind all of a kind. */
  public byte[] behindKind(End kind) {
    return behindLevel(kind.number);
  }

  /** In {@link Family#TAG}. */
  public byte[] tag(String tag, String id) {
    byte[] tagUtf8 = utf8(tag);
    byte[] idUtf8 = utf8(id);
    return ByteBuffer.allocate(QUEUE + 1 + tagUtf8.length + idUtf8.length)
        .putInt(queue)
        .put((byte) tagUtf8.length)
        .put(tagUtf8)
        .put(idUtf8)
        .array();
  }

  /** In {@link Family#MINUTE}. */
  public byte[] minute(long minute) {
    return ByteBuffer.allocate(QUEUE + MOMENT).putInt(queue).putLong(minute).array();
  }

  /** In {@link Family#META}: what is kept of the queue under a letter, once or by name. */
  public byte[] meta(char letter, String name) {
    byte[] utf8 = utf8(name);
    return ByteBuffer.allocate(1 + QUEUE + utf8.length)
        .put((byte) letter)
        .putInt(queue)
        .put(utf8)
        .array();
  }

  /** Before all keys of the queue, in any family but {@link Family#META}. */
  public byte[] first() {
    return ByteBuffer.allocate(QUEUE).putInt(queue).array();
  }

  /** Behind all keys that begin as this one does. */
  public static byte[] behind(byte[] prefix) {
    byte[] end = prefix.clone();
    for (int i = end.length - 1; i >= 0; i--) {
      if (++end[i] != 0) {
        return Arrays.copyOf(end, i + 1);
      }
    }
    throw new IllegalArgumentException("nothing sorts behind a prefix of 0xff alone");
  }

  /** The smallest key greater than this one. */
  public static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** The moment in a key of {@link Family#DUE} or {@link Family#ENDED}. */
  public static long moment(byte[] key) {
    return ByteBuffer.wrap(key).getLong(QUEUE + 1);
  }

  /** The id in a key of {@link Family#DUE} or {@link Family#ENDED}. */
  public static String idBehindMoment(byte[] key) {
    return idFrom(key, ID_BEHIND_MOMENT);
  }

  /** The id in a key of {@link Family#JOB} or {@link Family#HEAD}. */
  public static String id(byte[] key) {
    return idFrom(key, QUEUE);
  }

  /** The id in a key of {@link Family#LEASE}. */
  public static String idOfLease(byte[] key) {
    return idFrom(key, ID_BEHIND_FENCE);
  }

  /** The key in {@link Family#JOB} of the job that a key of {@link Family#LEASE} is about. */
  public static byte[] jobOfLease(byte[] key) {
    return ByteBuffer.allocate(key.length - FENCE)
        .put(key, 0, QUEUE)
        .put(key, ID_BEHIND_FENCE, key.length - ID_BEHIND_FENCE)
        .array();
  }

  /** The id in a key of {@link Family#TAG}. */
  public static String idBehindTag(byte[] key) {
    return idFrom(key, QUEUE + 1 + (key[QUEUE] & 0xff));
  }

  /** The queue's number in any key but those of {@link Family#META}. */
  public static int queue(byte[] key) {
    return ByteBuffer.wrap(key).getInt();
  }

  /** The queue's number in a key made by {@link #meta}. */
  public static int queueOfName(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  /** The name in a key made by {@link #meta}. */
  public static String name(byte[] key) {
    return idFrom(key, 1 + QUEUE);
  }

  /** The minute in a key of {@link Family#MINUTE}. */
  public static long minute(byte[] key) {
    return ByteBuffer.wrap(key).getLong(QUEUE);
  }

  private static String idFrom(byte[] key, int from) {
    return new String(key, from, key.length - from, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
