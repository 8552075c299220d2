package io.duetime.engine.tck.simulation;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.RecordingEngine;
import io.duetime.engine.tck.simulation.Weather.Trouble;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** A process with a client of the store, its workers, and what its callers do. */
final class Participant {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);

  private static final int FAR = 2_000;
  private static final OnConflict[] RULES = {
    OnConflict.KEEP, OnConflict.KEEP_UNFINISHED, OnConflict.REPLACE, OnConflict.EARLIEST,
  };

  private final Run run;
  private final World.Node process;
  private final Labour labour;
  private final SplittableRandom random;
  private final StoreClient client;
  private final JobQueue<String> queue;
  private final Map<Witness.Post, Worker> workers = new LinkedHashMap<>();
  private final List<String> closing = new ArrayList<>();
  private int named;
  private int scheduled;

  Participant(Run run, String name, Labour labour, UnaryOperator<Engine> change) {
    this.run = run;
    this.labour = labour;
    this.random = run.world.random.split();
    this.process = run.world.process(name);
    Engine seen = change.apply(new FaultyEngine(run, process));
    Engine recorded = new RecordingEngine(seen, run.history, () -> run.storeTime().toEpochMilli());
    var settings =
        Duetime.builder()
            .uri("memory:")
            .time(process)
            .executor(process)
            .random(random.split())
            .name(name)
            .answerWithin(ANSWER_WITHIN);
    if (random.nextBoolean()) {
      settings.listener(new JobListener() {});
    }
    this.client = StoreClient.over(recorded, settings.build(), pace());
    client.keepNoJvmAlive();
    this.queue = client.queue(Run.QUEUE, Codec.string());
  }

  // A shared store makes up for lost signals itself, and is asked 300 times more seldom.
  private ClientContext.Pace pace() {
    Duration recheck =
        run.weather.relyOnSignals
            ? Duration.ofDays(1)
            : run.weather.shared ? Duration.ofMillis(4) : Duration.ofSeconds(1);
    return new ClientContext.Pace(recheck, Duration.ofSeconds(2));
  }

  void begin() {
    if (random.nextInt(3) == 0) {
      process.lag(Duration.ofMillis(1 + random.nextInt(20)));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      process.execute(this::startWorker);
    }
    process.after(pause(), this::act);
    run.network.after(pause(), this::disturb);
  }

  private Duration pause() {
    return Duration.ofMillis(random.nextInt(120));
  }

  private void startWorker() {
    Duration abandonAfter = Duration.ofMillis(random.nextBoolean() ? 300 : 60_000);
    Witness.Post post =
        new Witness.Post(
            process, process.name + "-w" + ++named, 1 + random.nextInt(3), abandonAfter);
    WorkerBuilder<String> builder =
        random.nextBoolean()
            ? queue.worker(job -> labour.run(post, job))
            : queue.asyncWorker(job -> labour.start(post, job));
    long lease = run.weather.shortestLease().toMillis() + random.nextInt(900);
    boolean isLimited = random.nextInt(3) == 0;
    boolean interrupts = random.nextBoolean();
    long closeLimit = random.nextInt(1_000);
    int claimers = 1 + random.nextInt(2);
    builder.with(settings -> {
      settings
          .name(post.name())
          .concurrency(post.concurrency())
          .claimers(claimers)
          .lease(Duration.ofMillis(lease))
          .interruptOnCancel(interrupts)
          .abandonAfter(abandonAfter)
          .closeLimit(Duration.ofMillis(closeLimit));
      return isLimited ? settings.maxRunTime(Duration.ofMillis(700)) : settings;
    });
    workers.put(post, builder.start());
  }

  // What callers do; their calls may fail, as those of any caller.
  private void act() {
    if (run.weather.calm) {
      return;
    }
    int choice = random.nextInt(100);
    if (choice < 55) {
      ignore(schedule(FAR));
    } else if (choice < 65) {
      ignore(queue.async().cancel(known()));
    } else if (choice < 75) {
      ignore(queue.async().reschedule(known(), delay(FAR)));
    } else if (choice < 90) {
      claim();
    } else if (choice < 94) {
      process.execute(this::shift);
    } else if (choice < 97 && !workers.isEmpty()) {
      Witness.Post one = workers.keySet().iterator().next();
      process.execute(() -> closeWorker(one));
    } else {
      startWorker();
    }
    process.after(pause(), this::act);
  }

  private static void ignore(CompletionStage<?> call) {
    CompletionStage<?> unused = call.exceptionally(failure -> null);
  }

  private CompletionStage<?> schedule(int mostMillis) {
    boolean isNew = random.nextInt(4) > 0;
    String id = isNew ? process.name + "-" + ++scheduled : known();
    run.ids.add(id);
    return queue
        .async()
        .schedule(
            JobRequest.builder("x")
                .id(id)
                .delay(delay(mostMillis))
                .onConflict(RULES[random.nextInt(RULES.length)])
                .retry(RetryPolicy.fixed(1_000, Duration.ofMillis(1 + random.nextInt(200))))
                .build());
  }

  private Duration delay(int mostMillis) {
    return Duration.ofMillis(random.nextInt(4) == 0 ? 0 : random.nextInt(mostMillis));
  }

  private String known() {
    return "p" + (1 + random.nextInt(2)) + "-" + (1 + random.nextInt(Math.max(1, scheduled)));
  }

  private void claim() {
    Duration lease = Duration.ofMillis(50 + random.nextInt(500));
    ignore(
        queue
            .async()
            .claim(1 + random.nextInt(2), lease, pause().multipliedBy(random.nextInt(4)))
            .thenAccept(leases -> process.after(pause(), () -> settle(leases))));
  }

  private void settle(List<Lease<String>> leases) {
    switch (random.nextInt(5)) {
      case 0 -> {} // never
      case 1 -> ignore(queue.async().retryAll(leases, "simulated"));
      case 2 -> ignore(queue.async().releaseAll(leases));
      default -> ignore(queue.async().ackAll(leases));
    }
  }

  // Each job may have been moved, which the history must know.
  private void shift() {
    Duration by = Duration.ofMillis(random.nextInt(600) - 300);
    Map<Long, Event> moves = new LinkedHashMap<>();
    for (String id : run.ids) {
      JobKey job = new JobKey(Run.QUEUE, id);
      Event move = Event.asked(Kind.RESCHEDULE, run.storeTime().toEpochMilli(), job, 0);
      moves.put(run.history.begin(move), move);
    }
    try {
      queue.waiting().shift(by);
      long end = run.storeTime().toEpochMilli();
      // To a time that the answer does not tell.
      moves.forEach((number, move) -> run.history.end(number, move.withAnswer(end, "RESCHEDULED")));
    } catch (DuetimeException failed) {
      // A part of the jobs may have been moved.
      return;
    }
  }

  private void closeWorker(Witness.Post post) {
    // A process that was paused comes to this late, when it may be the last worker of all.
    Worker worker = run.weather.calm ? null : workers.remove(post);
    if (worker != null) {
      closing(post.name(), worker::close);
      run.witness.closed(post);
    }
  }

  private void closing(String what, Runnable close) {
    String mark = what + " closes since " + Duration.ofNanos(run.world.nanos());
    run.world.note(mark);
    closing.add(mark);
    close.run();
    closing.remove(mark);
    run.world.note(what + " has closed");
  }

  // What happens to the process, whatever it does.
  private void disturb() {
    if (run.weather.calm) {
      return;
    }
    if (run.weather.brings(Trouble.PAUSE) && random.nextInt(4) == 0) {
      process.pause(run.network, Duration.ofMillis(random.nextInt(2_500)));
    }
    if (run.weather.brings(Trouble.DEATH) && random.nextInt(20) == 0 && run.othersLive(this)) {
      process.die();
    }
    if (run.weather.shared && random.nextInt(20) == 0) {
      process.stepClock(Duration.ofSeconds(random.nextInt(7_200) - 3_600));
    }
    run.network.after(pause(), this::disturb);
  }

  World.Node process() {
    return process;
  }

  void calmDown() {
    process.resume();
    process.lag(Duration.ZERO);
    if (workers.isEmpty()) {
      process.execute(this::startWorker);
    }
  }

  /** Schedules a few jobs, one soon after the other. */
  void scheduleSome() {
    int most = random.nextBoolean() ? 1 : FAR;
    Duration after = Duration.ZERO;
    for (int i = random.nextInt(4); i > 0; i--) {
      process.after(after, () -> ignore(schedule(most)));
      after = after.plus(run.weather.latency());
    }
  }

  void close() {
    process.execute(() ->
        closing(
            process.name,
            () -> {
              client.close();
              workers.keySet().forEach(run.witness::closed);
            }));
  }

  void checkClosed() {
    if (!process.isDead() && !closing.isEmpty()) {
      run.world.violated("not closed: " + closing);
    }
  }
}
