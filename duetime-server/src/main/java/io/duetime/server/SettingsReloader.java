package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.LogSetup.LogLevels;
import io.duetime.server.http.routes.ServerRoutes.ServerControl;
import io.duetime.server.http.routes.ServerRoutes.ServerControl.Reload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings of a running server again and applies those that can change. Settings that are
 * wrong change nothing. Thread safe.
 */
final class SettingsReloader implements ServerControl {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsReloader.class);
  private static final String LEVEL = "logLevel";
  private static final String OF_APPLICATION = "the application sets the levels of its log";

  private final Supplier<ServerSettings> again;
  private final ServerSettings atStart;
  private final boolean ownsLog;
  private final Runnable lookAtFiles;
  private final List<Runnable> readDeclarations;
  private LogLevels levels; // guarded by this

  /**
   * Applies what {@code again} reads.
   *
   * @param ownsLog whether the levels of the log are those of the settings, and not of an
   *     application around the server
   * @param lookAtFiles looks at the files of tokens and certificates
   * @param readDeclarations each reads a file of quotas or targets again, or fails if it is wrong
   */
  SettingsReloader(
      Supplier<ServerSettings> again,
      ServerSettings atStart,
      boolean ownsLog,
      Runnable lookAtFiles,
      Runnable... readDeclarations) {
    this.again = again;
    this.atStart = atStart;
    this.ownsLog = ownsLog;
    this.lookAtFiles = lookAtFiles;
    this.readDeclarations = List.of(readDeclarations);
    this.levels = atStart.get(Setting.LOG_LEVEL);
  }

  @Override
  public synchronized Reload reload() {
    lookAtFiles.run();
    ServerSettings now = read();
    if (ownsLog) {
      use(now.get(Setting.LOG_LEVEL));
    }
    LOG.info("The settings were read again; log levels: {}", logLevel());
    List<String> others = changed(now);
    if (!others.isEmpty()) {
      LOG.warn("Changed settings that apply after a restart: {}", String.join(", ", others));
    }
    readDeclarations();
    return new Reload(logLevel(), others);
  }

  // A file that is wrong does not keep the others from being read.
  private void readDeclarations() {
    List<InvalidRequestException> wrong = new ArrayList<>();
    for (Runnable declaration : readDeclarations) {
      try {
        declaration.run();
      } catch (InvalidRequestException refused) {
        wrong.add(refused);
      }
    }
    if (!wrong.isEmpty()) {
      throw wrong.get(0);
    }
  }

  private ServerSettings read() {
    try {
      return again.get();
    } catch (InvalidRequestException wrong) {
      LOG.error(
          "The settings were read again and are wrong; they stay as they were: {}",
          wrong.getMessage());
      throw wrong;
    }
  }

  private void use(LogLevels next) {
    next.applyInsteadOf(levels);
    levels = next;
  }

  private List<String> changed(ServerSettings now) {
    return Setting.all().stream()
        .filter(setting -> setting != Setting.LOG_LEVEL)
        .filter(setting -> !now.find(setting).equals(atStart.find(setting)))
        .map(Setting::key)
        .toList();
  }

  @Override
  public synchronized String logLevel() {
    return ownsLog ? levels.toString() : OF_APPLICATION;
  }

  @Override
  public synchronized void logLevel(String text) {
    if (!ownsLog) {
      throw new InvalidRequestException(LEVEL, text, "nothing here: " + OF_APPLICATION);
    }
    use(LogLevels.parse(LEVEL, text));
    LOG.info("Log levels from now on: {}", levels);
  }
}
