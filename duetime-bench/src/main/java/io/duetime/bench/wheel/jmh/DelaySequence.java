package io.duetime.bench.wheel.jmh;

import io.duetime.bench.wheel.Delays;

/** Random delays, drawn beforehand, without end. */
final class DelaySequence {
  private static final int COUNT = 1 << 20;

  private final long[] delays;
  private int position;

  DelaySequence(Delays delays) {
    this.delays = delays.draw(COUNT, /* seed= */ 1);
  }

  long next() {
    position = (position + 1) & (COUNT - 1);
    return delays[position];
  }
}
