package io.duetime.server.seed;

import io.duetime.embedded.seed.LeavesItsModule;

public interface UsesAnEngine {
  LeavesItsModule engine();
}
