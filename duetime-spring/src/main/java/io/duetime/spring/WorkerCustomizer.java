package io.duetime.spring;

import io.duetime.WorkerSettings;

/** Changes the settings of the workers of handlers. Every bean of this type is called. */
@FunctionalInterface
public interface WorkerCustomizer {
  /** Changes the builder, which has the values of annotation and properties. */
  void customize(String queue, WorkerSettings.Builder settings);
}
