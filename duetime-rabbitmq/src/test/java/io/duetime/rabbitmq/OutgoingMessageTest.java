package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import io.duetime.rabbitmq.fixture.TestJob;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutgoingMessageTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final OutgoingMessage message =
      OutgoingMessage.of(
          TestJob.of("1", new byte[] {1}), MessageTemplate.parse("routingKey", "key"), true);

  private PublishFailure failure() {
    Throwable thrown = catchThrowable(() -> message.confirm().toCompletableFuture().join());
    return (PublishFailure) thrown.getCause();
  }

  @Test
  void aMessageThatWasReportedAsNotSentIsNotSentLater() {
    assertThat(message.expire(LIMIT)).isFalse();
    assertThat(message.beginSending(1)).isFalse();
    assertThat(failure()).hasMessage("not sent within 30 s");
    assertThat(failure().isOfTarget()).isFalse();
  }

  @Test
  void aMessageThatWasSentHasNoConfirmWhenItsTimeIsOver() {
    assertThat(message.beginSending(1)).isTrue();
    assertThat(message.expire(LIMIT)).isTrue();
    assertThat(failure()).hasMessage("no confirm within 30 s");
  }

  @Test
  void headersThatTheBrokerTakesForItsOwnAreLeftOut() {
    Map<String, String> headers = Map.of("CC", "audit", "bcc", "audit", "accent", "x");
    TestJob job = new TestJob("1", new byte[] {1}, Optional.empty(), headers, 1);

    assertThat(
            OutgoingMessage.of(job, MessageTemplate.parse("routingKey", "key"), true)
                .properties()
                .getHeaders())
        .containsEntry("accent", "x")
        .doesNotContainKeys("CC", "bcc");
  }
}
