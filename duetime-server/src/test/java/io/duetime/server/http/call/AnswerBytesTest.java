package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerBytesTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "8000, 8000", "8001, 8000", "70000, 64", "1000000, 8000"})
  void areThoseThatWereWritten(int count, int step) {
    byte[] bytes = new byte[count];
    new SplittableRandom(count).nextBytes(bytes);

    assertThat(written(bytes, step).getBytes()).isEqualTo(bytes);
  }

  @Test
  void ofLargeAnswersAreInPieces() {
    ByteBuf written = ((BufferInternal) written(new byte[10_000_000], 8_000)).getByteBuf();

    assertThat(written.nioBuffers()).allMatch(piece -> piece.capacity() <= 64 << 10);
    assertThat(written.nioBufferCount()).isLessThan(200);
  }

  @Test
  void ofASmallAnswerAreNotCopiedAgain() {
    ByteBuf written = ((BufferInternal) written(new byte[100], 100)).getByteBuf();

    assertThat(written.array()).hasSize(100);
  }

  private static Buffer written(byte[] bytes, int step) {
    AnswerBytes out = new AnswerBytes();
    for (int from = 0; from < bytes.length; from += step) {
      byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + step));
      out.write(part, 0, part.length);
    }
    return out.buffer();
  }
}
