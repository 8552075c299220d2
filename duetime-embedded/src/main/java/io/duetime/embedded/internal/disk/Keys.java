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

  /** Where the id begins in a key of {@link Family#DUE} by due time and of {@link Family#ENDED}. */
  private static final int ID_BEHIND_MOMENT = QUEUE + 1 + MOMENT;

  /** The kinds of {@link Family#DUE}. */
  private static final int BY_DUE_TIME = 0;

  private static final int BY_PRIORITY = 1;
  private static final int MOMENT_OF_READY = QUEUE + 1 + Integer.BYTES;
  private static final int ID_OF_READY = MOMENT_OF_READY + MOMENT;

  private static final int FENCE = Long.BYTES;
  private static final int ID_BEHIND_FENCE = QUEUE + FENCE;

  public enum End {
    DEAD(0),
    /** A done or cancelled job, at the moment of that. */
    REMEMBERED(1),
    /** A done or cancelled job, at the moment when it is to be forgotten. */
    FORGET(2),
    /** A waiting job that has failed before, at its due time. */
    RETRYING(3);

    private final int number;

    End(int number) {
      this.number = number;
    }
  }

  private final int queue;

  public Keys(int queue) {
    this.queue = queue;
  }

  private ByteBuffer begin(int more) {
    return ByteBuffer.allocate(QUEUE + more).putInt(queue);
  }

  /** In {@link Family#JOB} and {@link Family#HEAD}. */
  public byte[] job(String id) {
    byte[] utf8 = utf8(id);
    return begin(utf8.length).put(utf8).array();
  }

  /** In {@link Family#LEASE}. */
  public byte[] lease(long fence, String id) {
    byte[] utf8 = utf8(id);
    return begin(FENCE + utf8.length).putLong(fence).put(utf8).array();
  }

  /** In {@link Family#DUE}, a job by its due time. */
  public byte[] due(long dueAt, String id) {
    return momented(BY_DUE_TIME, dueAt, utf8(id));
  }

  /** In {@link Family#DUE}, before all by due time that are due at a moment or later. */
  public byte[] dueFrom(long dueAt) {
    return momented(BY_DUE_TIME, dueAt, new byte[0]);
  }

  /** In {@link Family#DUE}, behind all by due time. */
  public byte[] behindDue() {
    return behind(kind(BY_DUE_TIME));
  }

  /** In {@link Family#DUE}, a job by its priority. */
  public byte[] ready(long priority, long dueAt, String id) {
    byte[] utf8 = utf8(id);
    return begin(ID_OF_READY - QUEUE + utf8.length)
        .put((byte) BY_PRIORITY)
        .putInt((int) priority)
        .putLong(dueAt)
        .put(utf8)
        .array();
  }

  /** In {@link Family#DUE}, before all by priority. */
  public byte[] firstReady() {
    return kind(BY_PRIORITY);
  }

  /** In {@link Family#DUE}, behind all by priority. */
  public byte[] behindReady() {
    return behind(kind(BY_PRIORITY));
  }

  private byte[] kind(int kind) {
    return begin(1).put((byte) kind).array();
  }

  /** Whether a key of {@link Family#DUE} has a job by its priority. */
  private static boolean isReady(byte[] key) {
    return key[QUEUE] == BY_PRIORITY;
  }

  /** The priority in such a key. */
  public static long priority(byte[] key) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(key).getInt(QUEUE + 1));
  }

  /** The due time in a key of {@link Family#DUE}. */
  public static long dueAt(byte[] key) {
    return isReady(key) ? ByteBuffer.wrap(key).getLong(MOMENT_OF_READY) : moment(key);
  }

  /** The id in a key of {@link Family#DUE}. */
  public static String idOfDue(byte[] key) {
    return isReady(key) ? idFrom(key, ID_OF_READY) : idBehindMoment(key);
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
    return begin(1 + MOMENT + id.length).put((byte) kind).putLong(moment).put(id).array();
  }

  /** In {@link Family#TAG}. */
  public byte[] tag(String tag, String id) {
    byte[] tagUtf8 = utf8(tag);
    byte[] idUtf8 = utf8(id);
    return begin(1 + tagUtf8.length + idUtf8.length)
        .put((byte) tagUtf8.length)
        .put(tagUtf8)
        .put(idUtf8)
        .array();
  }

  /** In {@link Family#MINUTE}. */
  public byte[] minute(long minute) {
    return begin(MOMENT).putLong(minute).array();
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
    return begin(0).array();
  }

  /** Behind all keys, of which none begins with this byte. */
  public static byte[] allEnd() {
    return new byte[] {(byte) 0xff};
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

  /** The moment in a key of {@link Family#DUE} by due time or {@link Family#ENDED}. */
  public static long moment(byte[] key) {
    return ByteBuffer.wrap(key).getLong(QUEUE + 1);
  }

  /** The id in a key of {@link Family#DUE} by due time or {@link Family#ENDED}. */
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

  /** The key in {@link Family#JOB} of the job that an entry of an index or a lease is about. */
  public static byte[] jobOf(Family family, byte[] key) {
    int id =
        switch (family) {
          case DUE -> isReady(key) ? ID_OF_READY : ID_BEHIND_MOMENT;
          case ENDED -> ID_BEHIND_MOMENT;
          case LEASE -> ID_BEHIND_FENCE;
          case TAG -> QUEUE + 1 + (key[QUEUE] & 0xff);
          case META, JOB, HEAD, MINUTE, DAMAGED -> throw new IllegalArgumentException("" + family);
        };
    return ByteBuffer.allocate(QUEUE + key.length - id)
        .put(key, 0, QUEUE)
        .put(key, id, key.length - id)
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
