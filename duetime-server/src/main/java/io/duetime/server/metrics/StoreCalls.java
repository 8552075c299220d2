package io.duetime.server.metrics;

import io.duetime.JobListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Forwards what only the client of a store knows; {@link ObservedEngine} tells the rest. */
record StoreCalls(JobListener listener) implements JobListener {
  @Override
  public boolean neverBlocks() {
    return true;
  }

  @Override
  public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
    listener.storeCalled(operation, took, failure);
  }

  @Override
  public void dataLost(String queue) {
    listener.dataLost(queue);
  }

  @Override
  public void clockSkew(Duration skew) {
    listener.clockSkew(skew);
  }
}
