package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Lease;
import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.metrics.HandOverMeters.TargetMeters;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandOverMetersTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final MemoryEngine memory = new MemoryEngine(time);
  private final ServerMetrics metrics = new ServerMetrics(memory, time, "*");
  private final Queue<CompletableFuture<String>> sent = new ArrayDeque<>();
  private final Duetime duetime = Duetime.builder().uri("memory:").open();
  private final Lease<byte[]> job = job();

  @AfterEach
  void close() {
    duetime.close();
    memory.close();
  }

  private Lease<byte[]> job() {
    duetime.queue("orders", Codec.bytes()).schedule("1", new byte[0], Duration.ZERO);
    return duetime
        .queue("orders", Codec.bytes())
        .claim(1, Duration.ofSeconds(30), Duration.ofSeconds(30))
        .get(0);
  }

  private TargetMeters open(String target) {
    return metrics.handOvers().open(target, CircuitBreaker.of(target));
  }

  private Publisher measured(TargetMeters meters, Publisher publisher) {
    return meters.measure(new OneDestination(publisher)).publisher(Map.of());
  }

  private record OneDestination(Publisher publisher) implements Target {
    @Override
    public Publisher publisher(Map<String, String> destination) {
      return publisher;
    }

    @Override
    public void close() {}
  }

  private CompletionStage<?> send() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    sent.add(answer);
    return answer;
  }

  private String scrape() {
    return metrics.scrape(Runnable::run).toCompletableFuture().join();
  }

  @Test
  void aMessageIsInFlightUntilItsConfirmAndThenMeasured() {
    Publisher publisher = measured(open("main"), job -> send());
    publisher.publish(job);
    publisher.publish(job);
    assertThat(scrape())
        .contains(
            "duetime_handover_in_flight{target=\"main\"} 2.0",
            "duetime_handover_publish_duration_seconds_count{target=\"main\"} 0");

    time.advance(Duration.ofSeconds(2));
    sent.remove().complete("confirmed");

    assertThat(scrape())
        .contains(
            "duetime_handover_in_flight{target=\"main\"} 1.0",
            "duetime_handover_publish_duration_seconds_bucket{target=\"main\",le=\"1.0\"} 0",
            "duetime_handover_publish_duration_seconds_bucket{target=\"main\",le=\"5.0\"} 1",
            "duetime_handover_publish_duration_seconds_sum{target=\"main\"} 2.0");
  }

  @Test
  void failuresAreCountedByWhatIsKnownOfTheMessage() {
    Publisher publisher = measured(open("main"), job -> send());
    publisher.publish(job);
    publisher.publish(job);
    publisher.publish(job);
    sent.remove().completeExceptionally(PublishFailure.refused("full"));
    sent.remove().completeExceptionally(PublishFailure.unconfirmed("cut"));
    sent.remove().completeExceptionally(new IllegalStateException("a bug"));

    assertThat(scrape())
        .contains(
            "duetime_handover_failures_total{outcome=\"refused\",target=\"main\"} 1.0",
            "duetime_handover_failures_total{outcome=\"unconfirmed\",target=\"main\"} 1.0",
            "duetime_handover_failures_total{outcome=\"unknown\",target=\"main\"} 1.0",
            "duetime_handover_failures_total{outcome=\"not_sent\",target=\"main\"} 0.0",
            "duetime_handover_in_flight{target=\"main\"} 0.0",
            "duetime_handover_publish_duration_seconds_count{target=\"main\"} 0");
  }

  @Test
  void aMessageThatCannotBeFilledIsCountedToo() {
    Publisher publisher =
        measured(
            open("main"),
            job -> {
              throw PublishFailure.impossible("no such header");
            });

    assertThatThrownBy(() -> publisher.publish(job).toCompletableFuture().join())
        .hasCauseInstanceOf(PublishFailure.class);
    assertThat(scrape())
        .contains("duetime_handover_failures_total{outcome=\"impossible\",target=\"main\"} 1.0");
  }

  @Test
  void aTargetThatIsClosedGivesItsSeriesBack() {
    open("old").close();

    assertThat(scrape()).doesNotContain("target=\"old\"");
    open("old");
    assertThat(scrape()).contains("duetime_handover_breaker_open{target=\"old\"} 0.0");
  }

  @Test
  void targetsBeyondTheMostHaveNoSeriesUntilOthersEnd() {
    TargetMeters first = open("first");
    for (int i = 1; i < HandOverMeters.MAX_TARGETS; i++) {
      open("t" + i);
    }
    TargetMeters beyond = open("beyond");
    measured(beyond, job -> send()).publish(job);
    beyond.close();
    assertThat(scrape()).contains("target=\"first\"").doesNotContain("target=\"beyond\"");

    first.close();
    open("next");
    open("another");

    assertThat(scrape()).contains("target=\"next\"").doesNotContain("target=\"another\"");
  }
}
