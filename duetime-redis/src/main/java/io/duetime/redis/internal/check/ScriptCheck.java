package io.duetime.redis.internal.check;

import io.duetime.RetryableException;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptErrorException;
import io.duetime.redis.internal.shard.ShardKeys;
import io.duetime.redis.internal.shard.StoreKeys;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks that a server runs scripts, by a script that only reads and needs no existing queue. */
final class ScriptCheck {
  private static final int NAMES = 10_000;

  private final RedisLink link;
  private final StoreKeys keys;
  private final Function<ShardKeys, CompletionStage<?>> probe;

  ScriptCheck(RedisLink link, StoreKeys keys, Function<ShardKeys, CompletionStage<?>> probe) {
    this.link = link;
    this.keys = keys;
    this.probe = probe;
  }

  CompletionStage<Finding> of(Node node) {
    Optional<ShardKeys> shard =
        IntStream.range(0, NAMES)
            .mapToObj(i -> keys.shard("self-check-" + i, ShardId.ONLY))
            .filter(some -> isOn(node, some))
            .findFirst();
    return shard.isEmpty()
        ? Stages.done(
            new Finding("scripts of " + node, Verdict.UNKNOWN, "it seems to have no slots", ""))
        : probe.apply(shard.get()).handle((reply, failure) -> finding(node, failure));
  }

  private boolean isOn(Node node, ShardKeys shard) {
    try {
      return link.nodeOf(shard.key("meta")).id().equals(node.id());
    } catch (RetryableException unknownSlot) {
      return false;
    }
  }

  private static Finding finding(Node node, @Nullable Throwable failure) {
    String check = "scripts of " + node;
    if (failure == null || Stages.cause(failure) instanceof ScriptErrorException) {
      return new Finding(check, Verdict.OK, "they run", "");
    }
    String why = String.valueOf(Stages.cause(failure).getMessage());
    return FactFinder.isNoAnswer(failure)
        ? new Finding(check, Verdict.UNKNOWN, "no answer: " + why, "try again")
        : new Finding(
            check,
            Verdict.FAILURE,
            "they do not run: " + why,
            "allow EVAL, EVALSHA and the commands in them");
  }
}
