package observability;

import io.duetime.*;
import io.duetime.micrometer.DuetimeMetrics;
import io.duetime.opentelemetry.DuetimeTracing;
import io.micrometer.prometheusmetrics.*;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.logging.LoggingSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

public class Observed {
  public static void main(String[] args) throws InterruptedException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    CountDownLatch done = new CountDownLatch(1);
    try (OpenTelemetrySdk openTelemetry = openTelemetry();
        Duetime duetime =
            Duetime.builder()
                .uri("memory:")
                .listener(DuetimeMetrics.in(registry))
                .listener(DuetimeTracing.of(openTelemetry))
                .open()) {
      JobQueue<String> orders = duetime.queue("orders", Codec.string());
      orders.schedule("order-42", "42 EUR", Duration.ofMillis(100));
      Worker worker = orders.worker(job -> done.countDown()).start();
      done.await();
      worker.close();
    }
    registry
        .scrape()
        .lines()
        .filter(line -> line.matches("duetime_(jobs|settlements|lateness_seconds_count).*"))
        .forEach(System.out::println);
  }

  private static OpenTelemetrySdk openTelemetry() {
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .addSpanProcessor(BatchSpanProcessor.builder(LoggingSpanExporter.create()).build())
                .build())
        .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
        .build();
  }
}
