package io.duetime.spring.boot.autoconfigure.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Committed implies scheduled, and scheduled implies committed, whenever the process dies. */
@Tag("kill")
@Tag("full")
class OutboxKillTest {
  private static final boolean LONG = Boolean.getBoolean("duetime.long");
  private static final List<KillPoint> POINTS =
      Arrays.stream(KillPoint.values())
          .filter(point -> point.compareTo(KillPoint.BEFORE_RUN_IS_NOTED) < 0)
          .toList();

  @TempDir Path folder;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  static Stream<String> all() {
    return Stream.concat(Stream.of("h2"), DatabaseProcesses.urls());
  }

  /** One of them, unless there is much time. */
  static Stream<String> some() {
    return LONG ? all() : Stream.of("h2");
  }

  @ParameterizedTest
  @MethodSource("some")
  void nothingIsLostOrDoubledAtAnyPoint(String name) throws Exception {
    Shop shop = shop(name);
    int rounds = LONG ? 3 : 1;
    for (int round = 0; round < rounds; round++) {
      for (KillPoint point : POINTS) {
        shop.dieAt(point, 1 + random.nextInt(20));
      }
    }
    shop.check();
  }

  @ParameterizedTest
  @MethodSource("all")
  void nothingIsLostOrDoubledByKillsFromOutside(String name) throws Exception {
    Shop shop = shop(name);
    for (int kill = 0; kill < (LONG ? 20 : 3); kill++) {
      shop.dieAfter(1 + random.nextInt(40));
    }
    shop.check();
  }

  private Shop shop(String name) throws Exception {
    String database = name.equals("h2") ? h2(folder) : name;
    VictimProcess.createTables(database, 0);
    return new Shop(database, "embedded:" + folder.resolve("store"));
  }

  static String h2(Path folder) {
    return "jdbc:h2:file:" + folder.resolve("shop") + ";WRITE_DELAY=0";
  }

  /** The lives of one application. */
  private final class Shop {
    private final String database;
    private final String store;
    private int lives;

    Shop(String database, String store) {
      this.database = database;
      this.store = store;
    }

    private VictimProcess life(String... properties) throws Exception {
      String[] arguments = {database, store, "orders", String.valueOf(lives++ * 1_000_000)};
      return VictimProcess.start(
          Stream.of(arguments, properties).flatMap(Arrays::stream).toArray(String[]::new));
    }

    void dieAt(KillPoint point, int times) throws Exception {
      try (VictimProcess life = life("--kill.point=" + point, "--kill.times=" + times)) {
        life.awaitKilled("committed");
      }
    }

    void dieAfter(int commits) throws Exception {
      try (VictimProcess life = life()) {
        life.awaitLines("committed ", commits);
      }
    }

    void check() throws Exception {
      try (ConfigurableApplicationContext app = Victim.start(database, store, false)) {
        Victim.Shop shop = app.getBean(Victim.Shop.class);
        JobQueue<String> orders = shop.orders;
        JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
        shop.place(-1);
        while (hasRows(jdbc)) { // also those that were left behind
          Thread.onSpinWait();
        }

        List<Integer> committed = jdbc.queryForList("select number from victims", Integer.class);
        List<Integer> missing =
            committed.stream().filter(n -> orders.find("order-" + n).isEmpty()).toList();
        long waiting = orders.counts().waiting();
        System.out.printf(
            "outbox, %s: %d kills, %d orders committed, %d without their job, %d jobs too many%n",
            database.split(":", 3)[1],
            lives,
            committed.size(),
            missing.size(),
            waiting + missing.size() - committed.size());
        assertThat(missing).as("seed %d", seed).isEmpty();
        assertThat(waiting).as("seed %d", seed).isEqualTo(committed.size());
      }
    }

    private static boolean hasRows(JdbcTemplate jdbc) {
      return !jdbc.queryForList("select id from duetime_outbox where failure is null limit 1")
          .isEmpty();
    }
  }
}
