package io.duetime.id;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Hashes that are the same in every process, version and language: the first 32 bits of SHA-1.
 * Which bytes go in, and test vectors, are in {@code docs/formats/hashes.md}. Safe for any thread.
 */
public final class StableHash {
  /** The number of hashes there are, and the longest window one can spread over. */
  public static final long RANGE = 1L << 32;

  /** Copied for every hash and never fed: cheap, and nothing stays behind with a virtual thread. */
  private static final MessageDigest PROTOTYPE = prototype();

  private StableHash() {}

  /** The hash of a text's UTF-8 bytes, 0 to 2³² − 1. */
  public static long of(String text) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(digest().digest(text.getBytes(UTF_8))).getInt());
  }

  /** All of SHA-1 over a text's UTF-8 bytes, as 40 hexadecimal digits. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(UTF_8)));
  }

  /** The shard of a job, 0 to {@code shards} − 1. */
  public static int shard(String id, int shards) {
    if (shards < 1) {
      throw new IllegalArgumentException("no shard of " + shards);
    }
    return (int) (of(id) % shards);
  }

  /**
   * By how much a job is put off within a window, 0 to {@code windowMillis} − 1.
   *
   * @param windowMillis 1 to 2³², which is 49.7 days: a hash reaches no further
   */
  public static long spreadMillis(String queue, String id, long windowMillis) {
    if (windowMillis < 1 || windowMillis > RANGE) {
      throw new IllegalArgumentException(windowMillis + " is not 1 to " + RANGE + " milliseconds");
    }
    return of(queue + "\n" + id) % windowMillis;
  }

  /** What decides the jitter of the delay after an attempt. */
  public static long jitter(String id, int attempt) {
    return of(id + "\n" + attempt);
  }

  private static MessageDigest digest() {
    try {
      return (MessageDigest) PROTOTYPE.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the prototype has been cloned before", e);
    }
  }

  private static MessageDigest prototype() {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      // A provider whose digests cannot be copied shows up here and not at the first job.
      return (MessageDigest) sha1.clone();
    } catch (NoSuchAlgorithmException | CloneNotSupportedException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
