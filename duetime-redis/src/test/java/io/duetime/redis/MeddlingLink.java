package io.duetime.redis;

import io.duetime.Durability;
import io.duetime.redis.internal.link.DurableReply;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Script;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A link by which a test does something of its own right before a script is run, or instead. */
final class MeddlingLink extends ForwardingLink {
  private static final String READ = "";

  private final AtomicReference<@Nullable Meddling> meddling = new AtomicReference<>();

  MeddlingLink(RedisLink inner) {
    super(inner);
  }

  private record Meddling(String script, int nth, Supplier<CompletionStage<?>> act) {}

  /** Before the script is run next: when the act fails, so does the script, and is not run. */
  void before(String script, Supplier<CompletionStage<?>> act) {
    beforeNth(script, 1, act);
  }

  /** The same before one of its next runs, counted from 1. */
  void beforeNth(String script, int nth, Supplier<CompletionStage<?>> act) {
    meddling.set(new Meddling(script, nth, act));
  }

  /** Lets one of the next runs of a script fail, counted from 1. */
  void failNth(String script, int nth, Throwable failure) {
    beforeNth(script, nth, () -> CompletableFuture.failedStage(failure));
  }

  /** Lets the next plain read fail. */
  void failRead(Throwable failure) {
    failNth(READ, 1, failure);
  }

  private CompletionStage<?> meddle(String script) {
    Meddling due = meddling.get();
    if (due == null || !due.script.equals(script)) {
      return CompletableFuture.completedStage(null);
    }
    if (due.nth > 1) {
      meddling.set(new Meddling(due.script, due.nth - 1, due.act));
      return CompletableFuture.completedStage(null);
    }
    meddling.set(null);
    // Elsewhere: it may call the store, and this may be the one thread that does. And on from
    // there:
    // what an event loop sends itself overtakes what others have handed to it.
    return CompletableFuture.supplyAsync(due.act)
        .thenCompose(acted -> acted)
        .thenApplyAsync(acted -> acted);
  }

  @Override
  public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
    return meddle(script.name()).thenCompose(done -> inner.run(script, keys, arguments));
  }

  @Override
  public CompletionStage<DurableReply> runDurably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    return meddle(script.name())
        .thenCompose(done -> inner.runDurably(script, keys, arguments, durability));
  }

  @Override
  public CompletionStage<@Nullable Object> read(String command, byte[] key, byte[]... more) {
    return meddle(READ).thenCompose(done -> inner.read(command, key, more));
  }
}
