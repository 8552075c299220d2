package io.duetime.cli.transfer;

import io.duetime.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.redisson.client.handler.State;

/** Payloads as a codec of Redisson writes them; docs/moving/redisson.md has the same class. */
record RedissonPayload<T>(org.redisson.client.codec.Codec codec) implements Codec<T> {
  @Override
  public byte[] encode(T payload) {
    try {
      ByteBuf bytes = codec.getValueEncoder().encode(payload);
      try {
        return ByteBufUtil.getBytes(bytes);
      } finally {
        bytes.release();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the queue has values of one type
  public T decode(byte[] bytes) {
    try {
      return (T) codec.getValueDecoder().decode(Unpooled.wrappedBuffer(bytes), new State());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
