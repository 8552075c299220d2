package io.duetime.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.testing.Seed;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UlidsTest {
  private static final BigInteger DIGITS = BigInteger.valueOf(32);
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

  private long now = NOON;
  private final InstantSource clock = () -> Instant.ofEpochMilli(now);
  private final Seed seed = Seed.next();

  @Test
  void writesTheTimeThenTheRandomBits() {
    now = 1_469_918_176_385L;
    String zeros = new Ulids(clock, () -> 0).next();
    String ones = new Ulids(clock, () -> -1).next();

    // The first ten digits are the example of the specification.
    assertThat(zeros).isEqualTo("01ARYZ6S410000000000000000");
    assertThat(ones).isEqualTo("01ARYZ6S41ZZZZZZZZZZZZZZZZ");
  }

  @Test
  void everyBitStandsInItsPlace() {
    RandomGenerator random = seed.random();
    for (int i = 0; i < Seed.rounds(1_000); i++) {
      now = random.nextLong(1L << 48);
      long high = random.nextLong();
      long low = random.nextLong();

      String id = new Ulids(clock, Stream.of(high, low).iterator()::next).next();

      String bits = "%012x%04x%016x".formatted(now, high & 0xFFFF, low);
      assertThat(number(id)).as("%s, %s", bits, seed).isEqualTo(new BigInteger(bits, 16));
    }
  }

  @Test
  void theTimeOfAnIdIsReadBack() {
    now = 1_469_918_176_385L;

    assertThat(Ulids.millis(new Ulids(clock, () -> -1).next() + "-00001")).isEqualTo(now);
    assertThatThrownBy(() -> Ulids.millis("not a ulid"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsOnWithinAMillisecond() {
    Ulids ulids = new Ulids(clock, seed.random());
    BigInteger first = number(ulids.next());

    assertThat(number(ulids.next())).as(seed.toString()).isEqualTo(first.add(BigInteger.ONE));
    assertThat(number(ulids.next())).as(seed.toString()).isEqualTo(first.add(BigInteger.TWO));
  }

  @Test
  void countsOnWhileTheClockIsSetBack() {
    Ulids ulids = new Ulids(clock, seed.random());
    String before = ulids.next();

    now -= 3_600_000;
    String set = ulids.next();
    now += 3_600_001;
    String caughtUp = ulids.next();

    assertThat(number(set)).isEqualTo(number(before).add(BigInteger.ONE));
    assertThat(caughtUp).isGreaterThan(set);
    assertThat(timeOf(caughtUp)).isEqualTo(NOON + 1);
  }

  @Test
  void goesOnWithTheNextMillisecondWhenTheRandomBitsRunOver() {
    Ulids ulids = new Ulids(clock, () -> -1);
    String last = ulids.next();

    String over = ulids.next();
    now++;
    String next = ulids.next();

    assertThat(timeOf(over)).isEqualTo(NOON + 1);
    assertThat(List.of(last, over, next)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void carriesFromTheLowerToTheUpperRandomBits() {
    Ulids ulids = new Ulids(clock, Stream.of(0L, -1L).iterator()::next);

    assertThat(ulids.next()).endsWith("000FZZZZZZZZZZZZ");
    assertThat(ulids.next()).endsWith("000G000000000000");
  }

  @Test
  void keepsToTheTimesItCanWrite() {
    now = -5;
    assertThat(new Ulids(clock, () -> 0).next()).startsWith("0000000000");
    now = 1L << 48;
    assertThat(new Ulids(clock, () -> 0).next()).startsWith("7ZZZZZZZZZ");
  }

  @Test
  void growsForEachOfManyThreadsAndNeverRepeats() throws Exception {
    Ulids ulids = new Ulids(InstantSource.system(), seed.random());
    int threads = 4;
    Callable<List<String>> task = () -> Stream.generate(ulids::next).limit(25_000).toList();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<String> all = new ArrayList<>();
      for (Future<List<String>> ids :
          pool.invokeAll(Stream.generate(() -> task).limit(threads).toList())) {
        assertThat(ids.get()).isSorted();
        all.addAll(ids.get());
      }
      assertThat(all.stream().distinct().count()).isEqualTo(threads * 25_000L);
    } finally {
      pool.shutdown();
    }
  }

  private static BigInteger number(String id) {
    assertThat(id).hasSize(26);
    return id.chars()
        .mapToObj(digit -> BigInteger.valueOf(ALPHABET.indexOf(digit)))
        .reduce(BigInteger.ZERO, (value, digit) -> value.multiply(DIGITS).add(digit));
  }

  private static long timeOf(String id) {
    return number(id).shiftRight(80).longValueExact();
  }
}
