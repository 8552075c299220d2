package io.duetime.redis.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.Watcher.Kind;
import io.duetime.redis.internal.watch.WatchedQueue.WatchedShard.Message;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
  private static Optional<Message> read(String text) {
    return Message.read(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aMomentThatCameEarlierIsRead() {
    assertThat(read("E1700000000000")).contains(new Message(Kind.EARLIER, 0, 1_700_000_000_000L));
  }

  @Test
  void aClaimIsReadWithItsNumberAndTheMomentToComeBack() {
    assertThat(read("P7 1700000000000"))
        .contains(new Message(Kind.PROGRESS, 7, 1_700_000_000_000L));
    assertThat(read("C")).contains(new Message(Kind.CANCEL_REQUESTED, 0, ClaimResult.NEVER));
    assertThat(read("H8 5")).contains(new Message(Kind.HANDED_ON, 8, 5));
  }

  @Test
  void theScriptsNeverIsTheEngines() {
    assertThat(read("P7 9007199254740991"))
        .contains(new Message(Kind.PROGRESS, 7, ClaimResult.NEVER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "E", "E-1", "P7", "P 7", "H7 x", "P7 1 2", "X1", "E12345678901234567"})
  void whatSaysNothingIsNoMessage(String text) {
    assertThat(read(text)).isEmpty();
  }
}
