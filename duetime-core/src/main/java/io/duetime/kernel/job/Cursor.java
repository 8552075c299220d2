package io.duetime.kernel.job;

import io.duetime.InvalidRequestException;
import io.duetime.engine.ShardId;
import io.duetime.kernel.job.ListedJob.JobGroup;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a list or a change continues: in which group, behind which job.
 *
 * @param group the group
 * @param after the last job seen of it, or null to begin it
 * @param fixed a number that all steps of one change share, such as its resolved due time
 * @param shard the shard, where a change goes through one after the other
 */
public record Cursor(JobGroup group, @Nullable Position after, long fixed, ShardId shard) {
  private static final String SEPARATOR = "\n";

  public static Cursor start() {
    return new Cursor(JobGroup.WAITING, null, 0, ShardId.ONLY);
  }

  /** Reads a cursor; null is the beginning. */
  public static Cursor parse(@Nullable String text) {
    if (text == null) {
      return start();
    }
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      String[] parts = plain.split(SEPARATOR, 6);
      Position after = parts[5].isEmpty() ? null : new Position(Long.parseLong(parts[4]), parts[5]);
      ShardId shard = new ShardId(Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
      return new Cursor(JobGroup.valueOf(parts[0]), after, Long.parseLong(parts[1]), shard);
    } catch (IllegalArgumentException
        | ArrayIndexOutOfBoundsException
        | InvalidRequestException malformed) {
      throw new InvalidRequestException("cursor", text, "the cursor of the page before");
    }
  }

  /** The same change or list behind a job of a group. */
  public Cursor behind(JobGroup newGroup, @Nullable Position newAfter) {
    return new Cursor(newGroup, newAfter, fixed, shard);
  }

  /** The beginning of a shard. */
  public Cursor at(ShardId newShard) {
    return new Cursor(group, null, fixed, newShard);
  }

  /** The same with another number that all steps share. */
  public Cursor fixing(long number) {
    return new Cursor(group, after, number, shard);
  }

  /** As callers get it. */
  public String text() {
    Position place = after == null ? Position.BEGINNING : after;
    String plain =
        String.join(
            SEPARATOR,
            group.name(),
            Long.toString(fixed),
            Integer.toString(shard.epoch()),
            Integer.toString(shard.index()),
            Long.toString(place.moment()),
            place.id());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }
}
