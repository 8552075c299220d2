package io.duetime.architecture.seed.cycle.two;

import io.duetime.architecture.seed.cycle.one.NeedsTwo;

public interface NeedsOne {
  NeedsTwo other();
}
