package io.duetime.redis.internal.engine;

import io.duetime.InvalidRequestException;
import io.duetime.engine.ShardId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a list or a change goes on: in which group, behind which job. A list goes through all
 * shards at once, a change through one after the other.
 *
 * @param group which jobs
 * @param moment of the last job seen of it
 * @param id of that job; empty to begin the group
 * @param shard the shard, for a change
 * @param fixed the due time that all steps of a change share
 */
record Cursor(Group group, long moment, String id, ShardId shard, long fixed) {
  private static final String SEPARATOR = "\n";

  /** Groups of jobs, in the order in which lists go through them. */
  enum Group {
    WAITING,
    LEASED,
    DEAD,
    REMEMBERED;

    /** The group behind this one, or null behind the last. */
    @Nullable Group next() {
      return switch (this) {
        case WAITING -> LEASED;
        case LEASED -> DEAD;
        case DEAD -> REMEMBERED;
        case REMEMBERED -> null;
      };
    }
  }

  static Cursor parse(@Nullable String text) {
    if (text == null) {
      return new Cursor(Group.WAITING, 0, "", ShardId.ONLY, 0);
    }
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      String[] parts = plain.split(SEPARATOR, 6);
      ShardId shard = new ShardId(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      return new Cursor(
          Group.valueOf(parts[0]),
          Long.parseLong(parts[4]),
          parts[5],
          shard,
          Long.parseLong(parts[3]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException malformed) {
      throw new InvalidRequestException("cursor", text, "the cursor of the page before");
    }
  }

  String text() {
    String plain =
        String.join(
            SEPARATOR,
            group.name(),
            Integer.toString(shard.epoch()),
            Integer.toString(shard.index()),
            Long.toString(fixed),
            Long.toString(moment),
            id);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  Cursor behind(Group newGroup, long newMoment, String newId) {
    return new Cursor(newGroup, newMoment, newId, shard, fixed);
  }
}
