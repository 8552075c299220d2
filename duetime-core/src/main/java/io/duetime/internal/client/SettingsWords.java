package io.duetime.internal.client;

import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says the settings of a queue in the words of engines, and back. */
final class SettingsWords {
  private SettingsWords() {}

  static QueueSettings read(io.duetime.engine.QueueSettings stored) {
    io.duetime.engine.QueueSettings.Rate rate = stored.rate();
    QueueSettings.Builder settings = QueueSettings.builder();
    if (stored.pausedUntilMillis() > 0) {
      settings.pausedUntil(pausedUntil(stored.pausedUntilMillis()));
    }
    return settings
        .maxRunning(stored.maxRunning())
        .rate(rate == null ? null : new Rate(rate.permits(), rate.per(), rate.burst()))
        .shards(stored.shards())
        .retention(stored.retention())
        .maxWaiting(stored.quota().maxWaiting())
        .maxAhead(stored.quota().maxAhead())
        .defaultPriority(stored.defaults().priority())
        .defaultRetry(stored.defaults().retry())
        .defaultLease(stored.defaults().lease())
        .deadCopyTo(stored.deadCopyTo())
        .handOver(stored.handOver())
        .build();
  }

  static io.duetime.engine.QueueSettings write(QueueSettings settings) {
    return new io.duetime.engine.QueueSettings(
        settings.pausedUntil().map(SettingsWords::millis).orElse(0L),
        settings.maxRunning(),
        rate(settings.rate()),
        settings.shards(),
        settings.retention(),
        new io.duetime.engine.QueueSettings.Quota(settings.maxWaiting(), settings.maxAhead()),
        new io.duetime.engine.QueueSettings.Defaults(
            settings.defaultPriority(), settings.defaultRetry(), settings.defaultLease()),
        settings.deadCopyTo().orElse(null),
        settings.handOver().orElse(null));
  }

  private static io.duetime.engine.QueueSettings.@Nullable Rate rate(Optional<Rate> rate) {
    return rate.map(some ->
            new io.duetime.engine.QueueSettings.Rate(some.permits(), some.per(), some.burst()))
        .orElse(null);
  }

  private static Instant pausedUntil(long millis) {
    return millis == Long.MAX_VALUE ? Instant.MAX : Instant.ofEpochMilli(millis);
  }

  private static long millis(Instant moment) {
    return moment.equals(Instant.MAX) ? Long.MAX_VALUE : Specs.ceilMillis(moment);
  }
}
