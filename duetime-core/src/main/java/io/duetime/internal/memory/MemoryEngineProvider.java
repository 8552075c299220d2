package io.duetime.internal.memory;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.engine.EngineProvider;
import java.util.Set;

/** Opens {@code memory:}, a new and empty store each time. */
public final class MemoryEngineProvider implements EngineProvider {
  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public Engine open(String uri, EngineContext context) {
    if (!uri.equals("memory:")) {
      throw new InvalidRequestException("uri", uri, "memory: with nothing behind it");
    }
    return new MemoryEngine(context.clock());
  }
}
