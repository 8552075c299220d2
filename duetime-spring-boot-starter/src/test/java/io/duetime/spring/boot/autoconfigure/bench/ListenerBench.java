package io.duetime.spring.boot.autoconfigure.bench;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.spring.DuetimeListener;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Jobs a second through an annotated method, and through a worker of the library. */
class ListenerBench {
  private static final int JOBS = 100_000;
  private static final String CONCURRENCY = "4";

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    volatile CountDownLatch left = new CountDownLatch(0);

    @DuetimeListener(queue = "annotated", concurrency = CONCURRENCY)
    void run(String payload) {
      left.countDown();
    }
  }

  @Test
  void anAnnotatedMethodAndAWorker() throws Exception {
    try (ConfigurableApplicationContext app =
        new SpringApplicationBuilder(Shop.class)
            .properties("duetime.store=memory:", "spring.main.banner-mode=off")
            .run()) {
      Shop shop = app.getBean(Shop.class);
      Duetime duetime = app.getBean(Duetime.class);
      Worker worker =
          duetime
              .queue("plain", Codec.string())
              .worker(job -> shop.left.countDown())
              .with(settings ->
                  settings
                      .concurrency(Integer.parseInt(CONCURRENCY))
                      .threads(WorkerSettings.HandlerThreads.PLATFORM))
              .start();
      Rounds rounds = new Rounds("worker", "@DuetimeListener", "jobs/s");
      rounds.run(4, 11, () -> rate(duetime, shop, "plain"), () -> rate(duetime, shop, "annotated"));
      rounds.print();
      worker.close();
    }
  }

  private static double rate(Duetime duetime, Shop shop, String queue) throws Exception {
    JobQueue<String> jobs = duetime.queue(queue, Codec.string());
    jobs.admin().pause();
    List<JobRequest<String>> all =
        IntStream.range(0, JOBS).mapToObj(i -> JobRequest.builder("payload").build()).toList();
    jobs.scheduleAll(all);
    shop.left = new CountDownLatch(JOBS);
    long start = System.nanoTime();
    jobs.admin().resume();
    shop.left.await();
    return JOBS * 1e9 / (System.nanoTime() - start);
  }
}
