package io.duetime.packaging.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.WorkerSettings;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the person on call does at the console of a troubled store, with the clicks that it takes.
 */
class SecondStepTest extends BrowserTest {
  private static TroubledStore store;

  @BeforeAll
  static void start() {
    store = new TroubledStore();
  }

  @AfterAll
  static void stop() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  void aMailingIsMovedAndTakenBack() {
    try (Scene scene = new Scene("move a mailing by two hours and take it back")) {
      Visit visit = scene.visit;
      scene.type(visit.page().getByPlaceholder("Filter queues"), TroubledStore.MAILING);
      scene.click(visit.link(TroubledStore.MAILING)).click(visit.link("Jobs").first());
      scene.click(visit.button("Shift")).click(visit.dialog().getByText("Count first"));
      visit.sees("Shift: 3,000 jobs match now.");
      scene.click(visit.dialog().getByText("Shift 3,000 jobs"));
      visit.sees("Done 3,000 / 3,000");
      Locator undo = visit.dialog().getByText("Undo");
      scene.click(undo);
      assertThat(undo).hasCount(0);
      visit.sees("Done 3,000 / 3,000");
      scene.done();
    }
    new OwnQueue(store.server, TroubledStore.MAILING).awaitCount("delayed", 3_000);
  }

  @Test
  void deadJobsOfADeploymentAreTriedInPartAndThenAll() {
    store.runLabels();
    try (Scene scene = new Scene("redrive 3,000 dead: why, a tenth, stopped by itself, the rest")) {
      Visit visit = scene.visit;
      scene.type(visit.page().getByPlaceholder("Filter queues"), TroubledStore.LABELS);
      scene
          .click(visit.link(TroubledStore.LABELS))
          .click(visit.page().locator("nav a").filter(has("Dead jobs")));
      Locator groups = visit.page().locator(".groups > li");
      assertThat(groups).hasCount(2);
      scene.click(groups.first().getByText("Redrive"));
      scene.click(visit.dialog().getByText("Count first"));
      scene.click(visit.dialog().getByText("Redrive 200 jobs"));
      assertThat(groups.first()).containsText("Stopped by itself", Visit.patience());
      store.repair();
      scene.click(groups.first().getByText("Redrive the rest"));
      scene.click(visit.dialog().getByText("Count first"));
      scene.type(visit.dialog().getByLabel("Jobs a second"), "1000");
      scene.click(visit.dialog().getByText(Pattern.compile("Redrive [0-9,]+ jobs")));
      assertThat(groups.first()).containsText("0 failed, 0 under way", Visit.patience());
      scene.done();
    }
  }

  @Test
  void theJobsOfACustomerAreCancelledInAllQueues() {
    try (Scene scene = new Scene("cancel all of customer-7 over all queues")) {
      Visit visit = scene.visit;
      scene.press("/").write(visit.field("Queue, id or tag"), "customer-7");
      scene.click(visit.dialog().getByText("Cancel", exactly()));
      visit.sees("A task of its own runs for each of 36 queues.");
      scene.write(visit.dialog().getByLabel(Pattern.compile("Type 972")), "972").press("Enter");
      assertThat(visit.dialog().getByText("Open task")).hasCount(36);
      scene.done();
    }
    new OwnQueue(store.server, "shop-35").awaitCount("delayed", TroubledStore.SHOP_JOBS - 27);
  }

  @Test
  void anOrderIsFoundWithoutItsQueue() {
    try (Scene scene = new Scene("find an order without its queue")) {
      Visit visit = scene.visit;
      scene.press("/").write(visit.field("Queue, id or tag"), "order-shop-17-4242");
      assertThat(visit.link("shop-17 / order-shop-17-4242")).isVisible();
      scene.press("Enter");
      assertThat(visit.heading("order-shop-17-4242")).isVisible();
      scene.done();
    }
  }

  @Test
  void theCronThatFailedIsFound() {
    store.failCron();
    try (Scene scene = new Scene("which cron failed last night, and why")) {
      Visit visit = scene.visit;
      scene.click(visit.link("Recurring"));
      scene.click(visit.page().getByLabel("Failed only"));
      assertThat(visit.rows()).hasCount(1);
      assertThat(visit.rows().first()).containsText("nightly-invoices");
      scene.click(visit.rows().first().locator("a[href*='nightly-invoices%40']"));
      visit.sees("disk full on db-2");
      scene.done();
    }
  }

