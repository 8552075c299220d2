package io.duetime.redis.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueSettings.Rate;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.fixture.store.StoreDump;
import io.duetime.redis.fixture.store.TestStores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A store as it was written by version 7 of the layout, kept in {@code store-v7.txt}: whatever is
 * changed in the library, it has to be read and gone on with. {@code -Dduetime.dump=FILE} writes
 * the file again, which is right only while the layout has not been released.
 */
class StoreOfVersion7Test {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Set<String> NAMES =
      Set.of(
          "plain",
          "full",
          "held",
          "marked",
          "taken-over",
          "retried",
          "unsure",
          "dead",
          "done",
          "gone");

  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  private static void write(TestQueue queue) {
    queue.configure(settings ->
        settings
            .retention(HOUR)
            .rate(new Rate(1_000, Duration.ofSeconds(1), 1_000))
            .maxRunning(100)
            .deadCopyTo("graves")
            .defaultLease(Duration.ofMinutes(1)));
    for (String id : List.of("held", "marked", "taken-over", "retried", "unsure", "dead", "done")) {
      queue.schedule(Jobs.job(id).tags(List.of("blue")));
    }
    List<ClaimedJob> jobs = queue.claim(7);
    for (ClaimedJob job : jobs) {
      switch (job.lease().id()) {
        case "retried" -> queue.retry(job, HOUR);
        case "unsure" ->
            queue.settle(
                new Settlement(
                    job.lease(),
                    new SettleRequest.Retry(HOUR.toMillis(), null, "no answer").unconfirmed()));
        case "dead" ->
            queue.settle(
                new Settlement(
                    job.lease(), new SettleRequest.Bury(null, "no answer").unconfirmed()));
        case "done" -> queue.ack(job);
        case "marked" -> queue.cancel("marked");
        case "taken-over" ->
            queue.schedule(Jobs.job("taken-over", HOUR).onConflict(OnConflict.REPLACE));
        default -> {}
      }
    }
    queue.schedule(Jobs.job("plain", HOUR));
    queue.schedule(Jobs.job("gone", HOUR));
    queue.cancel("gone");
    queue.schedule(
        io.duetime.engine.JobSpec.builder(
                "full",
                new JobBody(
                    "payload".getBytes(StandardCharsets.UTF_8), "text/plain", Map.of("a", "b")),
                DueTime.after(HOUR.toMillis()))
            .nonce(7)
            .priority(3)
            .retry(RetryPolicy.fixed(3, Duration.ofSeconds(5)))
            .expiry(new Expiry.After(Duration.ofDays(1), Expiry.Action.BURY))
            .retention(Duration.ofDays(2))
            .onConflict(OnConflict.debounce(Duration.ofMinutes(1)))
            .tags(List.of("red", "blue")));
    Answers.of(
        queue
            .engine()
            .putRecurring(
                queue.name(),
                RecurringChange.of(
                        new RecurringJob(
                            "tick",
                            Schedule.every(HOUR),
                            Jobs.job("tick").build(),
                            MissedTicks.ALL))
                    .paused(true)));
    Answers.of(queue.engine().reserveNumbers(queue.name(), 10));
  }

