package io.duetime.kernel;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.QueueSettings;
import io.duetime.kernel.state.Limiter;
import io.duetime.kernel.state.QueueState;
import java.util.OptionalLong;

/** Changes the settings of a queue. */
final class QueueConfigurer {
  private final QueueState state;
  private final Limiter limiter;

  QueueConfigurer(QueueState state, Limiter limiter) {
    this.state = state;
    this.limiter = limiter;
  }

  Configured to(QueueSettings settings, long now) {
    QueueSettings before = state.settings();
    OptionalLong expected = settings.version();
    if (expected.isPresent() && !expected.equals(before.version())) {
      return new Configured(ConfigureOutcome.CHANGED_MEANWHILE, before);
    }
    QueueSettings next = settings.toBuilder().version(before.version().orElse(0) + 1).build();
    state.settings(next);
    state.table().queue().saveSettings(next);
    limiter.changed(before, next, now);
    state.wakeUp().unlimited();
    state.wakeUp().mayComeAt(now);
    state.maintenance().notAfter(now);
    return new Configured(ConfigureOutcome.STORED, next);
  }
}
