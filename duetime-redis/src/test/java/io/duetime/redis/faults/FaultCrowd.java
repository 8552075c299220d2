package io.duetime.redis.faults;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Operation;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.history.Crowd;
import io.duetime.engine.tck.history.Drain;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.RecordingEngine;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.OwnServer;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two processes that do all kinds of things with one queue by the server's own time, and a worker
 * on another queue, while a test does something to their server. None of them is ever restarted.
 */
final class FaultCrowd implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultCrowd.class);
  static final String QUEUE = "crowd";
  private static final int ENOUGH = 5;

  /** One machine has one clock; a thread may be held up between reading and noting it. */
  static final long SKEW_MILLIS = 100;

  private final History history = History.inMemory();
  private final List<Member> members = new ArrayList<>();
  private final Durability durability;
  private final Duetime client;
  private final JobQueue<String> worked;
  private final Set<String> ran = ConcurrentHashMap.newKeySet();
  private final AtomicInteger probes = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> roles = new ArrayList<>();
  private volatile boolean over;

  /** Begins, on a store that a URI names. */
  FaultCrowd(String uri) {
    this(uri, Durability.NONE);
  }

  /** The same, asking that each change becomes so durable. */
  FaultCrowd(String uri, Durability durability) {
    this.durability = durability;
    client = Duetime.open(uri);
    worked = client.queue("worked", Codec.string());
    worked
        .worker(job -> ran.add(job.payload()))
        .with(settings -> settings.lease(Duration.ofSeconds(1)))
        .start();
    SplittableRandom seeds = new SplittableRandom(7);
    for (int i = 0; i < 2; i++) {
      members.add(new Member(OwnServer.open(uri), history));
      join(members.get(i), "job" + i + "-", seeds);
    }
    awaitWork();
  }

  private void join(Member member, String name, SplittableRandom seeds) {
    Crowd crowd = new Crowd(member, QUEUE, name, durability);
    List<Consumer<SplittableRandom>> all =
        List.of(
            crowd::produce,
            crowd::consume,
            crowd::meddle,
            random -> tolerant(() -> Answers.of(member.maintain())));
    for (Consumer<SplittableRandom> role : all) {
      SplittableRandom random = seeds.split();
      roles.add(threads.submit(() -> actUntilOver(role, random)));
    }
  }

  private void actUntilOver(Consumer<SplittableRandom> role, SplittableRandom random) {
    while (!over) {
      role.accept(random);
    }
  }

  /**
   * Awaits that every process schedules and settles, and that the worker runs a new job; how long
   * that took is logged as INFO.
   */
  void awaitWork() {
    long start = System.nanoTime();
    members.forEach(Member::begin);
    String probe = "probe" + probes.incrementAndGet();
    Waiting.until("a schedule after the fault", () -> schedules(probe));
    long scheduled = System.nanoTime();
    Waiting.until("the run of " + probe, () -> ran.contains(probe));
    long run = System.nanoTime();
    members.forEach(FaultCrowd::awaitWorkOf);
    LOG.info(
        "Scheduled after {} ms, ran after {} ms, all work after {} ms",
        Duration.ofNanos(scheduled - start).toMillis(),
        Duration.ofNanos(run - start).toMillis(),
        Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  private static void awaitWorkOf(Member member) {
    try {
      Waiting.until("work", member::works);
    } catch (AssertionError never) {
      throw new AssertionError("no work of " + member, never);
    }
  }

  private boolean schedules(String probe) {
    try {
      worked.schedule(JobRequest.builder(probe).id(probe).build());
      return true;
    } catch (DuetimeException notYet) {
      return false;
    }
  }

  /** Gives all queues so many shards. */
  void split(int shards) {
    QueueSettings settings = QueueSettings.builder().shards(shards).build();
    Answers.of(members.get(0).configure(QUEUE, settings));
    Answers.of(members.get(0).configure("worked", settings));
  }

  /** Awaits that a call fails in every process. */
  void awaitFailure() {
    members.forEach(Member::begin);
    members.forEach(member -> Waiting.until("a failure in " + member, member::failed));
  }

  /** Ends the crowd, runs what is left, and answers all that happened. */
  List<Event> finish() {
    stop();
    return drained(members.get(0));
  }

  /** The same, going another way to the store: one that nothing disturbs any more. */
  List<Event> finish(String uri) {
    stop();
    try (Member calm = new Member(OwnServer.open(uri), history)) {
      return drained(calm);
    }
  }

  private List<Event> drained(Member member) {
    Drain.run(member, QUEUE, step -> pass(member, step), history);
    return history.events();
  }

  private void stop() {
    over = true;
    for (Future<?> role : roles) {
      try {
        role.get();
      } catch (ExecutionException failed) {
        throw new AssertionError("one of the crowd failed", failed.getCause());
      } catch (InterruptedException interruption) {
        Thread.currentThread().interrupt();
        throw new AssertionError(interruption);
      }
    }
    roles.clear();
  }

  /** The time is the server's: it passes by itself. */
  private static void pass(Engine engine, Duration step) {
    long end = Answers.of(engine.nowMillis()) + step.toMillis();
    Waiting.until("the next moment", () -> Answers.of(engine.nowMillis()) >= end);
  }

  private static void tolerant(Runnable call) {
    try {
      call.run();
    } catch (DuetimeException failed) {
      // As by a process that goes on.
    }
  }

  @Override
  public void close() {
    over = true;
    threads.shutdown();
    client.close();
    members.forEach(Engine::close);
  }

  /** A process that remembers how much has been done since a wait began. */
  private static final class Member extends ForwardingEngine {
    private final AtomicInteger scheduled = new AtomicInteger();
    private final AtomicInteger settled = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile String last = "nothing has failed";

    Member(Engine engine, History history) {
      super(new RecordingEngine(engine, history, SystemTime.clock()::millis));
    }

    void begin() {
      scheduled.set(0);
      settled.set(0);
      failures.set(0);
    }

    boolean failed() {
      return failures.get() > 0;
    }

    boolean works() {
      return scheduled.get() >= ENOUGH && settled.get() >= ENOUGH;
    }

    @Override
    protected <T> CompletionStage<T> around(
        Operation operation, Supplier<CompletionStage<T>> call) {
      return call.get()
          .whenComplete((answer, failure) -> {
            if (failure != null) {
              failures.incrementAndGet();
              last = operation + ": " + failure;
            } else if (operation == Operation.SCHEDULE) {
              scheduled.incrementAndGet();
            } else if (operation == Operation.SETTLE) {
              settled.incrementAndGet();
            }
          });
    }

    @Override
    public String toString() {
      return "a process that scheduled "
          + scheduled
          + " and settled "
          + settled
          + " times; "
          + failures
          + " calls failed, the last "
          + last;
    }
  }
}
