package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;

/** A store that runs already: only the clients are disturbed. */
final class RunningStore extends TestedStore {
  private final String uri;

  RunningStore(String uri) {
    this.uri = uri;
    without(Kind.values());
  }

  @Override
  String uri() {
    return uri;
  }

  @Override
  String directUri() {
    return uri;
  }

  @Override
  boolean isReady() {
    return true;
  }

  @Override
  boolean isFsynced() {
    return false;
  }
}
