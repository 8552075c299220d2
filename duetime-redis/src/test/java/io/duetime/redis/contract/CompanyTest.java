package io.duetime.redis.contract;

import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.history.CrowdRun;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.engine.tck.model.ModelRun;
import io.duetime.redis.fixture.store.ClusterStores;
import io.duetime.redis.fixture.store.Servers;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.QueueShards;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes with one store, each with what it has learnt and connections of its own. */
@Tag("full")
class CompanyTest {
  private static final boolean THOROUGH = Boolean.getBoolean("duetime.long");
  private static final int STEPS = THOROUGH ? 1_500 : 300;
  private static final int SEEDS = THOROUGH ? 50 : 2;
  private static final int ACTS = THOROUGH ? 3_000 : 150;
  private static final long APART_MILLIS = 2 * CompanyFixture.LONGEST_CALL_MILLIS;

  @ParameterizedTest
  @ValueSource(strings = {"server", "cluster"})
  void theyDoTogetherWhatTheModelDoes(String place) {
    long fresh = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);

    LongStream.concat(LongStream.range(100, 100 + SEEDS), LongStream.of(fresh))
        .forEach(seed -> new ModelRun(() -> open(place, "0:1")).run(seed, STEPS));
  }

  @ParameterizedTest
  @CsvSource({"server, 0:1", "server, 1:5", "cluster, 0:1", "cluster, 1:5"})
  void nothingIsLostOrHeldTwice(String place, String shards) {
    try (EngineFixture store = open(place, shards)) {
      HistoryCheck.of(new CrowdRun(store, store.engine()).run(23, ACTS))
          .withSkew(APART_MILLIS)
          .assertClean();
    }
  }

  private static EngineFixture open(String place, String shards) {
    Servers servers = place.equals("cluster") ? ClusterStores.ALL : TestStores.ALONE;
    return new CompanyFixture(servers, QueueShards.parse(shards));
  }
}
