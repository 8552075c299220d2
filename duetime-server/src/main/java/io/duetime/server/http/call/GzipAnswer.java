package io.duetime.server.http.call;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses answers for callers that accept gzip. */
public final class GzipAnswer {
  /** Shorter answers fit into a packet anyway. */
  private static final int SHORTEST = 1_400;

  private GzipAnswer() {}

  /** Whether to compress an answer of this length, given the {@code Accept-Encoding}. */
  public static boolean isWorthIt(int length, @Nullable String accepted) {
    return length >= SHORTEST && accepted != null && accepts(accepted.toLowerCase(Locale.ROOT));
  }

  private static boolean accepts(String accepted) {
    for (String coding : accepted.split(",", -1)) {
      String[] parts = coding.split(";", 2);
      String name = parts[0].strip();
      if (name.equals("gzip") || name.equals("*")) {
        return parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
      }
    }
    return false;
  }

  /** The bytes in gzip. */
  public static Buffer compressed(Buffer body) {
    AnswerBytes bytes = new AnswerBytes();
    ByteBuf plain = ((BufferInternal) body).getByteBuf();
    try (FastGzip out = new FastGzip(bytes)) {
      plain.getBytes(plain.readerIndex(), out, plain.readableBytes());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.buffer();
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
