package io.duetime.bench;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.LibraryCalls;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Stores;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The hand-over from a store on disk and from Redis to each receiver. All share the machine. */
public final class HandOverGroups {
  private HandOverGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        group("handover/nothing", Receiver::nothing),
        group("handover/rabbitmq", Receiver::rabbitmq),
        group("handover/kafka", Receiver::kafka),
        group("handover/webhook", Receiver::webhook));
  }

  private static Group group(String name, Receiver.Opener opener) {
    String title = "messages that are due before, until all are confirmed";
    return Group.warm(name, title, rows -> rates(rows, opener.open(rows)));
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
}
