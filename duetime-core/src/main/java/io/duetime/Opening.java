package io.duetime;

import java.util.ServiceLoader;

/** Finds the implementation of the public interfaces. */
final class Opening {
  private Opening() {}

  static Duetime open(DuetimeSettings settings) {
    return ServiceLoader.load(DuetimeProvider.class, Opening.class.getClassLoader())
        .findFirst()
        .orElseThrow(Opening::incomplete)
        .open(settings);
  }

  private static StoreFailureException incomplete() {
    return new StoreFailureException(
        ErrorCode.INTERNAL,
        "META-INF/services/io.duetime.DuetimeProvider is missing; duetime-core was repackaged"
            + " without its service files");
  }
}
