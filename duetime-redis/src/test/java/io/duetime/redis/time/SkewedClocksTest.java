package io.duetime.redis.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.TimeSource;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients whose clocks are an hour ahead and an hour behind: the store's clock alone counts. */
class SkewedClocksTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DELAY = Duration.ofMillis(300);

  private final SystemTime system = new SystemTime();
  private final Map<String, Instant> ran = new ConcurrentHashMap<>();
  private final List<Duetime> clients = new ArrayList<>();
  private RedisProcess redis;

  @BeforeEach
  void start() {
    redis = RedisProcess.start();
  }

  @AfterEach
  void stop() {
    clients.forEach(Duetime::close);
    redis.close();
    system.close();
  }

  /** The system's time, told by a clock that is wrong. */
  private record WrongTime(SystemTime right, Duration by) implements TimeSource {
    @Override
    public Instant instant() {
      return right.instant().plus(by);
    }

    @Override
    public long nanoTime() {
      return right.nanoTime() + by.toNanos();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      return right.after(delay, task);
    }
  }

  private JobQueue<String> client(Duration wrongBy) {
    Duetime client = Duetime.builder().uri(redis.uri()).time(new WrongTime(system, wrongBy)).open();
    clients.add(client);
    return client.queue("orders", Codec.string());
  }

  private void work(JobQueue<String> queue) {
    queue.worker(job -> ran.put(job.payload(), system.instant())).start();
  }

  @Test
  void nothingIsEarlyAndNothingWaitsForAClockThatIsBehind() {
    JobQueue<String> ahead = client(HOUR);
    JobQueue<String> behind = client(HOUR.negated());
    work(ahead);
    work(behind);
    Map<String, Instant> due = new ConcurrentHashMap<>();

    Map.of("ahead", ahead, "behind", behind)
        .forEach((name, queue) -> {
          Instant moment = clients.get(0).now().plus(DELAY);
          due.put(
              name + " after",
              queue.schedule(JobRequest.builder(name + " after").delay(DELAY).build()).dueAt());
          due.put(
              name + " at",
              queue.schedule(JobRequest.builder(name + " at").dueAt(moment).build()).dueAt());
        });

    SignalAwaiter.until("all runs", () -> ran.keySet().equals(due.keySet()));
    due.forEach((name, moment) -> {
      assertThat(moment).isBefore(system.instant());
      assertThat(ran.get(name)).as(name).isAfterOrEqualTo(moment);
    });
  }
}
