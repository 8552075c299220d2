package io.duetime.memory;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import java.util.Set;

/**
 * Opens {@code memory:}, a new and empty store each time. Its option {@code maxPayload} is the
 * largest payload in bytes, 1 MiB by default.
 */
public final class MemoryEngineProvider implements EngineProvider {
  private static final int MOST_PAYLOAD_BYTES = 64 << 20;

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  private static int bytes(String maxPayload) {
    try {
      return Limits.count("maxPayload", Integer.parseInt(maxPayload), MOST_PAYLOAD_BYTES);
    } catch (NumberFormatException notANumber) {
      throw new InvalidRequestException("maxPayload", maxPayload, "a number of bytes");
    }
  }

  @Override
  public Engine open(String uri, EngineContext context) {
    if (!uri.equals("memory:")) {
      throw new InvalidRequestException("uri", uri, "exactly memory:");
    }
    String maxPayload = context.options().get("maxPayload");
    return maxPayload == null
        ? new MemoryEngine(context.clock())
        : new MemoryEngine(context.clock(), bytes(maxPayload));
  }
}
