package io.duetime.spring;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;

/** Opens the store of an application. A bean of this type replaces the one that is configured. */
@FunctionalInterface
public interface StoreOpener {
  /** Opens the store; its user closes it. */
  Duetime open(DuetimeSettings settings);
}
