package io.duetime.internal.seed;

import io.duetime.embedded.seed.LeavesItsModule;

public interface ReachesForAnEngine {
  LeavesItsModule[] engines();
}
