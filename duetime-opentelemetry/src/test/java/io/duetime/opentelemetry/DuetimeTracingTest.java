package io.duetime.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.test.TestDuetime;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DuetimeTracingTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .setPropagators(
              ContextPropagators.create(
                  TextMapPropagator.composite(
                      W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
          .build();
  private final TestDuetime duetime =
      TestDuetime.startingAt(TestDuetime.DEFAULT_START, DuetimeTracing.of(sdk, SECOND));
  private final JobQueue<String> orders = duetime.queue("orders", Codec.string());

  @AfterEach
  void close() {
    duetime.close();
    sdk.close();
  }

  @Test
  void aRunBeginsATraceOfItsOwnWithALinkToItsRequest() {
    orders.worker(job -> {}).start();
    orders.schedule("a", "x", HOUR);
    duetime.advance(HOUR);

    SpanData publish = span("publish orders");
    SpanData process = span("process orders");
    assertThat(process.getTraceId()).isNotEqualTo(publish.getTraceId());
    assertThat(process.getParentSpanContext().isValid()).isFalse();
    assertThat(process.getLinks())
        .extracting(LinkData::getSpanContext)
        .extracting(context -> context.getSpanId())
        .containsExactly(publish.getSpanId());
  }

  @Test
  void aRunAfterAShortDelayContinuesTheTraceIfAskedTo() {
    orders.worker(job -> {}).start();
    orders.schedule("a", "x", SECOND);
    duetime.advance(SECOND);

    SpanData process = span("process orders");
    assertThat(process.getParentSpanId()).isEqualTo(span("publish orders").getSpanId());
    assertThat(process.getLinks()).isEmpty();
  }

  @Test
  void theSpanAndTheBaggageAreCurrentInTheHandlerAndNotAfterIt() {
    List<String> seen = new ArrayList<>();
    orders
        .worker(job -> {
          seen.add(Baggage.current().getEntryValue("tenant"));
          seen.add(Span.current().getSpanContext().getSpanId());
        })
        .start();
    Baggage baggage = Baggage.builder().put("tenant", "t1").build();
    Context.root().with(baggage).wrap((Runnable) () -> orders.schedule("a", "x", HOUR)).run();
    duetime.advance(HOUR);

    assertThat(seen).containsExactly("t1", span("process orders").getSpanId());
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  @Test
  void aFailureIsInTheSpanOfItsAttempt() {
    orders
        .worker(job -> {
          throw JobFailed.permanently("no");
        })
        .start();
    orders.schedule(JobRequest.builder("x").id("a").delay(HOUR).retry(RetryPolicy.none()).build());
    duetime.advance(HOUR);

    SpanData process = span("process orders");
    assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(process.getAttributes().get(AttributeKey.stringKey("duetime.outcome")))
        .isEqualTo("dead");
    assertThat(process.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo(JobFailed.class.getName());
    assertThat(process.getEvents()).hasSize(1);
  }

  @Test
  void aRequestToAClosedStoreEndsItsSpanAsFailed() {
    duetime.close();

    assertThatThrownBy(() -> orders.schedule("a", "x", HOUR));

    SpanData publish = span("publish orders");
    assertThat(publish.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(publish.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("STORE_CLOSED");
  }

  @Test
  void aJobWithoutAContextBeginsATraceWithoutALink() {
    orders.worker(job -> {}).start();
    orders.schedule(
        JobRequest.builder("x").id("a").delay(HOUR).header("traceparent", "broken").build());
    duetime.advance(HOUR);

    assertThat(span("process orders").getLinks()).isEmpty();
  }

  @Test
  void theDocumentListsTheAttributesOfEachSpan() throws IOException {
    orders
        .worker(job -> {
          throw JobFailed.permanently("no");
        })
        .start();
    orders.schedule("a", "x", HOUR);
    duetime.advance(HOUR);
    duetime.close();
    assertThatThrownBy(() -> orders.schedule("b", "x", HOUR));

    assertThat(documented("publish")).isEqualTo(attributes("publish orders"));
    assertThat(documented("process")).isEqualTo(attributes("process orders"));
  }

  private Set<String> attributes(String span) {
    return exporter.getFinishedSpanItems().stream()
        .filter(each -> each.getName().equals(span))
        .flatMap(each -> each.getAttributes().asMap().keySet().stream())
        .map(AttributeKey::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> documented(String span) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("..", "docs", "observability.md"))) {
      return lines
          .filter(line -> line.startsWith("| `"))
          .map(line -> line.split("\\|", -1))
          .filter(cells -> cells.length == 5 && cells[2].contains(span))
          .map(cells -> cells[1].strip().replace("`", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private SpanData span(String name) {
    List<SpanData> found =
        exporter.getFinishedSpanItems().stream()
            .filter(span -> span.getName().equals(name))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
