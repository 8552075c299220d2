package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.Durability.Reached;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.OldestServer;
import io.duetime.redis.fixture.store.OwnServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The oldest server by its own clock, with what else the contract leaves to the engine. */
@ExtendWith(OldestServer.IsHere.class)
class OldestServerTest {
  private final RedisProcess redis = OldestServer.ALONE.redis();
  private final String uri = redis.uri() + "?prefix=" + UUID.randomUUID();

  @Test
  void aJobOfOneProgramRunsInAnother() {
    List<String> ran = new CopyOnWriteArrayList<>();
    try (Duetime producer = Duetime.open(uri);
        Duetime consumer = Duetime.open(uri)) {
      JobQueue<String> orders = consumer.queue("orders", Codec.string());
      try (Worker worker = orders.worker(job -> ran.add(job.payload())).start()) {
        producer.queue("orders", Codec.string()).schedule("a", "close", Duration.ofMillis(50));

        Waiting.until("the job", () -> ran.equals(List.of("close")));
        assertThat(worker).isNotNull();
      }
    }
  }

  @Test
  void theSelfCheckFindsNothingWrong() {
    try (Engine engine = OwnServer.open(uri)) {
      List<Finding> findings = Answers.of(engine.selfCheck());

      assertThat(findings)
          .extracting(Finding::verdict)
          .doesNotContain(Verdict.FAILURE, Verdict.UNKNOWN);
      assertThat(findings)
          .extracting(Finding::message)
          .anyMatch(text -> text.matches("Redis 6.2.*"));
    }
  }

  @Test
  void whatItFsyncsBeforeItAnswersIsOnDisk() {
    assertThat(fsynced(redis)).isEqualTo(Reached.ON_DISK);
  }

  @Test
  void whatItFsyncsLaterIsNotKnownToBeOnDisk() {
    try (RedisProcess later = RedisProcess.startOldest("--appendonly", "yes")) {
      assertThat(fsynced(later)).isEqualTo(Reached.NOTHING);
    }
  }

  private static Reached fsynced(RedisProcess redis) {
    try (Engine engine = OwnServer.open(redis.uri())) {
      return Answers.of(engine.schedule("q", List.of(Jobs.job("a").build()), Durability.FSYNCED))
          .get(0)
          .durability();
    }
  }
}
