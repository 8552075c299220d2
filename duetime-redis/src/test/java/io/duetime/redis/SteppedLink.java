package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.StoreTime;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptCall;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The link of one process of a simulation: calls wait until the test lets one of them through, in
 * whatever order, and scripts are told the time at which that happens. Not thread safe.
 */
final class SteppedLink extends ForwardingLink implements StoreTime {
  private final InstantSource clock;
  private final List<Held<?>> held = new ArrayList<>();

  SteppedLink(RedisLink inner, InstantSource clock) {
    super(inner);
    this.clock = clock;
  }

  /** A call that waits. */
  private record Held<T>(
      String name, Supplier<CompletionStage<T>> call, CompletableFuture<T> answer) {
    void pass() {
      T said = null;
      Throwable failure = null;
      try {
        said = call.get().toCompletableFuture().join();
      } catch (RuntimeException failed) {
        failure = failed.getCause() == null ? failed : failed.getCause();
      }
      if (failure == null) {
        answer.complete(said);
      } else {
        answer.completeExceptionally(failure);
      }
    }
  }

  private <T> CompletionStage<T> hold(String name, Supplier<CompletionStage<T>> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    held.add(new Held<>(name, call, answer));
    return answer;
  }

  /** The name of the first that waits. */
  String next() {
    return held.get(0).name();
  }

  /** How many calls wait. */
  int waiting() {
    return held.size();
  }

  /** Lets one of them through; answers its name. */
  String pass(int which) {
    Held<?> one = held.remove(which);
    one.pass();
    return one.name();
  }

  /** Lets one of them through, but not its answer; answers its name. */
  String passWithoutAnswer(int which) {
    Held<?> one = held.remove(which);
    // Whether it failed is as little known as anything else.
    one.call().get().toCompletableFuture().exceptionally(failure -> null).join();
    one.answer().completeExceptionally(new OutcomeUnknownException("the answer was lost", null));
    return one.name();
  }

  /** The process ends: what waits never comes. */
  void die() {
    held.clear();
  }

  // The last argument is the time, given when the call was made.
  private byte[][] now(byte[][] arguments) {
    byte[][] all = arguments.clone();
    all[all.length - 1] = Long.toString(clock.millis()).getBytes(StandardCharsets.US_ASCII);
    return all;
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return CompletableFuture.completedStage(clock.millis());
  }

  @Override
  public <T> T send(Arguments arguments, Function<byte[][], T> call) {
    return call.apply(arguments.toArray(new byte[0]));
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    return hold(script.name(), () -> inner.run(script, keys, now(arguments)));
  }

  @Override
  public List<CompletionStage<@Nullable Object>> runTogether(List<ScriptCall> calls) {
    throw new UnsupportedOperationException("nobody watches");
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    return hold(script.name(), () -> inner.runDurably(script, keys, now(arguments), durability));
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    return hold(command, () -> inner.read(command, key, more));
  }

  @Override
  public CompletionStage<@Nullable Object> ask(Node node, String command, byte[]... arguments) {
    return hold(command, () -> inner.ask(node, command, arguments));
  }

  @Override
  public Subscription subscribe(byte[] channel, ChannelListener listener) {
    return () -> {};
  }

  @Override
  public List<CompletionStage<@Nullable Object>> readTogether(
      String command, List<byte[]> keys, byte[]... more) {
    throw new UnsupportedOperationException("nobody watches");
  }

  @Override
  public Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    return () -> {};
  }

  @Override
  public void renewChannels(Node node) {}

  @Override
  public Subscription onRestored(Runnable listener) {
    return () -> {};
  }

  @Override
  public void close() {
    die();
  }
}
