package io.duetime.client;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A program that runs one job in the store of the server that its argument names. */
public final class OneJob {
  private OneJob() {}

  public static void main(String[] arguments) throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    try (Duetime duetime = Duetime.open(arguments[0])) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      Worker worker = queue.worker(job -> ran.countDown()).start();
      queue.schedule("a", "x", Duration.ofMillis(1));
      ran.await();
      worker.close();
    }
  }
}
