package io.duetime.redis.internal.watch;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message on a shard's channel, as {@code docs/formats/redis.md} has it.
 *
 * @param kind what it tells
 * @param claim the number of the claim it is about; 0 for EARLIER
 * @param comeBackAt the moment to come back
 */
record Message(Watcher.Kind kind, long claim, long comeBackAt) {
  private static final long SCRIPTS_NEVER = (1L << 53) - 1;
  private static final Pattern EARLIER = Pattern.compile("E(\\d{1,16})");
  private static final Pattern CLAIM = Pattern.compile("([PH])(\\d{1,16}) (\\d{1,16})");

  /** Decodes a message; empty if this version does not understand it. */
  static Optional<Message> read(byte[] payload) {
    String text = new String(payload, StandardCharsets.US_ASCII);
    Matcher earlier = EARLIER.matcher(text);
    if (earlier.matches()) {
      return Optional.of(earlier(Long.parseLong(earlier.group(1))));
    }
    Matcher claim = CLAIM.matcher(text);
    if (!claim.matches()) {
      return Optional.empty();
    }
    Watcher.Kind kind = claim.group(1).equals("P") ? Watcher.Kind.PROGRESS : Watcher.Kind.HANDED_ON;
    long number = Long.parseLong(claim.group(2));
    return Optional.of(new Message(kind, number, moment(Long.parseLong(claim.group(3)))));
  }

  /** The message of a shard whose claimers have to come back at a moment. */
  static Message earlier(long moment) {
    return new Message(Watcher.Kind.EARLIER, 0, moment(moment));
  }

  private static long moment(long moment) {
    return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
  }

  /** The signal to watchers with the same content. */
  Watcher.Signal signal(String queue, ShardId shard) {
    return new Watcher.Signal(queue, shard, kind, comeBackAt, claim);
  }
}
