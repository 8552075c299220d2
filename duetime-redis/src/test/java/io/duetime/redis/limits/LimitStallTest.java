package io.duetime.redis.limits;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobRequest;
import io.duetime.redis.fixture.FaultProxy;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.TestStores;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** Workers of two processes under a limit that four shards share. */
@Tag("full")
class LimitStallTest {
  private static final String QUEUE = "orders";
  private static final int JOBS = 100;
  private static final int HANDLERS = 6;
  private static final int MOST_RUNNING = 5;
  private static final long JOB_MILLIS = 20;

  /** A worker that stops until a lease ends stops for longer than a test waits. */
  private static final Duration LONG_LEASE = Duration.ofMinutes(10);

  private static final Duration SHORT_LEASE = Duration.ofSeconds(1);

  private final FaultProxy proxy = FaultProxy.before(TestStores.SERVER.port());
  private final String prefix = UUID.randomUUID().toString();
  private final Duetime one = open(TestStores.SERVER.port());
  private final Duetime other = open(proxy.port());
  private final Set<String> ran = ConcurrentHashMap.newKeySet();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();

  private Duetime open(int port) {
    return Duetime.open("redis://127.0.0.1:" + port + "?prefix=" + prefix);
  }

  @BeforeEach
  void begin() {
    one.admin(QUEUE).configure(settings -> settings.shards(4).maxRunning(MOST_RUNNING));
    List<JobRequest<String>> jobs =
        IntStream.range(0, JOBS).mapToObj(i -> JobRequest.builder("job" + i).build()).toList();
    one.queue(QUEUE, Codec.string()).scheduleAll(jobs);
  }

  @AfterEach
  void clear() {
    other.close();
    one.close();
    proxy.close();
    TestStores.clear(prefix);
  }

  private void work(Duetime process, AtomicInteger itsRunning, Duration lease) {
    process
        .queue(QUEUE, Codec.string())
        .worker(job -> run(job.payload(), itsRunning))
        .concurrency(HANDLERS)
        .lease(lease)
        .closeLimit(Duration.ofMillis(JOB_MILLIS))
        .start();
  }

  private void run(String payload, AtomicInteger itsRunning) throws InterruptedException {
    mostRunning.accumulateAndGet(itsRunning.incrementAndGet(), Math::max);
    boolean isOver = new CountDownLatch(1).await(JOB_MILLIS, MILLISECONDS);
    assertThat(isOver).isFalse();
    itsRunning.decrementAndGet();
    ran.add(payload);
  }

  @RepeatedTest(5)
  void workersRunAllJobsAndNeverMoreAtOnceThanMay() {
    work(one, running, LONG_LEASE);
    work(other, running, LONG_LEASE);

    Waiting.until("the runs of all jobs", () -> ran.size() == JOBS);

    assertThat(mostRunning.get()).isLessThanOrEqualTo(MOST_RUNNING);
  }

  @RepeatedTest(2)
  void whatADeadProcessHeldIsFreeAfterItsLeases() {
    work(one, running, SHORT_LEASE);
    work(other, new AtomicInteger(), SHORT_LEASE);

    Waiting.until("some runs", () -> ran.size() > JOBS / 2);
    proxy.refuse(true);
    proxy.cutAll();
    Waiting.until("the runs of all jobs", () -> ran.size() == JOBS);
    Waiting.until("the end of all jobs", () -> one.admin(QUEUE).counts().now().running() == 0);

    assertThat(mostRunning.get()).isLessThanOrEqualTo(MOST_RUNNING);
  }
}
