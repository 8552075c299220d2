package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PresenceTest {
  private static final Presence ALL =
      new Presence(
          "7@häuschen\t",
          17,
          new Presence.Server("host:7171", "1.2"),
          List.of(
              new Presence.Working("a/b", "a\n", 4, 3, 2, true, 12, List.of("x y", "", "ü")),
              new Presence.Working("c", "c-1", 1, 0, 0, false, 0, List.of())),
          List.of(
              new Presence.Target("main", true, 5, 0, 3, "no queue 'q' %", List.of("a/b", "c"))),
          0);

  @Test
  void whatIsEncodedIsDecoded() {
    assertThat(Presence.decode(ALL.encode())).isEqualTo(ALL);
    assertThat(new String(ALL.encode(), StandardCharsets.US_ASCII))
        .startsWith(
            "process\t7%40h%C3%A4uschen%09\t17\nserver\thost%3A7171\t1.2\ntarget\tmain\ttrue\t5\t0\t")
        .endsWith("more\t0\n");
  }

  @Test
  void readersIgnoreWhatTheyDoNotKnow() {
    String newer = "process\tp\t17\tlater\nmood\tgood\nmore\t3\n";

    assertThat(Presence.decode(newer.getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(new Presence("p", 17, null, List.of(), List.of(), 3));
  }

  @Test
  void whatCannotBeReadIsOld() {
    assertThat(Presence.decode(new byte[] {1, 2, 3}).isYoungAt(20_000)).isFalse();
    assertThat(Presence.decode(new byte[0]).isYoungAt(20_000)).isFalse();
  }

  @Test
  void whatDoesNotFitIntoADocumentIsCounted() {
    List<Presence.Working> many = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(new Presence.Working("q".repeat(150) + i, "w", 1, 0, 0, false, 0, List.of()));
    }
    byte[] encoded = new Presence("p", 1, null, many, List.of(), 0).encode();

    Presence decoded = Presence.decode(encoded);
    assertThat(encoded.length).isLessThan(64 * 1024);
    assertThat(decoded.workers().size() + decoded.more()).isEqualTo(2_000);
    assertThat(decoded.workers()).isNotEmpty();
  }

  @Test
  void aTargetWithManyLongNamesOfQueuesIsToldWithTheFirstOfThem() {
    List<String> queues = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      queues.add("ü".repeat(120) + i);
    }
    Presence.Target target = new Presence.Target("main", false, 5, 0, 0, "", queues);
    byte[] encoded = new Presence("p", 1, null, List.of(), List.of(target), 0).encode();

    Presence decoded = Presence.decode(encoded);
    assertThat(encoded.length).isLessThan(9 * 1024);
    assertThat(decoded.targets())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.queues()).isNotEmpty().isEqualTo(queues.subList(0, one.queues().size()));
          assertThat(one.queues().size() + decoded.more()).isEqualTo(100);
        });
  }
}
