package io.duetime.redis.internal.store;

import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store's clock. Tests replace it by a clock that they set, with scripts that receive the time.
 */
public interface StoreTime {
  /** The store's now, in whole milliseconds, rounded down. */
  CompletionStage<Long> nowMillis();

  /** Sends a call of a script with its arguments, and with the time if scripts receive it. */
  <T> T send(Arguments arguments, Function<byte[][], T> call);

  /** The clock of the first server that answers; scripts read the clock of their own server. */
  static StoreTime ofServer(RedisLink link) {
    return new StoreTime() {
      @Override
      public CompletionStage<Long> nowMillis() {
        return ask(link, link.nodes()).thenApply(StoreTime::millis);
      }

      @Override
      public <T> T send(Arguments arguments, Function<byte[][], T> call) {
        return call.apply(arguments.toArray());
      }
    };
  }

  private static CompletionStage<@Nullable Object> ask(RedisLink link, List<Node> nodes) {
    CompletionStage<@Nullable Object> answer = link.ask(nodes.get(0), "TIME");
    return nodes.size() == 1
        ? answer
        : answer.exceptionallyCompose(failure -> ask(link, nodes.subList(1, nodes.size())));
  }

  private static long millis(@Nullable Object time) {
    List<?> parts = PlainReply.list(time);
    return PlainReply.number(parts.get(0)) * 1_000 + PlainReply.number(parts.get(1)) / 1_000;
  }
}