  private void restore() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(getClass().getResourceAsStream("store-v7.txt")),
                StandardCharsets.UTF_8))) {
      StoreDump.restore(store.prefix(), lines.lines());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    TestQueue fresh = freshlyWritten();

    restore();

    assertThat(facts(queue)).isEqualTo(facts(fresh)).hasSize(NAMES.size());
    assertThat(queue.settings()).isEqualTo(fresh.settings());
    assertThat(queue.counts()).isEqualTo(withoutRetrying(fresh.counts()));
    assertThat(queue.events()).isEqualTo(fresh.events());
    assertThat(Answers.of(store.engine().recurring("orders")).toString())
        .contains("name=tick", "paused=true");
    assertThat(Answers.of(store.engine().queues())).contains("orders");
    assertThat(Answers.of(store.engine().reserveNumbers("orders", 1))).isEqualTo(11);
  }

  // That version did not list the jobs that had failed; they count from their next failure on.
  private static Counts.States withoutRetrying(Counts.States all) {
    return new Counts.States(
        all.delayed(), all.ready(), all.running(), all.dead(), all.done(), all.cancelled(), 0);
  }

  private TestQueue freshlyWritten() throws IOException {
    RedisFixture other = new RedisFixture();
    TestQueue fresh = new TestQueue(other, "orders");
    write(fresh);
    String file = System.getProperty("duetime.dump");
    if (file != null) {
      Files.write(Path.of(file), StoreDump.of(other.prefix()));
    }
    return fresh;
  }

  private static Set<String> facts(TestQueue queue) {
    Set<String> facts = new TreeSet<>();
    for (JobView job : queue.list(Selection.ALL)) {
      facts.add(
          String.join(
              " ",
              job.id(),
              Jobs.text(job.body()),
              job.body().contentType() + job.body().headers(),
              job.state() + "" + job.times() + job.traits() + job.lease() + job.end(),
              job.history() + "" + job.successorDueAtMillis()));
    }
    return facts;
  }

  @Test
  void whatWasBegunIsGoneOnWith() {
    restore();
    JobView held = queue.get("held");
    LeaseToken lease = new LeaseToken("orders", ShardId.ONLY, "held", held.traits().fence());

    assertThat(queue.settle(Settlement.ack(lease)).outcome()).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.claimById("dead")).hasSize(1);
    assertThat(Answers.of(store.engine().maintain()).copied()).isEqualTo(1);
    store.advance(HOUR);
    Answers.of(store.engine().maintain());

    assertThat(queue.run(10)).contains("full", "plain", "retried", "unsure", "taken-over");
    TestQueue graves = new TestQueue(store, "graves");
    assertThat(graves.claimOne().run().mayHaveArrived()).isTrue();
    assertThat(queue.state("full")).isEqualTo(JobState.DONE);
    assertThat(queue.events().setAside()).isZero();
  }

  @Test
  void theNumbersOfJobsThatEarlierLibrariesWroteAreIgnored() {
    queue.schedule(Jobs.job("a"));
    queue.release(queue.claimOne());
    String numbered =
        "local state = redis.call('HGET', KEYS[1], 'a') "
            + "state = '\\1\\2' .. string.sub(state, 3) .. cmsgpack.pack({ n = 7 }) "
            + "return redis.call('HSET', KEYS[1], 'a', state)";
    store.call("HSET", store.key("orders", "numbers"), "7", "a");
    TestStores.SERVER.call("EVAL", numbered, "1", store.key("orders", "runs"));

    assertThat(queue.get("a").traits().attempt()).isZero();
    queue.retry(queue.claimOne(), Duration.ZERO);
    assertThat(queue.run(1)).containsExactly("a");

    assertThat(queue.events().setAside()).isZero();
    Answers.of(store.engine().deleteQueue("orders"));
    assertThat(store.call("EXISTS", store.key("orders", "numbers"))).isEqualTo("0");
  }

  @Test
  void aRuleThatEarlierLibrariesDoNotKnowIsStoredAsOneThatTheyKnow() {
    queue.schedule(Jobs.job("a").onConflict(OnConflict.KEEP_UNFINISHED));
    queue.schedule(Jobs.job("b").onConflict(OnConflict.KEEP_UNFINISHED).tags(List.of("t")));
    String rule = "return math.floor(string.byte(redis.call('HGET', KEYS[1], ARGV[1])) / 16)";

    for (String id : List.of("a", "b")) {
      assertThat(TestStores.SERVER.call("EVAL", rule, "1", store.key("orders", "jobs"), id))
          .as(id)
          .isEqualTo("2");
    }
  }
}
