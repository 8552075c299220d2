package io.duetime.engine.tck.torture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A short command of the system. */
record Command(int exitCode, String output) {
  /** Runs it to its end; a command that cannot be started has the exit code -1. */
  static Command run(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Command(process.waitFor(), output);
    } catch (IOException missing) {
      return new Command(-1, String.valueOf(missing.getMessage()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Command(-1, "interrupted");
    }
  }

  boolean worked() {
    return exitCode == 0;
  }
}
