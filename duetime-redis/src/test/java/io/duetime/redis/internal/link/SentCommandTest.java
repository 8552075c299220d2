package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.link.RedisLink.ScriptCall;
import io.duetime.redis.internal.link.SentCommand.Keyword;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.Script.ReplyShape;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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
    return written(sending);
  }

  private static String written(SentCommand sending) {
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
  void aScriptIsWrittenWithAllItsKeysAndArguments() {
    Script script =
        new Script(
            "s", List.of("a", "b"), "", "abc", new ReplyShape(Map.of(), Map.of()), false, null);
    byte[][] keys = {Bytes.one("k1"), Bytes.one("k2")};
    byte[][] arguments = {Bytes.one(""), Bytes.one("x".repeat(1_203))};

    SentCommand call =
        SentCommand.ofScript(
            Keyword.EVALSHA, Bytes.one("abc"), new ScriptCall(script, keys, arguments));

    assertThat(written(call))
        .isEqualTo(
            "*7\r\n$7\r\nEVALSHA\r\n$3\r\nabc\r\n$1\r\n2\r\n$2\r\nk1\r\n$2\r\nk2\r\n$0\r\n\r\n"
                + "$1203\r\n%s\r\n".formatted("x".repeat(1_203)));
    assertThat(call.getArgs().getFirstEncodedKey()).isEqualTo(ByteBuffer.wrap(keys[0]));
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
