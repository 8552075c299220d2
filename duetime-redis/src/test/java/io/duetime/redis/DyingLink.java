package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A link of a process that dies after some calls: none that comes later reaches the store. */
final class DyingLink extends ForwardingLink {
  private final AtomicInteger callsLeft;

  DyingLink(RedisLink inner, AtomicInteger callsLeft) {
    super(inner);
    this.callsLeft = callsLeft;
  }

  private <T> CompletionStage<T> unlessDead(Supplier<CompletionStage<T>> call) {
    return callsLeft.decrementAndGet() >= 0
        ? call.get()
        : CompletableFuture.failedStage(
            new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the process is dead"));
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    return unlessDead(() -> inner.run(script, keys, arguments));
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    return callsLeft.get() > 0
        ? inner.runTogether(calls)
        : calls.stream().map(call -> unlessDead(() -> nothing())).toList();
  }

  private static CompletionStage<@Nullable Object> nothing() {
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    return unlessDead(() -> inner.runDurably(script, keys, arguments, durability));
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    return unlessDead(() -> inner.read(command, key, more));
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    return unlessDead(() -> inner.ask(node, command, arguments));
  }
}
