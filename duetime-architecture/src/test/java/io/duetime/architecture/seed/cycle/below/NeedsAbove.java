package io.duetime.architecture.seed.cycle.below;

import io.duetime.architecture.seed.cycle.NeedsBelow;

public interface NeedsAbove {
  NeedsBelow other();
}
