package io.duetime.server.cli.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.LogLevels;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings of a running server again and applies those that can change. Settings that are
 * wrong change nothing. Thread safe.
 */
final class SettingsReloader {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsReloader.class);

  private final SettingSources sources;
  private final ServerSettings atStart;
  private LogLevels levels; // guarded by this

  SettingsReloader(SettingSources sources, ServerSettings atStart) {
    this.sources = sources;
    this.atStart = atStart;
    this.levels = atStart.logLevels();
  }

  /** Reads all sources; logs what was changed, or why nothing was. */
  synchronized void reload() {
    ServerSettings now;
    try {
      now = sources.settings();
    } catch (InvalidRequestException wrong) {
      LOG.error(
          "The settings were read again and are wrong; nothing was changed: {}",
          wrong.getMessage());
      return;
    }
    now.logLevels().applyInsteadOf(levels);
    levels = now.logLevels();
    LOG.info("The settings were read again; log levels: {}", levels);
    if (!isSameButLevels(now)) {
      LOG.warn("Other settings than log-level have changed; they apply after a restart");
    }
  }

  private boolean isSameButLevels(ServerSettings now) {
    // The text of a store has no password.
    return now.store().equals(atStart.store())
        && Arrays.stream(Setting.values())
            .filter(setting -> setting != Setting.LOG_LEVEL)
            .allMatch(setting -> now.textOf(setting).equals(atStart.textOf(setting)));
  }
}
