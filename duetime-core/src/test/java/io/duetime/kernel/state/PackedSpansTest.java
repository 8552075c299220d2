package io.duetime.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.kernel.state.PastTable.PastSpan.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed spans answer what a map of spans answers. */
class PackedSpansTest {
  private final PackedSpans packed = new PackedSpans(Unit.MINUTE);
  private final TreeMap<Long, PastSpan> naive = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomStepsGiveTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      long start = i / 20L + random.nextInt(100);
      if (random.nextInt(50) == 0) {
        assertThat(packed.removeBefore(start)).isEqualTo(removeBefore(start));
      } else {
        PastSpan span =
            new PastSpan(Unit.MINUTE, start, 1, 2, 3, random.nextInt(9), random.nextInt(9));
        assertThat(packed.add(span)).isEqualTo(naive.merge(start, span, PackedSpansTest::sum));
      }
      assertThat(packed.isEmpty()).isEqualTo(naive.isEmpty());
      long to = start + random.nextInt(50);
      assertThat(packed.within(start, to)).isEqualTo(List.copyOf(naive.subMap(start, to).values()));
    }
  }

  private List<PastSpan> removeBefore(long start) {
    SortedMap<Long, PastSpan> old = naive.headMap(start);
    List<PastSpan> removed = new ArrayList<>(old.values());
    old.clear();
    return removed;
  }

  private static PastSpan sum(PastSpan one, PastSpan two) {
    return new PastSpan(
        one.unit(),
        one.start(),
        one.ran() + two.ran(),
        one.done() + two.done(),
        one.failed() + two.failed(),
        one.latenessSum() + two.latenessSum(),
        Math.max(one.latenessMax(), two.latenessMax()));
  }
}
