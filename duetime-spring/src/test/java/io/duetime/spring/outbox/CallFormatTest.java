package io.duetime.spring.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.JobRequest;
import io.duetime.OnConflict;
import io.duetime.RescheduleRequest;
import io.duetime.RetryPolicy;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.DeferredCall.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallFormatTest {
  private static final Instant MOMENT = Instant.parse("2026-12-01T07:00:00.000000001Z");
  private static final Target PLAIN = new Target("orders", null, null);

  static Stream<JobRequest.Builder<byte[]>> requests() {
    return Stream.of(
        JobRequest.builder(new byte[0]).id("plain"),
        JobRequest.builder(new byte[] {1, 2}).id("at").dueAt(MOMENT),
        JobRequest.builder(new byte[100_000])
            .id("whole-ü")
            .delay(Duration.ofMillis(1_500))
            .spread(Duration.ofMinutes(1))
            .priority(0)
            .retry(RetryPolicy.exponential(5, Duration.ofSeconds(1), Duration.ofMinutes(1)))
            .header("a", "b")
            .tag("t1")
            .tag("t2")
            .expiresAfter(Duration.ofDays(1), Expiry.Action.DROP)
            .onConflict(OnConflict.debounce(Duration.ofHours(2)))
            .durability(Durability.replicas(2, Duration.ofSeconds(1)))
            .retention(Duration.ofHours(1)),
        JobRequest.builder(new byte[] {3})
            .id("expires")
            .expiresAt(MOMENT, Expiry.Action.BURY)
            .header("empty", "")
            .nonce(-5)
            .onConflict(OnConflict.LATEST));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aRequestIsReadAsItWasWritten(JobRequest.Builder<byte[]> builder) {
    JobRequest<byte[]> request = builder.build();
    Target target = new Target("orders", Durability.FSYNCED, "text/plain");

    DeferredCall read =
        read(new DeferredCall.Schedule(target, request.id().orElseThrow(), request));

    assertThat(read.target()).isEqualTo(target);
    JobRequest<byte[]> found = ((DeferredCall.Schedule) read).request();
    assertThat(found.toString()).isEqualTo(request.toString());
    assertThat(found.payload()).isEqualTo(request.payload());
    assertThat(found.headers()).isEqualTo(request.headers());
    assertThat(found.durability()).isEqualTo(request.durability());
  }

  @Test
  void changesAreReadAsTheyWereWritten() {
    assertThat(read(new DeferredCall.Cancel(PLAIN, "a")))
        .isEqualTo(new DeferredCall.Cancel(PLAIN, "a"));
    for (RescheduleRequest request :
        new RescheduleRequest[] {
          RescheduleRequest.of("a", Duration.ofMinutes(1)),
          RescheduleRequest.of("a", MOMENT).onlyEarlier(),
          RescheduleRequest.of("a", MOMENT).onlyLater(),
          RescheduleRequest.of("a", Duration.ZERO).ifDueAt(MOMENT)
        }) {
      DeferredCall.Reschedule read =
          (DeferredCall.Reschedule) read(new DeferredCall.Reschedule(PLAIN, request));
      assertThat(read.request().toString()).isEqualTo(request.toString());
    }
  }

  @Test
  void theAgeOfARowIsTakenOffItsDelay() {
    JobRequest<byte[]> request =
        JobRequest.builder(new byte[0]).id("a").delay(Duration.ofMinutes(30)).build();
    byte[] row = CallFormat.write(new DeferredCall.Schedule(PLAIN, "a", request));

    assertThat(delay(row, Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(20));
    assertThat(delay(row, Duration.ofMinutes(31))).isZero();
    assertThat(delay(row, Duration.ofMinutes(-1))).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void damagedRowsAreRefused() {
    byte[] whole = CallFormat.write(new DeferredCall.Cancel(PLAIN, "order-42"));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> CallFormat.read(cut, Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void noBytesDoMoreThanBeRefused() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole =
        CallFormat.write(
            new DeferredCall.Schedule(
                PLAIN, "a", JobRequest.builder(new byte[] {1}).id("a").tag("t").build()));
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      try {
        CallFormat.read(changed, Duration.ZERO);
      } catch (RuntimeException refused) {
        assertThat(refused).as("seed %d", seed).isNotInstanceOf(NegativeArraySizeException.class);
      }
    }
  }

  private static Duration delay(byte[] row, Duration age) {
    return ((DeferredCall.Schedule) CallFormat.read(row, age)).request().delay();
  }

  private static DeferredCall read(DeferredCall call) {
    return CallFormat.read(CallFormat.write(call), Duration.ZERO);
  }
}
