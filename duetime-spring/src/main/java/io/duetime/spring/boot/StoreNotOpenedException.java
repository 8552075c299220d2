package io.duetime.spring.boot;

import io.duetime.DuetimeException;

/** The store of the application cannot be opened; tells it from what the application does later. */
final class StoreNotOpenedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreNotOpenedException(DuetimeException cause) {
    super(cause.getMessage(), cause);
  }
}
