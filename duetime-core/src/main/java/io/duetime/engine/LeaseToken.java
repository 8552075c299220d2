package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one claim of one job. The latest token of a job settles it until the deadline of the
 * lease.
 *
 * @param queue the job's queue
 * @param shard the job's shard
 * @param id the job's id
 * @param fence the number of the claim, which only grows (fencing token)
 * @param permit the number of the permit that counts the lease if several shards share the limits
 *     of their queue; 0 for none
 */
public record LeaseToken(String queue, ShardId shard, String id, long fence, long permit) {
  private static final byte VERSION = 2;
  private static final int FIXED = 1 + 8 + 8 + 4 + 4 + 1;

  /** Creates the token of a lease without a permit. */
  public LeaseToken(String queue, ShardId shard, String id, long fence) {
    this(queue, shard, id, fence, 0);
  }

  /** Checks that nothing is null. */
  public LeaseToken {
    Limits.given("lease queue", queue);
    Limits.given("lease shard", shard);
    Limits.given("lease id", id);
  }

  /** Returns an opaque text for {@link #parse}, safe in URLs and JSON. */
  public String encode() {
    byte[] queueBytes = queue.getBytes(StandardCharsets.UTF_8);
    byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
    byte[] token =
        ByteBuffer.allocate(FIXED + queueBytes.length + idBytes.length)
            .put(VERSION)
            .putLong(fence)
            .putLong(permit)
            .putInt(shard.epoch())
            .putInt(shard.index())
            .put((byte) queueBytes.length)
            .put(queueBytes)
            .put(idBytes)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /**
   * Parses the text that {@link #encode} returned.
   *
   * @throws InvalidRequestException for any other text
   */
  public static LeaseToken parse(String text) {
    if (text == null) {
      throw malformed(text);
    }
    try {
      ByteBuffer token = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (token.get() != VERSION) {
        throw malformed(text);
      }
      long fence = token.getLong();
      long permit = token.getLong();
      ShardId shard = new ShardId(token.getInt(), token.getInt());
      String queue = utf8(token, token.get() & 0xff);
      String id = utf8(token, token.remaining());
      return new LeaseToken(Limits.queue(queue), shard, Limits.id(id), fence, permit);
    } catch (IllegalArgumentException | java.nio.BufferUnderflowException malformed) {
      throw malformed(text);
    }
  }

  private static String utf8(ByteBuffer from, int length) {
    byte[] bytes = new byte[Math.min(length, from.remaining())];
    from.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static InvalidRequestException malformed(@Nullable String text) {
    return new InvalidRequestException("lease", text, "the token that came with the claimed job");
  }
}
