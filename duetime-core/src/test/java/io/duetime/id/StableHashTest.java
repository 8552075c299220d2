package io.duetime.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.duetime.testing.DocumentTable;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StableHashTest {
  private static final String DOCUMENT = "formats/hashes.md";

  @Test
  void hashesTextsAsDocumented() {
    for (List<String> row : DocumentTable.rows(DOCUMENT, "Text")) {
      assertThat(StableHash.of(row.get(0))).isEqualTo(Long.parseLong(row.get(1)));
      assertThat(StableHash.of(row.get(0))).isEqualTo(Long.parseLong(row.get(2), 16));
    }
  }

  @Test
  void placesIdsAsDocumented() {
    for (List<String> row : DocumentTable.rows(DOCUMENT, "Id to place")) {
      assertThat(StableHash.shard(row.get(0), Integer.parseInt(row.get(1))))
          .isEqualTo(Integer.parseInt(row.get(2)));
    }
  }

  @Test
  void spreadsAsDocumented() {
    for (List<String> row : DocumentTable.rows(DOCUMENT, "Queue")) {
      assertThat(StableHash.spreadMillis(row.get(0), row.get(1), Long.parseLong(row.get(2))))
          .isEqualTo(Long.parseLong(row.get(3)));
    }
  }

  @Test
  void jittersAsDocumented() {
    for (List<String> row : DocumentTable.rows(DOCUMENT, "Id that failed")) {
      assertThat(StableHash.jitter(row.get(0), Integer.parseInt(row.get(1))))
          .isEqualTo(Long.parseLong(row.get(2)));
    }
  }

  @Test
  void namesCopiesAsDocumented() {
    for (List<String> row : DocumentTable.rows(DOCUMENT, "Queue of the dead job")) {
      assertThat("dead-" + StableHash.hex(String.join("\n", row.subList(0, 4))))
          .isEqualTo(row.get(4));
    }
  }

  @Test
  void answersTheSameFromManyThreadsAtOnce() {
    List<Long> together =
        IntStream.range(0, 10_000).parallel().mapToObj(i -> StableHash.of("id-" + i)).toList();
    List<Long> alone = IntStream.range(0, 10_000).mapToObj(i -> StableHash.of("id-" + i)).toList();

    assertThat(together).isEqualTo(alone);
  }

  @Test
  void fillsShardsEvenly() {
    int[] jobs = new int[16];
    IntStream.range(0, 16_000).forEach(i -> jobs[StableHash.shard("order-" + i, 16)]++);

    // Fixed ids, so this never varies; 1,000 is the mean and its standard deviation 31.
    assertThat(IntStream.of(jobs)).allMatch(count -> count > 850 && count < 1_150);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, (1L << 32) + 1})
  void refusesAWindowBeyondTheHash(long window) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> StableHash.spreadMillis("mail", "order-42", window))
        .withMessageContaining("1 to 4294967296 milliseconds");
  }

  @Test
  void refusesToPlaceInNoShard() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> StableHash.shard("order-42", 0));
  }
}
