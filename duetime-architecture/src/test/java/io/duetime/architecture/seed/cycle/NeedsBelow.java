package io.duetime.architecture.seed.cycle;

import io.duetime.architecture.seed.cycle.below.NeedsAbove;

public interface NeedsBelow {
  NeedsAbove other();
}
