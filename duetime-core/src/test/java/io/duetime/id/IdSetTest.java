package io.duetime.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdSetTest {
  @Test
  void anIdIsNewOnceHoweverManyThereAre() {
    IdSet ids = new IdSet();

    assertThat(IntStream.range(0, 20_000)).allMatch(i -> ids.add("id-" + i));
    assertThat(IntStream.range(0, 20_000)).noneMatch(i -> ids.add("id-" + i));
    assertThat(ids.add("id-20000")).isTrue();
  }
}
