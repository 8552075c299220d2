package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.time.VirtualTime;
import io.lettuce.core.api.StatefulConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RenewableConnectionTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @Test
  void aConnectionIsRenewedAgainAfterAnError() {
    AtomicInteger asked = new AtomicInteger();
    RenewableConnection<StatefulConnection<byte[], byte[]>> line =
        new RenewableConnection<>(() -> fail(asked), time, time, Duration.ZERO, () -> {});

    line.renew();
    time.advance(Duration.ofMinutes(1));
    line.renew();
    time.runReady();

    assertThat(asked).hasValue(2);
  }

  @Test
  void aConnectionThatIsFoundBadAtOnceIsRenewedAfterAPause() {
    AtomicInteger made = new AtomicInteger();
    AtomicInteger renewals = new AtomicInteger();
    RenewableConnection<StatefulConnection<byte[], byte[]>> line =
        new RenewableConnection<>(
            () -> make(made), time, time, Duration.ZERO, renewals::incrementAndGet);
    line.renew();
    time.runReady();

    line.renew();
    line.renew();
    time.runReady();
    assertThat(made).hasValue(1);

    time.advance(Duration.ofMinutes(1));
    assertThat(made).hasValue(2);
    assertThat(renewals).hasValue(2);
  }

  @Test
  void aConnectionThatIsBeingMadeIsMadeOnce() {
    AtomicInteger made = new AtomicInteger();
    RenewableConnection<StatefulConnection<byte[], byte[]>> line =
        new RenewableConnection<>(() -> make(made), time, time, Duration.ZERO, () -> {});

    line.renew();
    line.renew();
    time.advance(Duration.ofMinutes(1));

    assertThat(made).hasValue(1);
  }

  @Test
  @Timeout(30)
  void closingWaitsForNoThreadThatRenewsMeanwhile() throws Exception {
    List<RenewableConnection<StatefulConnection<byte[], byte[]>>> lines = new ArrayList<>();
    ExecutorService driver = Executors.newSingleThreadExecutor();
    lines.add(
        new RenewableConnection<>(
            () -> connection(() -> CompletableFuture.runAsync(() -> lines.get(0).renew(), driver)),
            time,
            time,
            Duration.ZERO,
            () -> {}));
    lines.get(0).open();

    assertThat(lines.get(0).closeAsync()).succeedsWithin(Duration.ofSeconds(20));

    driver.shutdownNow();
  }

  private static StatefulConnection<byte[], byte[]> make(AtomicInteger made) {
    made.incrementAndGet();
    return connection(() -> CompletableFuture.completedFuture(null));
  }

  @SuppressWarnings("unchecked")
  private static StatefulConnection<byte[], byte[]> connection(
      Supplier<CompletableFuture<Void>> closing) {
    return (StatefulConnection<byte[], byte[]>)
        Proxy.newProxyInstance(
            RenewableConnectionTest.class.getClassLoader(),
            new Class<?>[] {StatefulConnection.class},
            (connection, method, arguments) ->
                switch (method.getName()) {
                  case "closeAsync" -> closing.get();
                  case "close" -> closing.get().join();
                  case "hashCode" -> System.identityHashCode(connection);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static StatefulConnection<byte[], byte[]> fail(AtomicInteger asked) {
    asked.incrementAndGet();
    throw new OutOfMemoryError("direct memory");
  }
}
