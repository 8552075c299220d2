package io.duetime.bench.handover;

import io.duetime.bench.load.TimedConsumer;

/** Another way to get messages to the target when they are due. */
interface OtherWay extends TimedConsumer {
  /** Messages a second. */
  double rate(int messages) throws Exception;

  /** Begins to move what is scheduled, and to note when it comes. */
  void startTimed() throws Exception;

  /** Opens the way, with an empty Redis server. */
  @FunctionalInterface
  interface Opener {
    OtherWay open(String redisUri) throws Exception;
  }
}
