package io.duetime.internal.seed;

import io.netty.util.Timer;

public interface NeedsAnotherLibrary {
  Timer timer();
}
