package io.duetime.redis.internal.link.send;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reply without conversion: byte arrays, {@link Long}, {@link Double}, null, and nested lists of
 * these. An error in any part makes the whole reply an error.
 */
class ReplyOutput extends CommandOutput<byte[], byte[], @Nullable Object> {
  // Written and read on the connection's thread.
  private final Deque<Unfinished> open = new ArrayDeque<>();

  ReplyOutput() {
    super(ByteArrayCodec.INSTANCE, null);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    add(bytes == null ? null : copy(bytes));
  }

  @Override
  public void setSingle(@Nullable ByteBuffer bytes) {
    set(bytes);
  }

  @Override
  public void setBigNumber(@Nullable ByteBuffer bytes) {
    set(bytes);
  }

  @Override
  public void set(long number) {
    add(number);
  }

  @Override
  public void set(double number) {
    add(number);
  }

  @Override
  public void set(boolean value) {
    add(value ? 1L : null);
  }

  @Override
  public void multi(int count) {
    if (count < 0) {
      add(null);
      return;
    }
    List<@Nullable Object> list = new ArrayList<>(count);
    add(list);
    if (count > 0) {
      open.push(new Unfinished(list, count));
    }
  }

  private void add(@Nullable Object element) {
    Unfinished last = open.peek();
    if (last == null) {
      output = element;
      return;
    }
    last.list.add(element);
    if (last.list.size() == last.count) {
      open.pop();
    }
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }

  private record Unfinished(List<@Nullable Object> list, int count) {}
}