  @Test
  void aBrokerThatIsDownIsTold() {
    store.breakTarget();
    try (Scene scene = new Scene("broker down: since when, and what waits")) {
      Visit visit = scene.visit;
      Locator problem = visit.page().locator(".problems > li").filter(has("Hand-over fails"));
      assertThat(problem).containsText("500 jobs are due");
      scene.click(visit.link("Targets"));
      visit.sees("handed over to the target broker, which fails since").sees("has no address");
      scene.done();
    }
  }

  @Test
  void aHandlerThatHangsIsNamed() {
    store.hang();
    try (Scene scene = new Scene("a handler that hangs: which job, which process")) {
      Visit visit = scene.visit;
      scene.click(visit.link("Workers"));
      visit.sees("thumbnails-1").sees("image-0");
      scene.done();
    }
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private static Locator.FilterOptions has(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  /** A task of the person on call at the console, whose clicks, texts and seconds are printed. */
  private static final class Scene implements AutoCloseable {
    private final String name;
    private final Visit visit;
    private final long began;
    private int clicks;
    private int texts;

    /** Opens the first page of the console. */
    Scene(String name) {
      this.name = name;
      this.visit = new Visit(browser(), store.server.uri());
      visit.open("queues");
      visit.rows().first().waitFor();
      this.began = System.nanoTime();
    }

    Scene click(Locator target) {
      target.click();
      clicks++;
      return this;
    }

    /** Writes into a field that has the focus. */
    Scene write(Locator field, String text) {
      field.fill(text);
      texts++;
      return this;
    }

    /** Clicks a field and writes into it. */
    Scene type(Locator field, String text) {
      return click(field).write(field, text);
    }

    /** Presses a key, counted as a click. */
    Scene press(String key) {
      visit.page().keyboard().press(key);
      clicks++;
      return this;
    }

    /** Prints what it took. */
    void done() {
      System.out.println(
          String.format(
              Locale.ROOT,
              "CONSOLE %s: %d clicks and keys, %d texts, %.1f s",
              name,
              clicks,
              texts,
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) / 1_000.0));
    }

    @Override
    public void close() {
      visit.close();
    }
  }

  /**
   * A server over a Redis with 200,000 jobs in 40 queues, and the troubles of a bad night: a
   * mailing at the wrong time, a deployment that fails, a cron that failed, a target that is down,
   * a handler that hangs.
   */
  private static final class TroubledStore implements AutoCloseable {
    /** 3,000 mails, due from tomorrow on. */
    static final String MAILING = "newsletter";

    /** 3,000 dead jobs of one deployment, with two kinds of errors. */
    static final String LABELS = "labels";

    /** Jobs that are handed over to a broker which is down. */
    static final String EXPORTS = "exports";

    /** A queue whose worker hangs in both of its handlers. */
    static final String STUCK = "thumbnails";

    static final int MAILS = 3_000;
    static final int LABEL_JOBS = 3_000;

    private static final int SHOPS = 36;
    private static final int SHOP_JOBS = 5_300;
    private static final int CUSTOMERS = 200;
    private static final int BURIED_AT_ONCE = 100;

    private final RedisProcess redis = RedisProcess.start();
    private final ConsoleServer server = ConsoleServer.redis(redis);
    private final ScheduledExecutorService consumers =
        Executors.newScheduledThreadPool(1, Threads.daemons("consumers"));
    private final CountDownLatch closed = new CountDownLatch(1);

    private @Nullable Duetime hanging;
    private @Nullable ScheduledFuture<?> working;

    /** Whether the labels' consumer runs the repaired deployment. */
    private final AtomicBoolean repaired = new AtomicBoolean();

    TroubledStore() {
      for (int q = 0; q < SHOPS; q++) {
        orders("shop-%02d".formatted(q));
      }
      FilledStore.schedule(
          server,
          MAILING,
          MAILS,
          i -> "{\"id\":\"mail-%d\",\"delay\":\"%ds\"}".formatted(i, 86_400 + i));
      labels();
    }

    private void orders(String shop) {
      FilledStore.schedule(
          server,
          shop,
          SHOP_JOBS,
          i ->
              ("{\"id\":\"order-%s-%d\",\"delay\":\"%dm\",\"tags\":[\"customer-%d\"],"
                      + "\"payload\":{\"order\":%d}}")
                  .formatted(shop, i, 60 + i, i % CUSTOMERS, i));
    }

    private void labels() {
      FilledStore.schedule(
          server,
          LABELS,
          LABEL_JOBS,
          i -> "{\"id\":\"label-%d\",\"delay\":\"0s\",\"maxAttempts\":1}".formatted(i));
      OwnQueue queue = new OwnQueue(server, LABELS);
      for (int buried = 0; buried < LABEL_JOBS; buried += BURIED_AT_ONCE) {
        String error =
            buried % 300 == 0
                ? "java.lang.NullPointerException: no address"
                : "label %d rejected".formatted(4_711 + buried);
        queue.settle(BURIED_AT_ONCE, "bury", error);
      }
    }

    /** Runs what is redriven from now on; it fails until {@link #repair}. */
    void runLabels() {
      OwnQueue queue = new OwnQueue(server, LABELS);
      working =
          consumers.scheduleWithFixedDelay(() -> runDue(queue), 0, 100, TimeUnit.MILLISECONDS);
    }

    private void runDue(OwnQueue queue) {
      if (queue.read("").at("/counts/ready").asInt() > 0) {
        queue.settle(50, repaired.get() ? "ack" : "bury", "label 9 rejected");
      }
    }

    void repair() {
      assertThat(working == null || working.isDone()).as("the consumer has ended").isFalse();
      repaired.set(true);
    }

    /** Starts a worker of two handlers that take no notice of their interrupts. */
    void hang() {
      hanging = Duetime.open("redis://127.0.0.1:" + redis.port());
      hanging
          .queue(STUCK, Codec.string())
          .worker(job -> awaitEnd())
          .settings(
              WorkerSettings.builder()
                  .name("thumbnails-1")
                  .concurrency(2)
                  .maxRunTime(Duration.ofSeconds(1))
                  .abandonAfter(Duration.ofSeconds(1))
                  .build())
          .start();
      FilledStore.schedule(
          server, STUCK, 10, i -> "{\"id\":\"image-%d\",\"delay\":\"0s\"}".formatted(i));
      Waiting.until(
          "the presence of the worker",
          () -> server.call("GET", "/v1/processes", "").contains("image-0"));
    }

    private void awaitEnd() {
      boolean isOver = false;
      while (!isOver) {
        try {
          closed.await();
          isOver = true;
        } catch (InterruptedException ignored) {
          // A handler that hangs takes no notice.
        }
      }
    }

    /** Hands jobs over to a host that there is not. */
    void breakTarget() {
      server.call(
          "PUT",
          "/v1/targets/broker",
          "{\"type\":\"webhook\",\"url\":\"https://broker.invalid/orders\"}");
      server.call("PATCH", "/v1/queues/" + EXPORTS, "{\"handOver\":{\"target\":\"broker\"}}");
      FilledStore.schedule(
          server, EXPORTS, 500, i -> "{\"id\":\"export-%d\",\"delay\":\"0s\"}".formatted(i));
    }

    /** A recurring job whose last run has failed for good. */
    void failCron() {
      server.call(
          "PUT",
          "/v1/queues/shop-03/recurring/nightly-invoices",
          "{\"cron\":\"0 3 * * *\",\"zone\":\"Europe/Berlin\",\"maxAttempts\":1}");
      server.call("POST", "/v1/queues/shop-03/recurring/nightly-invoices/run", "");
      new OwnQueue(server, "shop-03").settle(1, "bury", "disk full on db-2");
    }

    @Override
    public void close() {
      consumers.shutdownNow();
      closed.countDown();
      if (hanging != null) {
        hanging.close();
      }
      server.close();
      redis.close();
    }
  }
}
