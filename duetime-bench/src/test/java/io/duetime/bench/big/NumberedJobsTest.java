package io.duetime.bench.big;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class NumberedJobsTest {

  @Test
  void aNumberHasAlwaysTheSameId() {
    assertThat(NumberedJobs.id(123_456)).hasSize(26).isEqualTo(NumberedJobs.id(123_456));
  }

  @Test
  void idsDifferAndGrowFromMillisecondToMillisecond() {
    List<String> ids = NumberedJobs.ids(LongStream.range(0, 10_000));

    assertThat(ids).doesNotHaveDuplicates();
    for (int i = 100; i < ids.size(); i++) {
      assertThat(ids.get(i)).isGreaterThan(ids.get(i / 100 * 100 - 1));
    }
  }

  @Test
  void aJobIsDueWhereItsShapeSays() {
    long now = 1_800_000_000_000L;
    long day = 86_400_000L;

    for (String id : NumberedJobs.ids(LongStream.range(0, 1_000))) {
      assertThat(DueRange.FAR.due(id, now).resolve(now) - now).isBetween(day, 365 * day);
      assertThat(DueRange.OVERDUE.due(id, now).resolve(now) - now).isBetween(-day - 1, -1L);
    }
  }
}
