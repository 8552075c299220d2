package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.testing.DocumentTable;
import io.duetime.testing.Seed;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void waitsAsDocumented() {
    for (List<String> row : DocumentTable.rows("formats/retry-policy.md", "Policy")) {
      assertThat(
              RetryPolicy.parse(row.get(0)).delayMillis(row.get(1), Integer.parseInt(row.get(2))))
          .as(row.toString())
          .isEqualTo(Long.parseLong(row.get(3)));
    }
  }

  @Test
  void theDefaultDoublesFromASecondToAnHourOverTwentyAttempts() {
    RetryPolicy policy = RetryPolicy.DEFAULT;

    assertThat(policy)
        .isEqualTo(
            new RetryPolicy(20, new Backoff.Exponential(SECOND, 2, Duration.ofHours(1)), 0.2));
    assertThat(IntStream.rangeClosed(1, 14).mapToLong(policy.backoff()::millisAfter))
        .containsExactly(
            1_000L,
            2_000L,
            4_000L,
            8_000L,
            16_000L,
            32_000L,
            64_000L,
            128_000L,
            256_000L,
            512_000L,
            1_024_000L,
            2_048_000L,
            3_600_000L,
            3_600_000L);
    assertThat(policy.totalDelay()).hasValue(Duration.ofHours(8).plusSeconds(8 * 60 + 15));
  }

  @Test
  void theTotalIsTheSumOfAllWaitsWithoutJitter() {
    assertThat(RetryPolicy.none().totalDelay()).hasValue(Duration.ZERO);
    assertThat(RetryPolicy.fixed(4, SECOND).totalDelay()).hasValue(Duration.ofSeconds(3));
    assertThat(RetryPolicy.delays(SECOND, Duration.ofMinutes(1)).totalDelay())
        .hasValue(Duration.ofSeconds(61));
    assertThat(RetryPolicy.builder().attempts(RetryPolicy.UNLIMITED).build().totalDelay())
        .isEmpty();
    RetryPolicy slow = RetryPolicy.exponential(1_000_000, SECOND, Duration.ofDays(365));
    long summed =
        IntStream.range(1, 100).mapToLong(slow.backoff()::millisAfter).sum()
            + 999_900L * Duration.ofDays(365).toMillis();
    assertThat(slow.totalDelay()).hasValue(Duration.ofMillis(summed));
  }

  @Test
  void jitterShortensByItsShareAtMost() {
    RetryPolicy policy = RetryPolicy.exponential(10, SECOND, Duration.ofHours(1));

    LongStream waits = IntStream.range(0, 1_000).mapToLong(i -> policy.delayMillis("id-" + i, 1));

    List<Long> sorted = waits.sorted().boxed().toList();
    assertThat(sorted.get(0)).isBetween(800L, 810L);
    assertThat(sorted.get(500)).isBetween(890L, 910L);
    assertThat(sorted.get(999)).isBetween(990L, 1_000L);
  }

  @Test
  void retriesAreOneLessThanAttempts() {
    RetryPolicy policy = RetryPolicy.builder().retries(3).build();

    assertThat(policy.maxAttempts()).isEqualTo(4);
    assertThat(policy.retriesAfter(3)).isTrue();
    assertThat(policy.retriesAfter(4)).isFalse();
    assertThat(RetryPolicy.builder().retries(0).build().retriesAfter(1)).isFalse();
  }

  @Test
  void noneMeansOneAttempt() {
    assertThat(RetryPolicy.none().maxAttempts()).isEqualTo(1);
    assertThat(RetryPolicy.none().retriesAfter(1)).isFalse();
  }

  @Test
  void unlimitedAttemptsNeverEnd() {
    RetryPolicy policy = RetryPolicy.builder().unlimitedAttempts().build();

    assertThat(policy.retriesAfter(Integer.MAX_VALUE)).isTrue();
    assertThat(policy.delayMillis("order-42", Integer.MAX_VALUE)).isBetween(2_880_000L, 3_600_000L);
  }

  @Test
  void aListHasOneAttemptMoreThanDelaysAndRepeatsItsLast() {
    RetryPolicy policy = RetryPolicy.delays(SECOND, Duration.ofSeconds(5));

    assertThat(policy.maxAttempts()).isEqualTo(3);
    assertThat(policy.toBuilder().attempts(9).build().delayMillis("order-42", 8)).isEqualTo(5_000);
  }

  @Test
  void jitterIsUsualWithAnExponentialBackoffAlone() {
    assertThat(RetryPolicy.builder().build().jitter()).isEqualTo(0.2);
    assertThat(RetryPolicy.builder().fixed(SECOND).build().jitter()).isZero();
    assertThat(RetryPolicy.builder().jitter(0.1).fixed(SECOND).build().jitter()).isEqualTo(0.1);
    assertThat(RetryPolicy.fixed(3, Duration.ofMinutes(10)).delayMillis("x", 1)).isEqualTo(600_000);
  }

  @Test
  void aCopyKeepsWhatIsNotChanged() {
    RetryPolicy policy =
        RetryPolicy.builder().unlimitedAttempts().fixed(SECOND).jitter(0.5).build();

    assertThat(policy.toBuilder().build()).isEqualTo(policy);
    assertThat(policy.toBuilder().attempts(3).build())
        .isEqualTo(new RetryPolicy(3, Backoff.fixed(SECOND), 0.5));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void refusesWhatIsOutOfRange(String field, Consumer<RetryPolicy.Builder> mistake) {
    RetryPolicy.Builder builder = RetryPolicy.builder();

    InvalidRequestException refusal =
        catchThrowableOfType(
            InvalidRequestException.class,
            () -> {
              mistake.accept(builder);
              builder.build();
            });

    assertThat(refusal.field()).isEqualTo(field);
  }

  static Stream<Arguments> mistakes() {
    Duration year = Duration.ofDays(365);
    return Stream.of(
        mistake("attempts", b -> b.attempts(0)),
        mistake("attempts", b -> b.attempts(1_000_001)),
        mistake("attempts", b -> b.retries(-1)),
        mistake("attempts", b -> b.retries(1_000_000)),
        mistake("attempts", b -> b.retries(Integer.MAX_VALUE - 1)),
        mistake("attempts", b -> b.retries(Integer.MAX_VALUE)),
        mistake("delay", b -> b.fixed(Duration.ofMillis(-1))),
        mistake("delay", b -> b.fixed(Duration.ofNanos(1))),
        mistake("delay", b -> b.fixed(year.plusMillis(1))),
        mistake("delays", b -> b.delays()),
        mistake("delays", b -> b.attempts(2).delays(SECOND, SECOND)),
        mistake("delays", b -> b.attempts(1).delays(SECOND, SECOND)),
        mistake(
            "delays",
            b -> b.delays(Stream.generate(() -> SECOND).limit(101).toArray(Duration[]::new))),
        mistake("initial", b -> b.exponential(Duration.ZERO, 2, SECOND)),
        mistake("max", b -> b.exponential(SECOND, 2, Duration.ofMillis(999))),
        mistake("max", b -> b.exponential(SECOND, 2, year.plusMillis(1))),
        mistake("factor", b -> b.exponential(SECOND, 0.99, year)),
        mistake("factor", b -> b.exponential(SECOND, 100.01, year)),
        mistake("factor", b -> b.exponential(SECOND, 1.005, year)),
        mistake("factor", b -> b.exponential(SECOND, Double.NaN, year)),
        mistake("factor", b -> b.exponential(SECOND, Double.POSITIVE_INFINITY, year)),
        mistake("jitter", b -> b.jitter(-0.001)),
        mistake("jitter", b -> b.jitter(1.001)),
        mistake("jitter", b -> b.jitter(0.0005)),
        mistake("jitter", b -> b.jitter(Double.NaN)));
  }

  private static Arguments mistake(String field, Consumer<RetryPolicy.Builder> mistake) {
    return Arguments.of(field, mistake);
  }

  @Test
  void itsTextReadsBackAsTheSamePolicy() {
    Seed seed = Seed.next();
    RandomGenerator random = seed.random();
    for (int i = 0; i < Seed.rounds(2_000); i++) {
      RetryPolicy policy = policy(random);
      assertThat(RetryPolicy.parse(policy.toString())).as("%s, %s", policy, seed).isEqualTo(policy);
    }
  }

  private static RetryPolicy policy(RandomGenerator random) {
    RetryPolicy.Builder builder = RetryPolicy.builder().jitter(random.nextInt(1_001) / 1_000.0);
    if (random.nextBoolean()) {
      long initial = random.nextLong(1, 1_000_000);
      Duration max = Duration.ofMillis(random.nextLong(initial, 31_536_000_001L));
      builder.exponential(Duration.ofMillis(initial), random.nextInt(100, 10_001) / 100.0, max);
    } else {
      LongStream delays = random.longs(random.nextInt(1, 101), 0, 31_536_000_001L);
      builder.delays(delays.mapToObj(Duration::ofMillis).toArray(Duration[]::new));
    }
    return random.nextInt(4) == 0
        ? builder.unlimitedAttempts().build()
        : builder.attempts(random.nextInt(102, 1_000_001)).build();
  }

  @Test
  void writesTheDefaultInOneShortLine() {
    assertThat(RetryPolicy.DEFAULT).hasToString("1;a=20;e=1000,200,3600000;j=200");
    assertThat(RetryPolicy.none()).hasToString("1;a=1;d=0");
    assertThat(RetryPolicy.builder().unlimitedAttempts().fixed(SECOND).build())
        .hasToString("1;a=*;d=1000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "2;a=10;d=0",
        "1;a=10",
        "1;a=0;d=0",
        "1;a=-1;d=0",
        "1;a=9999999;d=0",
        "1;a=10;d=",
        "1;a=10;d=1,",
        "1;a=10;d=99999999999",
        "1;a=10;e=1000,200",
        "1;a=10;e=1000,99,3600000",
        "1;a=10;e=1000,200,999",
        "1;a=10;d=0;j=1001",
        "1;a=10;d=0;j=",
        "1;a=10;d=0;",
        "1;a=10;d=0\n",
        "1;a=١;d=0",
      })
  void refusesTextThatIsNoPolicy(String text) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, () -> RetryPolicy.parse(text)))
        .as(text)
        .isNotNull();
  }
}
