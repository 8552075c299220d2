package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpAnswer.AnswerBytes;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Arrays;
import java.util.List;
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

    Buffer all = Buffer.buffer();
    written(bytes, step).forEach(all::appendBuffer);

    assertThat(all.getBytes()).isEqualTo(bytes);
  }

  @Test
  void ofLargeAnswersAreInPieces() {
    List<Buffer> written = written(new byte[10_000_000], 8_000);

    assertThat(written)
        .hasSizeLessThan(200)
        .allMatch(piece -> ((BufferInternal) piece).getByteBuf().capacity() <= 64 << 10);
  }

  @Test
  void ofASmallAnswerTakeNoMoreThanTheyNeed() {
    assertThat(written(new byte[100], 100))
        .singleElement()
        .matches(piece -> ((BufferInternal) piece).getByteBuf().capacity() == 100);
  }

  private static List<Buffer> written(byte[] bytes, int step) {
    AnswerBytes out = new AnswerBytes();
    for (int from = 0; from < bytes.length; from += step) {
      byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + step));
      out.write(part, 0, part.length);
    }
    return out.pieces();
  }
}
