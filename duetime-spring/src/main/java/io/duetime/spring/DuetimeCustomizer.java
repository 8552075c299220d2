package io.duetime.spring;

import io.duetime.DuetimeSettings;

/** Changes the settings that the store is opened with. Every bean of this type is called. */
@FunctionalInterface
public interface DuetimeCustomizer {
  /** Changes the builder, which has the values of the properties. */
  void customize(DuetimeSettings.Builder settings);
}
