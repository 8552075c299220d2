package io.duetime.server.http.call;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A body without an encoding. */
final class PlainBody implements BodyDecoder {
  private final Queue<Buffer> parts = new ArrayDeque<>(2);

  @Override
  public void add(Buffer part) {
    parts.add(part);
  }

  @Override
  public @Nullable Buffer next() {
    return parts.poll();
  }

  @Override
  public boolean isWhole() {
    return parts.isEmpty();
  }

  @Override
  public void close() {
    parts.clear();
  }
}
