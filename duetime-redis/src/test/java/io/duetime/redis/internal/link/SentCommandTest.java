package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.link.SentCommand.Keyword;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * A command is written at most once, and never after its caller has judged that it was not written.
 */
class SentCommandTest {
  private static final String PING = "*1\r\n$4\r\nPING\r\n";

  private final SentCommand sending =
      SentCommand.of(
          new Keyword("GET"), new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(Bytes.one("a")));

  private String written() {
    ByteBuf buffer = Unpooled.buffer();
    sending.encode(buffer);
    return buffer.toString(StandardCharsets.US_ASCII);
  }

  @Test
  void whatIsWrittenMayHaveBeenCarriedOut() {
    assertThat(sending.mayHaveBeenCarriedOut()).isFalse();

    assertThat(written()).isEqualTo("*2\r\n$3\r\nGET\r\n$1\r\na\r\n");
    assertThat(sending.mayHaveBeenCarriedOut()).isTrue();
  }

  @Test
  void whatWasWrittenIsNotWrittenAgain() {
    written();

    assertThat(written()).isEqualTo(PING);
    assertThat(sending).isCompletedExceptionally();
  }

  @Test
  void whatWasGivenUpBeforeItWasWrittenIsNotWrittenAtAll() {
    sending.completeExceptionally(new IllegalStateException("too late"));

    assertThat(written()).isEqualTo(PING);
  }
}
