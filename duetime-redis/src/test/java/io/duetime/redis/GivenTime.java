package io.duetime.redis;

import io.duetime.internal.time.Threads;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.StoreTime;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * A clock that a test moves; scripts are told it with each call. One thread alone hands calls to
 * the connection: what an event loop sends itself overtakes what others have handed to it, and the
 * store's clock would seem to step back.
 */
final class GivenTime implements StoreTime {
  private static final ExecutorService SENDER =
      Executors.newSingleThreadExecutor(Threads.daemons("given-time"));

  private final InstantSource clock;

  GivenTime(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return CompletableFuture.completedStage(clock.millis());
  }

  @Override
  public <T> T send(Arguments arguments, Function<byte[][], T> call) {
    return CompletableFuture.supplyAsync(() -> call.apply(arguments.toArray(now())), SENDER).join();
  }

  private byte[] now() {
    return Long.toString(clock.millis()).getBytes(StandardCharsets.US_ASCII);
  }
}
