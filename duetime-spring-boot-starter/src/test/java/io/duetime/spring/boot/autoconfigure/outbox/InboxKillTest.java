package io.duetime.spring.boot.autoconfigure.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The effect of each job happens once, at whatever point of its run the process dies. */
@Tag("kill")
@Tag("full")
class InboxKillTest {
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 3 : 1;
  private static final int MOST_RUNS = 8;
  private static final List<KillPoint> POINTS =
      Arrays.stream(KillPoint.values()).filter(KillPoint::isOfInbox).toList();
  private static final int JOBS = ROUNDS * POINTS.size() * MOST_RUNS + 100;

  @TempDir Path folder;

  static Stream<String> databases() {
    return OutboxKillTest.some();
  }

  @ParameterizedTest
  @MethodSource("databases")
  void eachEffectHappensOnce(String name) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String database = name.equals("h2") ? OutboxKillTest.h2(folder) : name;
    String store = "embedded:" + folder.resolve("store");
    VictimProcess.createTables(database, JOBS);
    schedule(database, store);

    long runs = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (KillPoint point : POINTS) {
        int times = 1 + random.nextInt(MOST_RUNS);
        try (VictimProcess life =
            VictimProcess.start(
                database,
                store,
                "credits",
                "0",
                "--kill.point=" + point,
                "--kill.times=" + times)) {
          runs += life.awaitKilled("run ");
        }
      }
    }

    try (ConfigurableApplicationContext app = Victim.start(database, store, true)) {
      Victim.Shop shop = app.getBean(Victim.Shop.class);
      var ended = app.getBean(KillSwitch.class).ended;
      for (var counts = shop.credits.counts();
          counts.waiting() + counts.now().running() > 0;
          counts = shop.credits.counts()) {
        assertThat(ended.poll(1, TimeUnit.MINUTES)).as("seed %d", seed).isNotNull();
        runs++;
      }
      List<Integer> credits =
          app.getBean(JdbcTemplate.class)
              .queryForList("select credits from accounts", Integer.class);
      System.out.printf(
          "inbox, %s: %d kills, %d jobs, about %d runs, %d without effect, %d with a second one%n",
          database.split(":", 3)[1],
          ROUNDS * POINTS.size(),
          credits.size(),
          runs + ended.size(),
          credits.stream().filter(credit -> credit == 0).count(),
          credits.stream().filter(credit -> credit > 1).count());
      assertThat(credits).as("seed %d", seed).hasSize(JOBS).containsOnly(1);
    }
  }

  private static void schedule(String database, String store) {
    try (ConfigurableApplicationContext app = Victim.start(database, store, false)) {
      Victim.Shop shop = app.getBean(Victim.Shop.class);
      for (int account = 0; account < JOBS; account++) {
        shop.credits.schedule("credit-" + account, account, Duration.ZERO);
      }
    }
  }
}
