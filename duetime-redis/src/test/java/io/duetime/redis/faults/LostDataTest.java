package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Recurring;
import io.duetime.RecurringRequest;
import io.duetime.Schedule;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.store.OwnServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store that loses its data while applications use it. */
class LostDataTest {
  private static final Schedule OFTEN = Schedule.every(Duration.ofMillis(200));

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream before = System.err;
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void stop() {
    System.setErr(before);
  }

  private Duetime open(String uri) {
    return Duetime.builder()
        .uri(uri)
        .listener(
            new JobListener() {
              @Override
              public void dataLost(String queue) {
                lost.add(queue);
              }
            })
        .open();
  }

  private static JobQueue<String> reports(Duetime duetime) {
    return duetime.queue("reports", Codec.string());
  }

  private static Recurring put(JobQueue<String> queue, Schedule schedule) {
    return put("report", queue, schedule);
  }

  private static Recurring put(String name, JobQueue<String> queue, Schedule schedule) {
    return queue
        .recurring()
        .put(RecurringRequest.builder(name, schedule, "tick").firstNow().build());
  }

  private long errors() {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("ERROR") && line.contains("has lost its data"))
        .count();
  }

  private static Optional<Finding> data(String uri) {
    try (Engine engine = OwnServer.open(uri)) {
      return Answers.of(engine.selfCheck()).stream()
          .filter(finding -> finding.check().equals("data"))
          .findFirst();
    }
  }

  @Test
  void recurringJobsAndNewOnesRunOnWhenAStoreIsEmptiedUnderAnApplication() {
    try (RedisProcess redis = RedisProcess.start();
        Duetime duetime = open(redis.uri())) {
      JobQueue<String> reports = reports(duetime);
      reports.worker(job -> ran.add(job.payload())).start();
      put(reports, OFTEN);
      duetime.admin("reports").configure(settings -> settings.maxRunning(7));
      SignalAwaiter.until("a tick", () -> ran.contains("tick"));

      redis.call("FLUSHALL");
      SignalAwaiter.until("the listener", () -> lost.equals(List.of("reports")));
      ran.clear();
      reports.schedule("new", Duration.ZERO);

      SignalAwaiter.until("a new job and a tick", () -> ran.containsAll(List.of("new", "tick")));
      assertThat(duetime.admin("reports").settings().maxRunning()).isEqualTo(7);
      assertThat(errors()).isEqualTo(1);
      assertThat(data(redis.uri()))
          .get()
          .satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo(Verdict.WARNING);
            assertThat(finding.message()).contains("queue reports at ");
          });
    }
  }

  @Test
  void severalProcessesPutADefinitionBackOnceAndReportOneLoss() {
    try (RedisProcess redis = RedisProcess.start();
        Duetime one = open(redis.uri());
        Duetime other = open(redis.uri());
        Duetime producer = open(redis.uri())) {
      put(reports(one), Schedule.every(Duration.ofHours(1)));
      put(reports(other), Schedule.every(Duration.ofHours(1)));
      put("own", reports(other), Schedule.every(Duration.ofHours(1)));

      redis.call("FLUSHALL");
      reports(producer).schedule("opens the queue again", Duration.ofDays(1));
      SignalAwaiter.until(
          "the definitions of both", () -> reports(producer).recurring().list().size() == 2);
      // A definition comes before its next job.
      SignalAwaiter.until("the jobs of both", () -> reports(producer).counts().waiting() >= 3);

      assertThat(lost).containsExactly("reports");
      assertThat(errors()).isEqualTo(1);
      assertThat(reports(producer).counts().waiting()).isEqualTo(3);
    }
  }

  @Test
  void aQueueThatAnotherProcessHasDeletedIsNotPutBack() {
    try (RedisProcess redis = RedisProcess.start();
        Duetime duetime = open(redis.uri());
        Duetime other = open(redis.uri())) {
      put(reports(duetime), Schedule.every(Duration.ofHours(1)));
      put(duetime.queue("marker", Codec.string()), Schedule.every(Duration.ofHours(1)));
      other.admin("reports").delete();

      redis.call("DEL", "dt:{marker}:meta", "dt:{marker}:recurring", "dt:{marker}:ticks");
      SignalAwaiter.until("the other queue", () -> lost.equals(List.of("marker")));

      assertThat(duetime.queues()).containsExactly("marker");
    }
  }

  @Test
  void jobsInOtherShardsSurviveTheLossOfTheHomeShard() {
    try (RedisProcess redis = RedisProcess.start();
        Duetime duetime = open(redis.uri())) {
      JobQueue<String> reports = reports(duetime);
      duetime.admin("reports").configure(settings -> settings.shards(4));
      for (int i = 0; i < 20; i++) {
        reports.schedule(
            JobRequest.builder("job").id("job-" + i).delay(Duration.ofDays(1)).build());
      }

      redis.call("DEL", "dt:{reports}:meta");
      SignalAwaiter.until("the listener", () -> lost.equals(List.of("reports")));
      SignalAwaiter.until("the settings", () -> duetime.admin("reports").settings().shards() == 4);

      assertThat(reports.counts().waiting()).isEqualTo(20);
      reports.schedule(JobRequest.builder("job").id("new").delay(Duration.ofDays(1)).build());
      assertThat(reports.cancel("job-7")).isEqualTo(CancelOutcome.CANCELLED);
      assertThat(reports.counts().waiting()).isEqualTo(20);
    }
  }

  @Test
  @Tag("full")
  void aNodeOfAClusterThatHasLostItsDataGetsItsQueuesBack() {
    try (RedisCluster cluster = RedisCluster.start();
        Duetime duetime = open(cluster.uri())) {
      List<JobQueue<String>> queues =
          List.of("a", "b", "c", "d", "e", "f").stream()
              .map(name -> duetime.queue(name, Codec.string()))
              .toList();
      queues.forEach(queue -> put(queue, Schedule.every(Duration.ofHours(1))));
      RedisProcess emptied = cluster.masterOf("{a}");
      List<String> there =
          queues.stream()
              .map(JobQueue::name)
              .filter(name -> cluster.masterOf("{" + name + "}") == emptied)
              .toList();

      emptied.call("FLUSHALL");
      SignalAwaiter.until("all its queues", () -> lost.containsAll(there));
      SignalAwaiter.until(
          "the definitions",
          () -> queues.stream().allMatch(queue -> queue.recurring().list().size() == 1));

      assertThat(lost).containsExactlyInAnyOrderElementsOf(there);
      assertThat(errors()).isEqualTo(1);
    }
  }
}
