package io.duetime.redis.internal.link;

import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.Set;

/**
 * For how long the driver waits for an answer: longer than whoever sent the command does, who knows
 * better what it means that there is none. Without end for those that have been asked for a wait,
 * and for what is sent behind one, which have limits of their own.
 */
final class DriverTimeouts extends TimeoutSource {
  private static final long NONE = 0;
  private static final Duration BEHIND = Duration.ofSeconds(1);
  private static final Set<ProtocolKeyword> WAITING =
      Set.of(Keyword.WAIT, Keyword.WAITAOF, Keyword.HELLO);

  private final long usualMillis;

  DriverTimeouts(LinkSettings settings) {
    Duration usual = settings.timeout().plus(BEHIND);
    this.usualMillis = Math.max(usual.toMillis(), settings.connectTimeout().toMillis());
  }

  @Override
  public long getTimeout(RedisCommand<?, ?, ?> command) {
    return WAITING.contains(command.getType()) ? NONE : usualMillis;
  }
}
