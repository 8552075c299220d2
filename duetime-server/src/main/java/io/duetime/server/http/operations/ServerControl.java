package io.duetime.server.http.operations;

import java.util.List;

/** Changes a running server, without the stores and queues it serves. Thread safe. */
public interface ServerControl {
  /**
   * What a running server took over when it read its settings again.
   *
   * @param logLevel the levels of the log from now on
   * @param afterRestart the names of settings that have changed and apply after a restart
   */
  record Reload(String logLevel, List<String> afterRestart) {}

  /**
   * Reads tokens, certificates, settings and quotas again.
   *
   * @throws io.duetime.InvalidRequestException if a setting or the file of quotas is wrong; then
   *     these stay as they were
   */
  Reload reload();

  /** The levels of the log, as {@code "WARN, io.duetime=DEBUG"}. */
  String logLevel();

  /**
   * Logs at these levels until they are changed again, or the settings are read again.
   *
   * @throws io.duetime.InvalidRequestException if the text has no such form
   */
  void logLevel(String text);
}
