package io.duetime.server.http.call;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the bytes of an answer in pieces: one large array may find no place in a small heap
 * although enough of it is free.
 */
final class AnswerBytes extends OutputStream {
  private static final int LARGEST_PIECE = 64 << 10;

  private final List<ByteBuf> pieces = new ArrayList<>(1);
  private byte[] piece = new byte[0];
  private int used;

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int written = 0;
    while (written < count) {
      if (used == piece.length) {
        begin(count - written);
      }
      int part = Math.min(count - written, piece.length - used);
      System.arraycopy(bytes, from + written, piece, used, part);
      used += part;
      written += part;
    }
  }

  /** Begins a piece; the first has the size of what is written, as most answers are one write. */
  private void begin(int wanted) {
    int size = Math.min(Math.max(wanted, 2 * piece.length), LARGEST_PIECE);
    end();
    piece = new byte[size];
    used = 0;
  }

  private void end() {
    if (used > 0) {
      pieces.add(Unpooled.wrappedBuffer(piece, 0, used));
    }
  }

  /** The bytes, which are not copied; called once, when all are written. */
  Buffer buffer() {
    end();
    return BufferInternal.buffer(
        Unpooled.wrappedBuffer(pieces.size(), pieces.toArray(ByteBuf[]::new)));
  }
}
