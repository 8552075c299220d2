package io.duetime.internal.kernel;

import io.duetime.QueueSettings;

/** Changes the settings of a queue. */
final class Configuring {
  private final QueueState state;
  private final Limiter limiter;

  Configuring(QueueState state, Limiter limiter) {
    this.state = state;
    this.limiter = limiter;
  }

  void to(QueueSettings settings, long now) {
    QueueSettings before = state.settings();
    state.settings(settings);
    state.table.saveSettings(settings);
    limiter.changed(before, settings, now);
    state.wakeUp.unlimited();
    state.wakeUp.mayComeAt(now);
  }
}
