package io.duetime.architecture.seed.cycle.one;

import io.duetime.architecture.seed.cycle.two.NeedsOne;

public interface NeedsTwo {
  NeedsOne other();
}
