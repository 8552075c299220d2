package io.duetime.bench.handover;

import io.duetime.bench.Flags;
import io.duetime.bench.load.JobSource;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.webhook.WebhookTargetProvider;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.PoolOptions;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Measures the hand-over to an HTTP endpoint in the same process beside a bare client. */
public final class WebhookHandOverBench {
  private static final String USAGE =
      "usage: handover-webhook [--folder FOLDER] [--repetitions 3] [--jobs 100000] [--seconds 20] [--in-flight 1000]";
  private static final int IN_FLIGHT = 50;
  private static final String LOCAL = "127.0.0.1";

  private WebhookHandOverBench() {}

  /** Runs the bench with an endpoint and a Redis server of its own. */
  public static void main(String... args) throws Exception {
    Flags flags = Flags.parse(USAGE, Contestants.flags(), args);
    Vertx vertx = Vertx.vertx();
    HttpServer endpoint =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.end().onSuccess(end -> request.response().end()));
    endpoint.listen(0, LOCAL).toCompletionStage().toCompletableFuture().join();
    int port = endpoint.actualPort();
    Map<String, String> settings =
        Map.of("url", "http://" + LOCAL + ":" + port + "/hooks", "allowPrivate", LOCAL);
    try (Target target = new WebhookTargetProvider().open(new TargetSettings("bench", settings))) {
      new Contestants(
              target.publisher(Map.of()), messages -> bareRate(vertx, port, messages), flags)
          .run();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static double bareRate(Vertx vertx, int port, int messages) throws InterruptedException {
    JobSource source = new JobSource(1);
    HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(IN_FLIGHT));
    CountDownLatch left = new CountDownLatch(messages);
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    long begin = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      inFlight.acquire();
      Buffer body = Buffer.buffer(source.nextPayload());
      client
          .request(HttpMethod.POST, port, LOCAL, "/hooks")
          .compose(request -> request.send(body))
          .compose(response -> response.end())
          .onComplete(ended -> {
            inFlight.release();
            left.countDown();
          });
    }
    left.await();
    double rate = messages * 1e9 / (System.nanoTime() - begin);
    client.close();
    return rate;
  }
}
