package io.duetime.runtime.dataloss;

import io.duetime.QueueSettings;
import io.duetime.engine.Incarnation;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a process remembers of a queue: its settings, if they were ever changed, and the recurring
 * definitions that this process has put. Thread safe.
 */
final class RememberedQueue {
  private final String name;
  private final Map<String, RecurringChange> definitions = new LinkedHashMap<>();
  private @Nullable QueueSettings settings;

  /** Which data the store had; 0 until it has told. */
  private long incarnation;

  /** How often something was remembered. */
  private long changes;

  RememberedQueue(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Remembers settings, unless they are older than those that are known. */
  synchronized void saw(QueueSettings seen) {
    changes++;
    if (seen.version().orElse(0) > settingsVersion()) {
      settings = seen;
    }
  }

  /** Remembers the settings of a queue that was made again, whatever their version is. */
  synchronized void replace(QueueSettings seen) {
    settings = seen.version().orElse(0) == 0 ? null : seen;
  }

  /** Remembers a definition as it would be put again: its first tick at once is not repeated. */
  synchronized void put(RecurringJob.View stored) {
    changes++;
    RecurringJob job = stored.job();
    RecurringJob again = job.withoutFirstNow();
    definitions.put(
        job.name(), RecurringChange.of(again).paused(stored.paused()).onlyOf(RecurringJob.ABSENT));
  }

  /** Remembers whether a definition is paused, if this process has put it. */
  synchronized void paused(String definition, boolean paused) {
    definitions.computeIfPresent(definition, (any, change) -> change.paused(paused));
  }

  synchronized void removed(String definition) {
    definitions.remove(definition);
  }

  synchronized List<RecurringChange> definitions() {
    return new ArrayList<>(definitions.values());
  }

  /** The settings, to be stored if the queue has none. */
  synchronized Optional<QueueSettings> settings() {
    return Optional.ofNullable(settings).map(known -> known.toBuilder().version(0).build());
  }

  synchronized long incarnation() {
    return incarnation;
  }

  synchronized void learn(long number) {
    incarnation = number;
  }

  synchronized long changes() {
    return changes;
  }

  /** Whether the store tells of other settings than those that are known. */
  synchronized boolean hasOtherSettings(Incarnation now) {
    return now.settingsVersion() != settingsVersion();
  }

  private long settingsVersion() {
    return settings == null ? 0 : settings.version().orElse(0);
  }
}
