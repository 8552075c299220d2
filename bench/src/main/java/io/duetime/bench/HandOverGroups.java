package io.duetime.bench;

import static io.duetime.bench.harness.Group.once;
import static io.duetime.bench.harness.Group.warm;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.LibraryCalls;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Stores;
import io.duetime.engine.DueTime;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** The hand-over from a store on disk and from Redis to each receiver. All share the machine. */
public final class HandOverGroups {
  private static final int DELAY_MILLIS = 1_000;

  private HandOverGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return Stream.of(
            groups("handover/nothing", Receiver::nothing),
            groups("handover/rabbitmq", Receiver::rabbitmq),
            groups("handover/kafka", Receiver::kafka),
            groups("handover/webhook", Receiver::webhook))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Group> groups(String name, Receiver.Opener opener) {
    return List.of(
        warm(
            name,
            "messages that are due before, until all are confirmed",
            rows -> rates(rows, opener.open(rows))),
        once(
            name + "-late",
            "1,000 messages a second, from the due time to the publish",
            rows -> lateness(rows, opener.open(rows))));
  }

  private static Map<String, Stores> stores(Rows rows) {
    return Map.of(
        "embedded", rows.manage(Stores.embedded(rows.sizes.folder)),
        "Redis", rows.manage(RedisServer.start()));
  }

  private static void rates(Rows rows, Receiver receiver) {
    int jobs = rows.sizes.jobs / 2;
    int inFlight = rows.sizes.inFlight;
    if (receiver.inFlight() > 0) {
      rows.base(
          "bare client",
          () -> {
            long begin = System.nanoTime();
            receiver.sendBare(jobs);
            return cleaned(receiver, Figures.rate(jobs, System.nanoTime() - begin));
          });
    }
    stores(rows)
        .forEach((name, store) -> {
          rows.ours(
              name + ", hand-over",
              () ->
                  cleaned(
                      receiver,
                      take(store.empty(), jobs, handOver(receiver.publisher(), inFlight))));
          rows.ours(
              name + ", worker with an empty handler",
              () -> take(store.empty(), jobs, worker(inFlight)));
        });
  }

  private static Figures cleaned(Receiver receiver, Figures figures) throws Exception {
    receiver.clean();
    return figures;
  }

  /** Opens a worker or a hand-over that counts down with each job. */
  private interface Taker {
    AutoCloseable start(JobQueue<byte[]> queue, CountDownLatch left);
  }

  private static Figures take(String uri, int jobs, Taker taker) throws Exception {
    try (Duetime duetime = Duetime.open(uri)) {
      new LibraryCalls(duetime).load(jobs);
      CountDownLatch left = new CountDownLatch(jobs);
      JobQueue<byte[]> queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
      long begin = System.nanoTime();
      AutoCloseable taking = taker.start(queue, left);
      left.await();
      Figures figures = Figures.rate(jobs, System.nanoTime() - begin);
      taking.close();
      return figures;
    }
  }

  private static Taker handOver(Publisher publisher, int inFlight) {
    return (queue, left) ->
        HandOver.of(queue, job -> publisher.publish(job).thenRun(left::countDown))
            .inFlight(inFlight)
            .start();
  }

  private static Taker worker(int inFlight) {
    return (queue, left) ->
        queue
            .asyncWorker(job -> {
              left.countDown();
              return CompletableFuture.completedStage(null);
            })
            .concurrency(inFlight)
            .start();
  }

  private static void lateness(Rows rows, Receiver receiver) {
    Duration time = rows.sizes.lateness();
    stores(rows)
        .forEach((name, store) ->
            rows.ours(
                name,
                () -> {
                  late(receiver, store.empty(), rows.sizes.inFlight, time.dividedBy(4)); // warms up
                  return late(receiver, store.empty(), rows.sizes.inFlight, time);
                }));
  }

  private static Lateness.Load load(Duration time) {
    return Lateness.steady(1_000, 1, time, DELAY_MILLIS, DELAY_MILLIS);
  }

  private static Figures late(Receiver receiver, String uri, int inFlight, Duration time)
      throws Exception {
    try (Duetime duetime = Duetime.open(uri);
        Timed timed = new Timed(duetime, receiver.publisher(), inFlight)) {
      Figures figures = load(time).run(timed).figures();
      return cleaned(receiver, figures.with(timed.confirms()));
    }
  }

  /** Hands over what it schedules, and notes when. */
  private static final class Timed implements Lateness.Consumer {
    private final JobQueue<byte[]> queue;
    private final Publisher publisher;
    private final HandOver handOver;
    private final JobSource source = new JobSource(1);
    private final Lateness log = new Lateness();
    private final Histogram confirmMicros =
        new SynchronizedHistogram(TimeUnit.MINUTES.toMicros(1), 3);

    Timed(Duetime duetime, Publisher publisher, int inFlight) {
      this.queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
      this.publisher = publisher;
      this.handOver = HandOver.of(queue, this::publish).inFlight(inFlight).start();
    }

    private CompletionStage<?> publish(JobInfo<byte[]> job) {
      log.came(job.firstDueAt().toEpochMilli());
      long begin = System.nanoTime();
      return publisher
          .publish(job)
          .thenRun(() -> confirmMicros.recordValue((System.nanoTime() - begin) / 1_000));
    }

    /** From the publish to its confirm. */
    Figures confirms() {
      return Lateness.percentiles(confirmMicros, "confirm", 1e3);
    }

    @Override
    public Lateness log() {
      return log;
    }

    @Override
    public CompletionStage<?> schedule(List<DueTime> dues) {
      return queue.async().schedule(source.nextRequest(dues.get(0)));
    }

    @Override
    public void close() {
      handOver.close();
    }
  }
}
