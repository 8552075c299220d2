package io.duetime.server.http.call;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bytes of an answer in pieces: one large array may find no place in a small heap
 * although enough of it is free. Compresses them for callers that accept gzip.
 */
public final class AnswerBytes extends OutputStream {
  private static final int LARGEST_PIECE = 64 << 10;

  /** Shorter answers fit into a packet anyway, and are not compressed. */
  private static final int SHORTEST = 1_400;

  private final List<Buffer> pieces = new ArrayList<>(1);
  private Buffer piece = Buffer.buffer(0);
  private int size;

  AnswerBytes() {}

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int written = 0;
    while (written < count) {
      if (piece.length() == size) {
        begin(count - written);
      }
      int part = Math.min(count - written, size - piece.length());
      piece.appendBytes(bytes, from + written, part);
      written += part;
    }
  }

  /** Begins a piece; the first has the size of what is written, as most answers are one write. */
  private void begin(int wanted) {
    size = Math.min(Math.max(wanted, 2 * size), LARGEST_PIECE);
    piece = Buffer.buffer(size);
    pieces.add(piece);
  }

  /** The bytes, which are not copied; at least one piece. */
  List<Buffer> pieces() {
    return pieces.isEmpty() ? List.of(piece) : pieces;
  }

  /** The number of bytes in these pieces. */
  public static int length(List<Buffer> pieces) {
    int length = 0;
    for (Buffer piece : pieces) {
      length += piece.length();
    }
    return length;
  }

  /** Whether to compress these pieces, given the {@code Accept-Encoding}. */
  public static boolean isGzipWorthIt(List<Buffer> pieces, @Nullable String accepted) {
    return accepted != null
        && length(pieces) >= SHORTEST
        && accepts(accepted.toLowerCase(Locale.ROOT));
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
  public static List<Buffer> gzip(List<Buffer> plain) {
    AnswerBytes bytes = new AnswerBytes();
    try (FastGzip out = new FastGzip(bytes)) {
      for (Buffer piece : plain) {
        out.write(piece.getBytes());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.pieces();
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
