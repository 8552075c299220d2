package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.JobRequest;
import io.duetime.StoredJob;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTemplateTest {
  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  private StoredJob<String> job() {
    world
        .queue()
        .schedule(
            JobRequest.builder("x")
                .id("order 42")
                .header("region", "eu")
                .header(MessageHeaders.POSSIBLE_DUPLICATE, "false")
                .delay(Duration.ofHours(1))
                .build());
    return world.queue().find("order 42").orElseThrow();
  }

  @Test
  void placeholdersAreFilled() {
    MessageTemplate template = MessageTemplate.parse("key", "{header.region}.{queue}/{id}!");

    assertThat(template.fill(job())).isEqualTo("eu.orders/order 42!");
    assertThat(template.fill(job(), value -> value.replace(' ', '+')))
        .isEqualTo("eu.orders/order+42!");
    assertThat(template.isConstant()).isFalse();
    assertThat(MessageTemplate.parse("key", "").fill(job())).isEmpty();
  }

  @Test
  void aMissingHeaderIsAFailureOfItsMessage() {
    MessageTemplate template = MessageTemplate.parse("key", "{header.shop}");

    assertThatThrownBy(() -> template.fill(job()))
        .isInstanceOf(PublishFailure.class)
        .hasMessage("the job has no header shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "}", "{id", "id}", "{{id}}", "{name}", "{header.}", "{}", "a}{b"})
  void unknownPlaceholdersAreRefused(String text) {
    assertThatThrownBy(() -> MessageTemplate.parse("key", text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("key")
        .hasMessageContaining("{header.NAME}");
  }

  @Test
  void aMessageCarriesTheHeadersOfItsJobAndItsTimes() {
    assertThat(MessageHeaders.of(job()))
        .isEqualTo(
            Map.of(
                "region",
                "eu",
                MessageHeaders.QUEUE,
                "orders",
                MessageHeaders.ATTEMPT,
                "0",
                MessageHeaders.SCHEDULED_AT,
                job().scheduledAt().toString(),
                MessageHeaders.DUE_AT,
                "2026-03-01T07:00:00Z",
                MessageHeaders.FIRST_DUE_AT,
                "2026-03-01T07:00:00Z"));
  }
}
